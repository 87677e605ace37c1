import type { CardPayments } from '#platform/card-payments.ts'
import type { ConnectedAccounts } from '#platform/connected-accounts.ts'
import type { IdentityProvider } from '#platform/identity.ts'
import { createProviderPolicy, guarded, type ProviderPolicy } from './provider-policy.ts'

interface Providers {
  cardPayments: CardPayments
  connectedAccounts: ConnectedAccounts
  identity: IdentityProvider
}

interface GuardOptions {
  /** How many requests the server works on at once: a quarter of them may wait for one provider. */
  maxInFlight: number
  timeoutMs?: number
  failuresInARow?: number
}

export type GuardedProviders = Providers & {
  /** By their names in the readiness report. */
  policies: Record<'cardPayments' | 'payouts' | 'signIn', ProviderPolicy>
}

const SHARE = 1 / 4
/** As long as a person waits. */
const TIMEOUT_MS = 8000
const FAILURES_IN_A_ROW = 10
const REST_MS = 5000

/** The outside providers that requests wait for, none of which takes more than its share of the server. */
export function guardProviders(
  providers: Providers,
  { maxInFlight, timeoutMs = TIMEOUT_MS, failuresInARow = FAILURES_IN_A_ROW }: GuardOptions,
): GuardedProviders {
  const policyOf = (message: string) =>
    createProviderPolicy({
      atOnce: Math.max(1, Math.floor(maxInFlight * SHARE)),
      timeoutMs,
      failuresInARow,
      restMs: REST_MS,
      message,
    })
  const policies = {
    cardPayments: policyOf('Card payments are not available right now. Try again in a minute.'),
    // Of the same provider, but apart: jobs that pay sellers leave buyers their places.
    payouts: policyOf('Payouts are not available right now. Try again in a minute.'),
    signIn: policyOf('Sign-in is not available right now. Try again in a minute.'),
  }
  return {
    policies,
    cardPayments: guarded(providers.cardPayments, policies.cardPayments, ['verifyEvent', 'listCharges']),
    connectedAccounts: guarded(providers.connectedAccounts, policies.payouts, ['verifyEvent']),
    identity: guarded(providers.identity, policies.signIn),
  }
}
