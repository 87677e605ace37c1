import type Stripe from 'stripe'
import * as z from 'zod/mini'
import type { Clock } from '#platform/clock.ts'
import type { ConnectedAccount, ConnectedAccounts, NewAccount } from '#platform/connected-accounts.ts'
import { AccountAnswer, LinkAnswer, parseAnswer, providerUnavailable } from './stripe-answers.ts'
import { createStripeClient, type StripeClientSettings } from './stripe-client.ts'
import { orNull, orRejected, pastKeptFailures, reaching } from './stripe-errors.ts'
import { verifyStripeEvent } from './stripe-events.ts'
import { createStripePayout, payoutsOf, readStripeBalance, retrieveStripePayout } from './stripe-payouts.ts'
import { createStripeTransfer, reversalsOf, reverseStripeTransfer, transfersOf } from './stripe-transfers.ts'

interface ConnectSettings extends StripeClientSettings {
  /** The secret of the webhook for connected accounts, which is another than that of the platform's own events. */
  webhookSecret: string
  clock: Clock
}

/** Sellers' accounts on Stripe Connect, by Stripe's own SDK; the sandbox stands behind it, on the wire. */
export function createStripeConnectedAccounts(settings: ConnectSettings): ConnectedAccounts {
  const stripe = createStripeClient(settings)
  const { clock, webhookSecret: secret } = settings
  return {
    createAccount: account => createStripeAccount(stripe, account, clock.now()),
    async retrieveAccount(accountId) {
      const answer = await orNull(() => stripe.accounts.retrieve(accountId))
      return answer && toAccount(sameAccount(accountId, parseAnswer(AccountAnswer, answer)))
    },
    async createOnboardingLink({ accountId, returnUrl, refreshUrl }) {
      const urls = { return_url: returnUrl, refresh_url: refreshUrl }
      const link = { account: accountId, type: 'account_onboarding', collect: 'eventually_due', ...urls } as const
      return toUrl(await orNull(() => stripe.accountLinks.create(link)))
    },
    async createLoginLink(accountId) {
      const answer = await orRejected(() => stripe.accounts.createLoginLink(accountId))
      return 'rejected' in answer ? null : toUrl(answer)
    },
    createTransfer: transfer => createStripeTransfer(stripe, transfer, clock.now()),
    listTransfers: group => transfersOf(stripe, group),
    reverseTransfer: reversal => reverseStripeTransfer(stripe, reversal, clock.now()),
    listReversals: transferId => reversalsOf(stripe, transferId),
    readBalance: accountId => readStripeBalance(stripe, accountId),
    createPayout: payout => createStripePayout(stripe, payout, clock.now()),
    retrievePayout: payout => retrieveStripePayout(stripe, payout),
    listPayouts: accountId => payoutsOf(stripe, accountId),
    verifyEvent(rawBody, signature) {
      const event = verifyStripeEvent(stripe, { rawBody, signature, secret, clock })
      const { object, id } = event.data.object
      return {
        id: event.id,
        type: event.type,
        accountId: AccountId.safeParse(event.account).data ?? null,
        payoutId: object === 'payout' ? (PayoutId.safeParse(id).data ?? null) : null,
        happenedAt: new Date(event.created * 1000),
      }
    },
  }
}

const AccountId = z.string().check(z.regex(/^acct_[A-Za-z0-9]{1,100}$/))
const PayoutId = z.string().check(z.regex(/^po_[A-Za-z0-9]{1,100}$/))

/**
 * Losses and fees are the platform's, and nothing is paid out by itself. The holder names themself and their bank to the
 * provider alone: no data of theirs is sent.
 */
async function createStripeAccount(stripe: Stripe, account: NewAccount, now: Date): Promise<ConnectedAccount> {
  const { userId, marketId, replaces } = account
  const params = {
    country: 'US',
    controller: {
      losses: { payments: 'application' },
      fees: { payer: 'application' },
      stripe_dashboard: { type: 'express' },
      requirement_collection: 'stripe',
    },
    capabilities: { transfers: { requested: true } },
    settings: { payouts: { schedule: { interval: 'manual' } } },
    metadata: { userId, market: marketId },
  } satisfies Stripe.AccountCreateParams
  const create = (idempotencyKey: string) => stripe.accounts.create(params, { idempotencyKey })
  const key = replaces === null ? `account:${userId}` : `account:${userId}:after:${replaces}`
  return toAccount(parseAnswer(AccountAnswer, await reaching(() => pastKeptFailures(create, { key, now }))))
}

function toAccount(account: AccountAnswer): ConnectedAccount {
  return {
    id: account.id,
    detailsSubmitted: account.details_submitted,
    transfersEnabled: account.capabilities?.transfers === 'active',
    payoutsEnabled: account.payouts_enabled,
    requirementsDue: account.requirements?.currently_due ?? [],
    disabledReason: account.requirements?.disabled_reason ?? null,
  }
}

function toUrl(answer: object | null): string | null {
  return answer && parseAnswer(LinkAnswer, answer).url
}

function sameAccount(accountId: string, answer: AccountAnswer): AccountAnswer {
  if (answer.id !== accountId) throw providerUnavailable(new Error(`Asked for ${accountId}, got ${answer.id}`))
  return answer
}
