import * as z from 'zod/mini'
import { Instant } from '../ids.ts'
import { NAME_MAX_LENGTH } from '../limits.ts'
import { personName } from '../names.ts'
import { Email, Role } from './account.ts'

/** Changes the name of the caller's account. What they have typed on their posts stays. */
export const ChangeNameInput = z.object({ name: personName('Enter your name', NAME_MAX_LENGTH) })
export type ChangeNameInput = z.infer<typeof ChangeNameInput>
export const ChangeNameOutput = z.object({ name: z.string() })

/**
 * Asks for another email. It becomes the account's once the link that the identity provider mails to it is opened, unless
 * another one is asked for, the password changes or all sessions end before.
 */
export const AskEmailChangeInput = z.object({ email: Email })
export type AskEmailChangeInput = z.infer<typeof AskEmailChangeInput>
export const AskEmailChangeOutput = z.object({ email: z.string() })

/** The email that was asked for and may still become the caller's; null when none may. */
export const PendingEmailChange = z.object({ email: z.nullable(z.string()) })
export type PendingEmailChange = z.infer<typeof PendingEmailChange>

/** Makes the caller, a buyer, a seller. */
export const StartSellingInput = z.object({})
/** `changed` is false for a seller. */
export const StartSellingOutput = z.object({ role: Role, changed: z.boolean() })
export type StartSellingOutput = z.infer<typeof StartSellingOutput>

/** What is typed to have one's account deleted. */
export const DELETE_WORD = 'DELETE'

/** For how long an account can be kept after all, in days. */
export const DELETION_GRACE_DAYS = 7

/** What the deletion of the caller's account would do, as things stand now. */
export const DeletionPreview = z.object({
  /** Their unsold listings, which leave the market at once. */
  listingsHidden: z.int(),
  /** Unpaid bookings, made by them or of their phones, which end at once. */
  bookingsEnded: z.int(),
  /** Orders that have ended, which stay without the caller's name, email and phone. */
  ordersKept: z.int(),
  /** Why it cannot be asked for now; null when it can. */
  obstacle: z.nullable(z.string()),
})
export type DeletionPreview = z.infer<typeof DeletionPreview>

/** Asks for the deletion of the caller's account. */
export const RequestDeletionInput = z.object({
  confirmation: z.pipe(
    z.string(`Type ${DELETE_WORD}`).check(z.trim(), z.toUpperCase()),
    z.literal(DELETE_WORD, `Type ${DELETE_WORD} to confirm`),
  ),
})
export type RequestDeletionInput = z.infer<typeof RequestDeletionInput>
export const RequestDeletionOutput = z.object({ deletesAt: Instant })
export type RequestDeletionOutput = z.infer<typeof RequestDeletionOutput>

/** Keeps the caller's account after all. */
export const CancelDeletionInput = z.object({})
/** `changed` is false for an account that nobody asked to delete. */
export const CancelDeletionOutput = z.object({ changed: z.boolean() })
export type CancelDeletionOutput = z.infer<typeof CancelDeletionOutput>

/** For how long the file of an export can be downloaded, in days. */
export const EXPORT_DAYS = 7
/** How many exports a day one account may ask for. */
export const EXPORTS_PER_DAY = 3

/** Where the caller's latest export is; NONE also when it has expired. */
export const ExportStatus = z.object({
  state: z.enum(['NONE', 'PREPARING', 'READY', 'FAILED']),
  /** Until when it can be downloaded; null unless it is READY. */
  expiresAt: z.nullable(Instant),
  sizeBytes: z.nullable(z.int()),
})
export type ExportStatus = z.infer<typeof ExportStatus>

/** Asks for a file of all that is the caller's own. */
export const RequestExportInput = z.object({})
