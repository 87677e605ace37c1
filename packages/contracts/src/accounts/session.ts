import * as z from 'zod/mini'
import { Instant } from '../ids.ts'
import { Account, AccountName, SignUpRole } from './account.ts'

/** The identity provider's ID token: the proof of who is asking. 16 KB at most. */
const IdToken = z.string().check(z.minLength(1), z.maxLength(16_384))

/** Makes the product's record of a person whom the identity provider has just signed up. */
export const RegisterInput = z.object({ idToken: IdToken, name: AccountName, role: SignUpRole })
export type RegisterInput = z.infer<typeof RegisterInput>
export const RegisterOutput = z.object({ account: Account, created: z.boolean() })
export type RegisterOutput = z.infer<typeof RegisterOutput>

/**
 * Exchanges the provider's ID token for the product's access token. The `code` of a link that was mailed to prove the email
 * keeps the account of whoever signed up with it by a password and comes back by Google.
 */
export const ExchangeSessionInput = z.object({
  idToken: IdToken,
  code: z.optional(z.string().check(z.minLength(1), z.maxLength(1024))),
})
export type ExchangeSessionInput = z.infer<typeof ExchangeSessionInput>
export const ExchangeSessionOutput = z.object({
  accessToken: z.string(),
  expiresAt: Instant,
  account: Account,
  /** Whether the account was about to be deleted, and this sign-in has cancelled that. */
  deletionCancelled: z.boolean(),
})
export type ExchangeSessionOutput = z.infer<typeof ExchangeSessionOutput>

export const MyAccountOutput = Account
