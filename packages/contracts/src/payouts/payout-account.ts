import * as z from 'zod/mini'
import { Instant } from '../ids.ts'

/** How far a seller's account at the payment provider is. */
export const payoutAccountStates = [
  /** There is none, or none any more. */
  'NONE',
  /** The seller has not answered all that the first onboarding asks for. */
  'UNFINISHED',
  /** The provider looks at what was answered. */
  'CHECKING',
  /** Payouts go on, and the provider asks for more. */
  'ASKED',
  'READY',
  /** No payouts until the seller has answered. */
  'DISABLED',
  /** No payouts, and nothing that the seller could answer. */
  'REJECTED',
] as const
export const PayoutAccountState = z.enum(payoutAccountStates)
export type PayoutAccountState = z.infer<typeof PayoutAccountState>

/** The caller's own payout account, as the provider said last. */
export const PayoutAccount = z.object({
  state: PayoutAccountState,
  /** What the provider asks for, in words, such as `a bank account`. */
  asks: z.array(z.string()),
  /** When the provider last said something new; null while there is no account. */
  changedAt: z.nullable(Instant),
  /** Whether an admin has stopped what would be sent to the caller, however far the account is. */
  frozen: z.boolean(),
})
export type PayoutAccount = z.infer<typeof PayoutAccount>

/** Where the caller goes on at the provider: a link for them alone, which opens once and for some minutes. */
export const StartOnboardingOutput = z.object({ url: z.url() })
export type StartOnboardingOutput = z.infer<typeof StartOnboardingOutput>
