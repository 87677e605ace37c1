import type { Stripe } from 'stripe'
import { sandboxControls } from '../controls/sandbox-controls.ts'
import { type Sandbox, SECRET_KEY } from './start-sandbox.ts'

/** An account as a marketplace makes them: losses and fees are its own, payouts are manual. */
export const EXPRESS = {
  controller: {
    losses: { payments: 'application' },
    fees: { payer: 'application' },
    stripe_dashboard: { type: 'express' },
    requirement_collection: 'stripe',
  },
  capabilities: { transfers: { requested: true } },
  settings: { payouts: { schedule: { interval: 'manual' } } },
} satisfies Stripe.AccountCreateParams

export const LINK = {
  type: 'account_onboarding',
  refresh_url: 'http://shop.test/refresh',
  return_url: 'http://shop.test/return',
} satisfies Omit<Stripe.AccountLinkCreateParams, 'account'>

export function controlsOf({ url }: Sandbox) {
  return sandboxControls({ url, secretKey: SECRET_KEY })
}

/** The id of an account that may be paid and may pay out to this bank account. */
export async function newSeller(sandbox: Sandbox, accountNumber = '000123456789'): Promise<string> {
  const { id } = await sandbox.stripe.accounts.create(EXPRESS)
  await controlsOf(sandbox).onboardAccount(id, { accountNumber })
  return id
}
