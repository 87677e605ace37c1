import { DomainError } from '@second-ring/contracts/errors'
import { Id } from '@second-ring/contracts/ids'
import type Stripe from 'stripe'
import type { AccountBalance, NewPayout, ProviderPayout, Rejected } from '#platform/connected-accounts.ts'
import { BalanceAnswer, PayoutAnswer, parseAnswer } from './stripe-answers.ts'
import { codeOf, orNull, orRejected, pastKeptFailures } from './stripe-errors.ts'
import { readAll } from './stripe-lists.ts'

/** @returns null without access to the account. @throws DomainError PROVIDER_UNAVAILABLE */
export async function readStripeBalance(stripe: Stripe, accountId: string): Promise<AccountBalance | null> {
  const answer = await orNull(() => stripe.balance.retrieve({}, { stripeAccount: accountId }))
  if (answer === null) return null
  const { available, pending } = parseAnswer(BalanceAnswer, answer)
  return { availableCents: dollarsIn(available), pendingCents: dollarsIn(pending) }
}

/** All payouts of an account; none without access to it. @throws DomainError PROVIDER_UNAVAILABLE */
export async function payoutsOf(stripe: Stripe, accountId: string): Promise<ProviderPayout[]> {
  const onAccount = { stripeAccount: accountId }
  try {
    return (await readAll(PayoutAnswer, page => stripe.payouts.list(page, onAccount))).map(toPayout)
  } catch (error) {
    if (error instanceof DomainError && codeOf(error.cause) === 'account_invalid') return []
    throw error
  }
}

/** @returns null when the account has no such payout. @throws DomainError PROVIDER_UNAVAILABLE */
export async function retrieveStripePayout(
  stripe: Stripe,
  { accountId, id }: { accountId: string; id: string },
): Promise<ProviderPayout | null> {
  const answer = await orNull(() => stripe.payouts.retrieve(id, {}, { stripeAccount: accountId }))
  return answer && toPayout(parseAnswer(PayoutAnswer, answer))
}

/**
 * Makes a payout once. The provider forgets a key after a day, so the payout is looked up first.
 * @throws DomainError PROVIDER_UNAVAILABLE, TOO_MANY_REQUESTS
 */
export async function createStripePayout(
  stripe: Stripe,
  { payoutId, accountId, amountCents }: NewPayout,
  now: Date,
): Promise<ProviderPayout | Rejected> {
  const find = async () => (await payoutsOf(stripe, accountId)).find(one => one.payoutId === payoutId)
  const params = { amount: amountCents, currency: 'usd', metadata: { payoutId } }
  const create = async (idempotencyKey: string) => {
    const answer = await stripe.payouts.create(params, { idempotencyKey, stripeAccount: accountId })
    return toPayout(parseAnswer(PayoutAnswer, answer))
  }
  const made = await find()
  return made ?? orRejected(() => pastKeptFailures(create, { key: `payout:${payoutId}`, now, find }))
}

function dollarsIn(funds: BalanceAnswer['available']): number {
  return funds.reduce((sum, { amount, currency }) => (currency === 'usd' ? sum + amount : sum), 0)
}

/** What the provider adds later is on its way until it says how it ended. */
const payoutStates: Partial<Record<string, ProviderPayout['status']>> = {
  pending: 'pending',
  paid: 'paid',
  failed: 'failed',
  canceled: 'canceled',
}

function toPayout(payout: PayoutAnswer): ProviderPayout {
  return {
    id: payout.id,
    amountCents: payout.amount,
    status: payoutStates[payout.status] ?? 'in_transit',
    failureReason: payout.failure_code,
    arrivesAt: new Date(payout.arrival_date * 1000),
    payoutId: Id.safeParse(payout.metadata?.payoutId).data ?? null,
    createdAt: new Date(payout.created * 1000),
  }
}
