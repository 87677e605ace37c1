import type { Stripe } from 'stripe'
import { ManualClock } from './manual-clock.ts'
import { newSeller } from './new-account.ts'
import { type Sandbox, startSandbox } from './start-sandbox.ts'

/** How long a charge's funds are pending. */
export const TWO_DAYS_MS = 2 * 24 * 60 * 60 * 1000

/** A sandbox with one seller who may be paid; time stands still. */
export async function startMarket(options: Parameters<typeof startSandbox>[0] = {}) {
  const clock = new ManualClock()
  const sandbox = await startSandbox({ clock, ...options })
  return { clock, sandbox, stripe: sandbox.stripe, seller: await newSeller(sandbox) }
}

/** Pays 50 dollars: the charge's id. */
export async function pay(
  { stripe }: Sandbox,
  params: Partial<Stripe.PaymentIntentCreateParams> = {},
): Promise<string> {
  const intent = await stripe.paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    payment_method: 'pm_card_visa',
    confirm: true,
    ...params,
  })
  return String(intent.latest_charge)
}

/** Gives an account money out of a new charge: the transfer's id. */
export async function transferTo(sandbox: Sandbox, destination: string, amount = 4000): Promise<string> {
  const source = await pay(sandbox)
  const order = { amount, currency: 'usd', destination, source_transaction: source }
  return (await sandbox.stripe.transfers.create(order)).id
}

/** What an account, or the platform, has available and pending, in cents. */
export async function fundsOf({ stripe }: Sandbox, stripeAccount?: string): Promise<(number | undefined)[]> {
  const { available, pending } = await stripe.balance.retrieve({}, stripeAccount ? { stripeAccount } : {})
  return [available[0]?.amount, pending[0]?.amount]
}
