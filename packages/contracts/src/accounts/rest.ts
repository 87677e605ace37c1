import * as z from 'zod/mini'
import { bodyOf } from '../wire.ts'
import { AccountName, Email } from './account.ts'

export const EmailQuery = z.object({ email: Email })
export const EmailParams = z.object({ email: Email })

/** `GET /jwt`: empty, with a message, for someone whom the product does not know. */
export const RestAccessToken = z.object({ accessToken: z.string(), message: z.optional(z.string()) })

export const RestRole = z.enum(['Buyer', 'Seller'])

/** `POST /users` */
export const RestNewUser = bodyOf({ name: AccountName, email: Email, role: RestRole })
export const RestUserMade = z.object({ acknowledged: z.literal(true), insertedId: z.string() })

export const RestIsAdmin = z.object({ isAdmin: z.boolean() })
export const RestIsSeller = z.object({ isSeller: z.boolean() })
