import { signWebhook } from '@second-ring/stripe-sandbox/webhooks/sign-webhook'
import type { Act } from './act.ts'
import { unlessRejected } from './banks.ts'
import { RestError } from './users.ts'

const LISTED = 100
const AT_ONCE = 4
const DAY_S = 86_400
/** So many days back the oldest is dated. */
const LATE_DAYS = 20
const CALL_MS = 15_000

/**
 * The provider delivers some events once more, or at last: in any order, at once, and dated days back. Of the platform, or of a
 * seller's account.
 */
export const redeliver: Act = async ({ random, stripe, database, webhooks, tally }) => {
  const accounts = random.chance(0.6)
    ? await unlessRejected(database.payoutAccount.findMany({ select: { providerAccountId: true } }))
    : null
  const stripeAccount = random.pick(accounts ?? [])?.providerAccountId
  const options = stripeAccount === undefined ? {} : { stripeAccount }
  const listed = await unlessRejected(stripe.events.list({ limit: LISTED }, options))
  const { url, secret } = webhooks[stripeAccount === undefined ? 'platform' : 'connect']
  const deliveries = Array.from({ length: AT_ONCE }, async () => {
    const event = random.pick(listed?.data ?? [])
    if (!event) return
    const created = event.created - random.between(0, LATE_DAYS) * DAY_S
    const body = JSON.stringify({ ...event, created })
    await tally.take(stripeAccount === undefined ? 'hear again of a charge' : 'hear again of an account', async () => {
      const headers = { 'stripe-signature': signWebhook(body, secret, Math.floor(Date.now() / 1000)) }
      await post(url, body, headers)
      return true
    })
  })
  await Promise.all(deliveries)
}

async function post(url: string, body: string, headers: Record<string, string>): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    signal: AbortSignal.timeout(CALL_MS),
  })
  const text = await response.text()
  if (!response.ok) throw new RestError(response.status, text)
}

/** What is hoped to be done of it. */
export const redeliveryNames = ['hear again of a charge', 'hear again of an account']
