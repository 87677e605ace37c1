import * as z from 'zod/mini'
import { Id, Instant } from '../ids.ts'
import { ListingState } from '../listings/listing.ts'
import { Picture } from '../listings/picture.ts'
import { OverseenOrder } from '../orders/oversee-orders.ts'
import { PageInput, pageOf } from '../paging.ts'
import { PayoutAccountState } from '../payouts/payout-account.ts'
import { Role } from './account.ts'

export const ReadUserInput = z.object({ userId: Id })
export type ReadUserInput = z.infer<typeof ReadUserInput>

/** An entry of the audit that says who did it, when and why. */
export const Decision = z.object({
  at: Instant,
  /** Null for the product itself and the command line. */
  byId: z.nullable(Id),
  byName: z.string(),
  reason: z.nullable(z.string()),
})
export type Decision = z.infer<typeof Decision>

/** A user as an admin sees them, with how they stand and how much there is of theirs. */
export const UserDetails = z.object({
  id: Id,
  /** Empty once they are removed. */
  name: z.string(),
  /** Empty once they are removed; of an account that was set aside, the email that it had. */
  email: z.string(),
  emailVerified: z.boolean(),
  role: Role,
  verified: z.boolean(),
  joinedAt: Instant,
  /** Null unless they are suspended. */
  suspension: z.nullable(Decision),
  /** Null unless payouts to them are frozen. */
  payoutFreeze: z.nullable(Decision),
  /** How far their account at the payment provider is: whether what they earn can be sent to their bank. */
  payoutAccount: PayoutAccountState,
  /** When an admin last verified them or took it back; null when none has. */
  verification: z.nullable(Decision),
  setAsideAt: z.nullable(Instant),
  /** When their account is deleted, as they asked for. */
  deletesAt: z.nullable(Instant),
  removedAt: z.nullable(Instant),
  /** The open proposal to remove this admin. */
  removalProposal: z.nullable(
    z.object({ proposedById: Id, proposedByName: z.string(), proposedAt: Instant, expiresAt: Instant }),
  ),
  counts: z.object({ listings: z.int(), bought: z.int(), sold: z.int(), sessions: z.int() }),
})
export type UserDetails = z.infer<typeof UserDetails>

/** The listings of a user in every state, newest first. */
export const ListUserListingsInput = z.extend(PageInput, { userId: Id })
export type ListUserListingsInput = z.infer<typeof ListUserListingsInput>
export const UserListing = z.object({
  id: Id,
  productName: z.string(),
  image: Picture,
  resalePriceCents: z.int(),
  state: ListingState,
  /** Whether it comes back when the suspension or the deletion ends. */
  hidden: z.boolean(),
  postedAt: Instant,
})
export type UserListing = z.infer<typeof UserListing>
export const ListUserListingsOutput = pageOf(UserListing)

/** The orders of a user on one side of them, newest first. */
export const ListUserOrdersInput = z.extend(PageInput, { userId: Id, side: z.enum(['BUYER', 'SELLER']) })
export type ListUserOrdersInput = z.infer<typeof ListUserOrdersInput>
export const ListUserOrdersOutput = pageOf(OverseenOrder)

/** A session of a user that goes on. */
export const UserSession = z.object({
  id: Id,
  /** The browser, as it names itself. */
  device: z.nullable(z.string()),
  network: z.nullable(z.string()),
  begunAt: Instant,
  /** When it last got an access token: within the last hour while it is used. */
  renewedAt: Instant,
})
export type UserSession = z.infer<typeof UserSession>

/** The sessions of a user that go on, latest used first. */
export const ListUserSessionsInput = z.extend(PageInput, { userId: Id })
export type ListUserSessionsInput = z.infer<typeof ListUserSessionsInput>
export const ListUserSessionsOutput = pageOf(UserSession)
