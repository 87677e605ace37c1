import * as z from 'zod/mini'
import { Id, Instant } from '../ids.ts'
import { MODERATION_REASON_MAX_LENGTH } from '../limits.ts'
import { PageInput, pageOf } from '../paging.ts'
import { line } from '../text.ts'
import { Email } from './account.ts'

export const ModerationReason = line('Reason is required', MODERATION_REASON_MAX_LENGTH)

/** What an admin fills in to suspend an account; the user reads the reason. */
export const SuspensionForm = z.object({ reason: ModerationReason })
export type SuspensionForm = z.infer<typeof SuspensionForm>
export const SuspendUserInput = z.extend(SuspensionForm, { userId: Id })
export type SuspendUserInput = z.infer<typeof SuspendUserInput>
/** `changed` is false for one who was suspended already, whose reason stays. */
export const SuspendUserOutput = z.object({ userId: Id, changed: z.boolean() })

export const LiftSuspensionInput = z.object({ userId: Id })
export type LiftSuspensionInput = z.infer<typeof LiftSuspensionInput>
/** `changed` is false for one who is not suspended. */
export const LiftSuspensionOutput = z.object({ userId: Id, changed: z.boolean() })

/** What an admin fills in to stop payouts to a seller, who reads the reason. */
export const FreezePayoutsInput = z.extend(SuspensionForm, { userId: Id })
export type FreezePayoutsInput = z.infer<typeof FreezePayoutsInput>
/** `changed` is false for a seller whose payouts were frozen already; the first reason stays. */
export const FreezePayoutsOutput = z.object({ userId: Id, changed: z.boolean() })

export const ReleasePayoutsInput = z.object({ userId: Id })
export type ReleasePayoutsInput = z.infer<typeof ReleasePayoutsInput>
/** `changed` is false for one whose payouts are not frozen. */
export const ReleasePayoutsOutput = z.object({ userId: Id, changed: z.boolean() })

/** An email that no account may have, as an admin sees it: of the email itself nothing is known. */
export const BannedEmail = z.object({
  id: Id,
  reason: z.string(),
  /** The removed account that had it. */
  userId: Id,
  /** Null when the product banned it, at the deletion of a suspended account. */
  bannedById: z.nullable(Id),
  /** Empty for the product, and for an admin who was removed. */
  bannedByName: z.string(),
  bannedAt: Instant,
})
export type BannedEmail = z.infer<typeof BannedEmail>

/** The bans, newest first; `email` finds the ban of that very email. */
export const ListBannedEmailsInput = z.extend(PageInput, { email: z.optional(Email) })
export type ListBannedEmailsInput = z.infer<typeof ListBannedEmailsInput>
export const ListBannedEmailsOutput = pageOf(BannedEmail)

export const LiftBanInput = z.object({ banId: Id })
export type LiftBanInput = z.infer<typeof LiftBanInput>
/** `changed` is false for a ban that is not there any more. */
export const LiftBanOutput = z.object({ changed: z.boolean() })
