import * as z from 'zod/mini'
import { Instant } from '../ids.ts'
import { bodyOf, pageQuery } from '../wire.ts'
import { AccountName, Email } from './account.ts'
import { ModerationReason } from './moderation.ts'

export const EmailQuery = z.object({ email: Email })
export const EmailParams = z.object({ email: Email })

/** `GET /jwt`: empty, with a message, for someone whom the product does not know. */
export const RestAccessToken = z.object({
  accessToken: z.string(),
  message: z.optional(z.string()),
  code: z.optional(z.string()),
})

export const RestRole = z.enum(['Buyer', 'Seller'])

/** `POST /users` */
export const RestNewUser = bodyOf({ name: AccountName, email: Email, role: RestRole })
export const RestUserMade = z.object({ acknowledged: z.literal(true), insertedId: z.string() })

export const RestIsAdmin = z.object({ isAdmin: z.boolean() })
export const RestIsSeller = z.object({ isSeller: z.boolean() })

/** `GET /users/Buyer` and `GET /users/Seller`: `status` is there once a seller is verified. */
export const RestUsers = z.array(
  z.object({
    _id: z.string(),
    name: z.string(),
    email: z.string(),
    role: RestRole,
    status: z.optional(z.literal('verified')),
  }),
)
export const RestUsersPage = z.object(pageQuery)

/** `POST /users/{id}`: nothing else of a person is changed by it. */
export const RestVerification = bodyOf({
  verified: z.literal('verified', 'verified must be "verified"'),
  email: z.optional(z.never('email may not be sent')),
})
export const RestVerified = z.object({
  acknowledged: z.literal(true),
  matchedCount: z.int(),
  modifiedCount: z.int(),
})

/** `POST /users/{id}/suspension` */
export const RestSuspension = bodyOf({ reason: ModerationReason })
export const RestSuspended = z.object({ acknowledged: z.literal(true), modifiedCount: z.int() })
/** `DELETE /users/{id}/suspension` */
export const RestLifted = RestSuspended

/** `POST /users/{id}/payout-freeze`, and `DELETE` */
export const RestPayoutFreeze = bodyOf({ reason: ModerationReason })
export const RestPayoutsFrozen = RestSuspended
export const RestPayoutsReleased = RestSuspended

/** `POST /account/start-selling` */
export const RestStartedSelling = z.object({ acknowledged: z.literal(true), modifiedCount: z.int() })

/** How old a sign-in may be to be synced, in seconds: the specification's limit. */
export const TOKEN_SYNC_MAX_AGE_S = 300

/** `POST /token-sync`: until when the cookie is good; `DELETE` clears it. */
export const RestSessionSynced = z.object({ acknowledged: z.literal(true), expiresAt: z.optional(Instant) })
