import * as z from 'zod/mini'
import { Id, Instant } from '../ids.ts'
import { PageInput, pageOf } from '../paging.ts'
import { searchLine } from '../text.ts'

const ACTION_MAX_LENGTH = 50

/** Who did what, on what, when and why. */
export const AuditEntry = z.object({
  id: Id,
  /** Null for the product itself and the payment provider. */
  actorId: z.nullable(Id),
  /** Empty for the product itself, and for a removed person. */
  actorName: z.string(),
  action: z.string(),
  subjectType: z.string(),
  subjectId: Id,
  reason: z.nullable(z.string()),
  at: Instant,
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** What to look for: `action` is the beginning of one (`order.`), `involving` an actor's or a subject's id. */
export const AuditFilter = z.object({
  action: z.optional(searchLine(ACTION_MAX_LENGTH)),
  involving: z.optional(Id),
  from: z.optional(Instant),
  until: z.optional(Instant),
})
export type AuditFilter = z.infer<typeof AuditFilter>

/** The audit, newest first. */
export const ListAuditInput = z.extend(PageInput, AuditFilter.shape)
export type ListAuditInput = z.infer<typeof ListAuditInput>
export const ListAuditOutput = pageOf(AuditEntry)
