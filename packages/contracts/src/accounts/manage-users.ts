import * as z from 'zod/mini'
import { Id, Instant } from '../ids.ts'
import { NAME_MAX_LENGTH } from '../limits.ts'
import { PageInput, pageOf } from '../paging.ts'
import { searchLine, storedText } from '../text.ts'
import { Role } from './account.ts'
import { ModerationReason } from './moderation.ts'

const SEARCH_MAX_LENGTH = 100

/** The people of one role, newest first; `search` is part of a name or an email, taken literally. */
export const ListUsersInput = z.extend(PageInput, {
  role: Role,
  search: z.optional(searchLine(SEARCH_MAX_LENGTH)),
})
export type ListUsersInput = z.infer<typeof ListUsersInput>

/** A person as an admin sees them. */
export const ListedUser = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  role: Role,
  verified: z.boolean(),
  joinedAt: Instant,
  suspended: z.boolean(),
  /** Whether somebody else has proven the email, so that nobody signs in to it any more. */
  setAside: z.boolean(),
  /** Whether they asked to have their account deleted. */
  leaving: z.boolean(),
})
export type ListedUser = z.infer<typeof ListedUser>
export const ListUsersOutput = pageOf(ListedUser)

/** `note` says what was checked; admins read it on the seller's page. `name` is the one that the admin saw. */
export const VerifySellerInput = z.object({
  userId: Id,
  name: z.optional(storedText(NAME_MAX_LENGTH)),
  note: z.optional(ModerationReason),
})
export type VerifySellerInput = z.infer<typeof VerifySellerInput>
/** `changed` is false for a seller who was verified already. */
export const VerifySellerOutput = z.object({ userId: Id, changed: z.boolean() })

/** Takes a seller's verification back; they read the reason. */
export const UnverifySellerInput = z.object({ userId: Id, reason: ModerationReason })
export type UnverifySellerInput = z.infer<typeof UnverifySellerInput>
/** `changed` is false for a seller who was not verified. */
export const UnverifySellerOutput = z.object({ userId: Id, changed: z.boolean() })

export const PreviewRemovalInput = z.object({ userId: Id })
export type PreviewRemovalInput = z.infer<typeof PreviewRemovalInput>
/** What removing a person would do, as things stand now. */
export const RemovalPreview = z.object({
  userId: Id,
  name: z.string(),
  /** Whether the email was ever proven: only then may it be banned, as it could be another's. */
  emailProven: z.boolean(),
  /** Their unsold listings, which leave the market. */
  listingsRemoved: z.int(),
  /** Unpaid bookings, made by them or of their phones, which are cancelled. */
  ordersCancelled: z.int(),
  /** Paid orders whose phone was not handed over; their money goes back. */
  ordersRefunded: z.int(),
  /** Orders that were handed over or refunded, which stay without the person's name, email and phone. */
  ordersKept: z.int(),
  /** What is theirs and not at their bank, in cents; below zero when they owe it to the market. */
  balanceCents: z.int(),
  /** What of phones in their buyers' hands will be theirs, unless a claim says otherwise. */
  heldCents: z.int(),
  /** Whether it is sent to their bank all the same. Otherwise it waits, and is listed as open money. */
  isPayable: z.boolean(),
  /** Whether it waits because payouts to them are frozen. */
  isFrozen: z.boolean(),
})
export type RemovalPreview = z.infer<typeof RemovalPreview>

/** The user reads the `reason` in the last mail. With `banReason` no account may have the email again. */
export const RemoveUserInput = z.object({
  userId: Id,
  reason: z.optional(ModerationReason),
  banReason: z.optional(ModerationReason),
})
export type RemoveUserInput = z.infer<typeof RemoveUserInput>
export const RemoveUserOutput = z.object({ userId: Id })

export const ProposeRemovalInput = z.object({ userId: Id })
export type ProposeRemovalInput = z.infer<typeof ProposeRemovalInput>
/** Until when another admin may confirm it. */
export const ProposeRemovalOutput = z.object({ userId: Id, expiresAt: Instant })
export type ProposeRemovalOutput = z.infer<typeof ProposeRemovalOutput>

/** Takes the caller's own proposal back. */
export const WithdrawRemovalInput = z.object({ userId: Id })
export type WithdrawRemovalInput = z.infer<typeof WithdrawRemovalInput>
/** `changed` is false when there is none any more. */
export const WithdrawRemovalOutput = z.object({ changed: z.boolean() })
