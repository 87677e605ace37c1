import * as z from 'zod/mini'
import { Id, Instant } from '../ids.ts'
import { PageInput, pageOf } from '../paging.ts'
import { searchLine } from '../text.ts'
import { SignUpRole } from './account.ts'

const SEARCH_MAX_LENGTH = 100

/** The people of one role, newest first; `search` is part of a name or an email, taken literally. */
export const ListUsersInput = z.extend(PageInput, {
  role: SignUpRole,
  search: z.optional(searchLine(SEARCH_MAX_LENGTH)),
})
export type ListUsersInput = z.infer<typeof ListUsersInput>

/** A person as an admin sees them. */
export const ListedUser = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  role: SignUpRole,
  verified: z.boolean(),
  joinedAt: Instant,
})
export type ListedUser = z.infer<typeof ListedUser>
export const ListUsersOutput = pageOf(ListedUser)

export const VerifySellerInput = z.object({ userId: Id })
export type VerifySellerInput = z.infer<typeof VerifySellerInput>
/** `changed` is false for a seller who was verified already. */
export const VerifySellerOutput = z.object({ userId: Id, changed: z.boolean() })

export const PreviewRemovalInput = z.object({ userId: Id })
export type PreviewRemovalInput = z.infer<typeof PreviewRemovalInput>
/** What removing a person would do, as things stand now. */
export const RemovalPreview = z.object({
  userId: Id,
  name: z.string(),
  /** Their unsold listings, which leave the market. */
  listingsRemoved: z.int(),
  /** Unpaid bookings, made by them or of their phones, which are cancelled. */
  ordersCancelled: z.int(),
  /** Paid orders whose phone was not handed over; their money goes back. */
  ordersRefunded: z.int(),
  /** Orders that were handed over or refunded, which stay without the person's name, email and phone. */
  ordersKept: z.int(),
})
export type RemovalPreview = z.infer<typeof RemovalPreview>

export const RemoveUserInput = z.object({ userId: Id })
export type RemoveUserInput = z.infer<typeof RemoveUserInput>
export const RemoveUserOutput = z.object({ userId: Id })

/** Until when another admin may confirm it. */
export const ProposeRemovalOutput = z.object({ userId: Id, expiresAt: Instant })
export type ProposeRemovalOutput = z.infer<typeof ProposeRemovalOutput>
