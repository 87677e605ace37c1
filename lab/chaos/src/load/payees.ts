import type { Act } from './act.ts'
import { unlessRejected } from './banks.ts'
import type { Crowd } from './crowd.ts'
import type { Person } from './users.ts'

/** Banks do something with so many payouts, the latest. */
export const LATEST = 30

/** A seller names their bank at the provider, or another one; before that they open an account there. */
export const setUpPayouts: Act = async crowd => {
  const seller = crowd.random.pick(crowd.sellers)
  if (seller) await setUpPayoutsOf(crowd, seller)
}

/** The same of one seller. */
export async function setUpPayoutsOf({ tally, database, bank }: Crowd, seller: Person): Promise<void> {
  const link = await tally.take('set up payouts', () => seller.client.payouts.startOnboarding.mutate())
  if (!link) return
  const account = await unlessRejected(database.payoutAccount.findUnique({ where: { userId: seller.id } }))
  if (!account) return
  if (await unlessRejected(bank.onboardAccount(account.providerAccountId))) tally.note('name a bank')
}

/** The provider asks a seller for more; past due, they are neither paid nor paid out until they have answered. */
export const askPayee: Act = async ({ random, tally, database, bank }) => {
  const accounts = await unlessRejected(database.payoutAccount.findMany({ select: { providerAccountId: true } }))
  const account = random.pick(accounts ?? [])
  if (!account) return
  const pastDue = random.chance(0.5)
  if (await unlessRejected(bank.requireOfAccount(account.providerAccountId, { pastDue }))) {
    tally.note(pastDue ? 'stop an account' : 'ask a seller for more')
  }
}

/** A bank has a payout arrive, does not take it, or sends it back after it had arrived. */
export const settlePayout: Act = async crowd => {
  const { random, tally, database, bank } = crowd
  const payouts = await unlessRejected(
    database.payout.findMany({
      where: { providerId: { not: null }, state: { in: ['IN_TRANSIT', 'PAID'] } },
      orderBy: { id: 'desc' },
      select: { providerId: true, state: true },
      take: LATEST,
    }),
  )
  const payout = random.pick(payouts ?? [])
  if (!payout?.providerId) return
  const isPaid = payout.state === 'PAID'
  if (isPaid && !random.chance(0.15)) return
  const isFailing = isPaid || random.chance(0.2)
  const settled = await unlessRejected((isFailing ? bank.failPayout : bank.payPayout)(payout.providerId))
  if (settled) tally.note(isPaid ? 'return a payout' : isFailing ? 'fail a payout' : 'have a payout arrive')
}

/** Someone at the provider's dashboard gives back what was sent on to its seller already, all or some of it. */
export const refundWhatWasSent: Act = async ({ random, tally, database, stripe }) => {
  const sent = await unlessRejected(
    database.transfer.findMany({
      where: { state: 'SENT' },
      orderBy: { plannedAt: 'desc' },
      select: { amountCents: true, order: { select: { payments: { select: { intentId: true } } } } },
      take: LATEST,
    }),
  )
  const transfer = random.pick(sent ?? [])
  const intentId = transfer?.order.payments[0]?.intentId
  if (!transfer || intentId === undefined) return
  const amount = random.chance(0.3) ? {} : { amount: random.between(1, transfer.amountCents) }
  if (await unlessRejected(stripe.refunds.create({ payment_intent: intentId, ...amount }))) {
    tally.note('refund what was sent on')
  }
}

/** The minute's job is due in one of the API's processes. */
export const moveMoney: Act = ({ moveMoney: enqueue }: Crowd) => enqueue().catch(() => undefined)

/** What is hoped to be done of it. */
export const payeeNames = [
  ...['set up payouts', 'name a bank', 'ask a seller for more', 'stop an account', 'have a payout arrive'],
  ...['fail a payout', 'return a payout', 'refund what was sent on'],
]
