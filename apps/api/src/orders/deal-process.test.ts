import type { ClaimState } from '@second-ring/contracts/claims/claim'
import { CASE_HOURS } from '@second-ring/contracts/orders/deadlines'
import { type DealStage, decisionDeadlines } from '@second-ring/contracts/orders/deal.process'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settlePayment } from '#payments/settle-payment.ts'
import { paidOrder } from '#payments/testing/paid-order.ts'

/** The reason of a dispute that the provider does not know. */
const ROW_ALONE = 'row_alone'

let market: Market
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
})
afterAll(async () => {
  // These disputes are rows alone, which the provider check would not find.
  await market.database.dispute.deleteMany({ where: { reason: ROW_ALONE } })
  await market.runJobs()
  expect((await market.checkLedger()).join('\n')).toBe('')
  await market.close()
})

const reason = 'It is so'
const problem = { reason: 'OTHER', text: reason, wish: 'MONEY_BACK', wishCents: null } as const
const decided = { reason, refundCents: null, leftCents: 20_000 }
const noCode = { code: '', proposalId: '' }
type Caller = ReturnType<Market['as']>
type Actor = 'buyer' | 'seller' | 'admin' | 'stranger'
const actors: readonly Actor[] = ['buyer', 'seller', 'admin', 'stranger']

/** Every act that moves a deal. */
const acts = {
  cancel: (caller, { orderId }) => caller.orders.cancel({ orderId }),
  release: (caller, { orderId }) => caller.orders.release({ orderId, reason }),
  handOver: (caller, { orderId, code }) => caller.orders.handOver({ orderId, code }),
  claimHandover: (caller, { orderId }) => caller.orders.claimHandover({ orderId }),
  confirmHandover: (caller, { orderId }) => caller.orders.confirmHandover({ orderId }),
  denyHandover: (caller, { orderId }) => caller.orders.denyHandover({ orderId, reason }),
  decideHandedOver: (caller, { orderId }) => caller.orders.decideHandover({ orderId, outcome: 'HANDED_OVER', reason }),
  decideRefunded: (caller, { orderId }) => caller.orders.decideHandover({ orderId, outcome: 'REFUNDED', reason }),
  acceptPhone: (caller, { orderId }) => caller.orders.acceptPhone({ orderId }),
  acceptCancellation: async (caller, { orderId, proposalId }) =>
    caller.orders.acceptCancellation({ orderId, proposalId }),
  reportNoShow: (caller, { orderId }) => caller.orders.reportNoShow({ orderId, text: reason }),
  admitNoShow: (caller, { orderId }) => caller.orders.admitNoShow({ orderId }),
  denyNoShow: (caller, { orderId }) => caller.orders.denyNoShow({ orderId, text: reason }),
  refund: (caller, { orderId }) => caller.payments.refund({ orderId, reason, relist: true }),
  openClaim: (caller, { orderId }) => caller.claims.open({ ...problem, images: [], orderId }),
  agree: (caller, { orderId }) => caller.claims.answer({ orderId, answer: 'AGREED', offerCents: null }),
  offer: (caller, { orderId }) => caller.claims.answer({ orderId, answer: 'OFFERED', offerCents: 100 }),
  disagree: (caller, { orderId }) =>
    caller.claims.answer({ orderId, answer: 'DISAGREED', offerCents: null, text: reason }),
  acceptOffer: (caller, { orderId }) => caller.claims.acceptOffer({ orderId, offerCents: 100 }),
  askAdmin: (caller, { orderId }) => caller.claims.askAdmin({ orderId }),
  withdrawClaim: (caller, { orderId }) => caller.claims.withdraw({ orderId }),
  confirmReturn: (caller, { orderId, code }) => caller.claims.confirmReturn({ orderId, code }),
  decideRefund: (caller, { orderId }) => caller.cases.decide({ ...decided, orderId, decision: 'REFUND' }),
  decidePart: (caller, { orderId }) =>
    caller.cases.decide({ ...decided, orderId, decision: 'REFUND_PART', refundCents: 100 }),
  decideReturn: (caller, { orderId }) => caller.cases.decide({ ...decided, orderId, decision: 'RETURN' }),
  decideRelease: (caller, { orderId }) => caller.cases.decide({ ...decided, orderId, decision: 'RELEASE' }),
} satisfies Record<
  string,
  (caller: Caller, deal: { orderId: string; code: string; proposalId: string }) => Promise<unknown>
>
type Act = keyof typeof acts

/** Each side may accept what the other has proposed. */
const agreed = { acceptCancellation: 'CANCELLED_BY_AGREEMENT' } as const

/** What comes of each act that somebody may take, by hand; all else changes nothing. `deadline` is what time does. */
const expected: Record<DealStage, Partial<Record<Actor, Partial<Record<Act, string>>>> & { deadline: string }> = {
  PLACED: {
    buyer: { cancel: 'CANCELLED_BY_BUYER' },
    seller: { release: 'RELEASED' },
    admin: { release: 'RELEASED' },
    deadline: 'EXPIRED',
  },
  PAID: {
    buyer: { confirmHandover: 'HANDED_OVER', ...agreed, reportNoShow: 'NO_SHOW_OF_SELLER' },
    seller: {
      ...{ handOver: 'HANDED_OVER', claimHandover: 'HANDOVER_CLAIMED', refund: 'REFUNDED_BY_SELLER' },
      ...agreed,
      reportNoShow: 'NO_SHOW_OF_BUYER',
    },
    admin: { refund: 'REFUNDED_BY_ADMIN' },
    deadline: 'HANDOVER_MISSED',
  },
  NO_SHOW_OF_SELLER: {
    buyer: { confirmHandover: 'HANDED_OVER', ...agreed },
    seller: {
      ...{ handOver: 'HANDED_OVER', refund: 'REFUNDED_BY_SELLER', ...agreed },
      ...{ admitNoShow: 'SELLER_NO_SHOW', denyNoShow: 'PAID' },
    },
    admin: { refund: 'REFUNDED_BY_ADMIN' },
    deadline: 'SELLER_NO_SHOW',
  },
  NO_SHOW_OF_BUYER: {
    buyer: { confirmHandover: 'HANDED_OVER', ...agreed, admitNoShow: 'BUYER_NO_SHOW', denyNoShow: 'PAID' },
    seller: { handOver: 'HANDED_OVER', refund: 'REFUNDED_BY_SELLER', ...agreed },
    admin: { refund: 'REFUNDED_BY_ADMIN' },
    deadline: 'PAID',
  },
  HANDOVER_CLAIMED: {
    buyer: { confirmHandover: 'HANDED_OVER', denyHandover: 'HANDOVER_UNDECIDED', ...agreed },
    seller: { handOver: 'HANDED_OVER', refund: 'REFUNDED_BY_SELLER', ...agreed },
    admin: { refund: 'REFUNDED_BY_ADMIN' },
    deadline: 'HANDOVER_UNDECIDED',
  },
  HANDOVER_UNDECIDED: {
    buyer: { confirmHandover: 'HANDED_OVER', ...agreed },
    seller: { handOver: 'HANDED_OVER', refund: 'REFUNDED_BY_SELLER', ...agreed },
    admin: {
      decideHandedOver: 'HANDED_OVER',
      decideRefunded: 'REFUNDED_BY_ADMIN',
      refund: 'REFUNDED_BY_ADMIN',
    },
    deadline: 'HANDOVER_UNDECIDED',
  },
  HANDED_OVER: {
    buyer: { acceptPhone: 'MONEY_RELEASED', openClaim: 'CLAIM_UNANSWERED' },
    deadline: 'MONEY_RELEASED',
  },
  CLAIM_UNANSWERED: {
    buyer: { withdrawClaim: 'MONEY_RELEASED' },
    seller: { agree: 'REFUNDED_BY_SELLER', offer: 'CLAIM_OFFERED', disagree: 'CLAIM_UNDECIDED' },
    deadline: 'CLAIM_UNDECIDED',
  },
  CLAIM_OFFERED: {
    buyer: { acceptOffer: 'PARTLY_REFUNDED', askAdmin: 'CLAIM_UNDECIDED', withdrawClaim: 'MONEY_RELEASED' },
    deadline: 'CLAIM_UNDECIDED',
  },
  CLAIM_UNDECIDED: {
    buyer: { withdrawClaim: 'MONEY_RELEASED' },
    admin: {
      decideRefund: 'REFUNDED_BY_ADMIN',
      decidePart: 'PARTLY_REFUNDED',
      decideReturn: 'RETURNING',
      decideRelease: 'MONEY_RELEASED',
    },
    deadline: 'CLAIM_UNDECIDED',
  },
  RETURNING: {
    buyer: { confirmReturn: 'PHONE_RETURNED', withdrawClaim: 'MONEY_RELEASED' },
    deadline: 'CLAIM_UNDECIDED',
  },
  PARTLY_REFUNDED: { deadline: 'PARTLY_REFUNDED' },
  RELEASED: { deadline: 'MONEY_RELEASED' },
  CANCELLED: { deadline: 'CANCELLED_BY_BUYER' },
  EXPIRED: { deadline: 'EXPIRED' },
  REFUNDED: { deadline: 'REFUNDED_BY_SELLER' },
}
/** The same while a bank disputes the payment: what it leaves of the acts above. */
const whileDisputed: Partial<Record<DealStage, (typeof expected)[DealStage]>> = {
  PAID: { deadline: 'PAID' },
  NO_SHOW_OF_SELLER: { seller: { denyNoShow: 'PAID' }, deadline: 'NO_SHOW_OF_SELLER' },
  NO_SHOW_OF_BUYER: { buyer: { denyNoShow: 'PAID' }, deadline: 'PAID' },
  HANDOVER_CLAIMED: { buyer: { denyHandover: 'HANDOVER_UNDECIDED' }, deadline: 'HANDOVER_UNDECIDED' },
  HANDOVER_UNDECIDED: { deadline: 'HANDOVER_UNDECIDED' },
  HANDED_OVER: { buyer: { openClaim: 'CLAIM_UNANSWERED' }, deadline: 'HANDED_OVER' },
  CLAIM_UNANSWERED: { seller: { offer: 'CLAIM_OFFERED', disagree: 'CLAIM_UNDECIDED' }, deadline: 'CLAIM_UNDECIDED' },
  CLAIM_OFFERED: { buyer: { askAdmin: 'CLAIM_UNDECIDED' }, deadline: 'CLAIM_UNDECIDED' },
  CLAIM_UNDECIDED: { admin: { decideReturn: 'RETURNING' }, deadline: 'CLAIM_UNDECIDED' },
  RETURNING: { deadline: 'RETURNING' },
}
/** The same while the buyer is suspended, of a deal whose buyer says what becomes of it: an admin acts for them. */
const whileSuspended: Partial<Record<DealStage, (typeof expected)[DealStage]>> = {
  HANDED_OVER: { admin: { acceptPhone: 'MONEY_RELEASED', openClaim: 'CLAIM_UNDECIDED' }, deadline: 'MONEY_RELEASED' },
  RELEASED: { deadline: 'MONEY_RELEASED' },
}

/** Where a deal stands once the account of a side is suspended, by hand. */
const suspended: Record<DealStage, Record<'buyer' | 'seller', string>> = {
  PLACED: { buyer: 'SIDE_REMOVED', seller: 'SIDE_REMOVED' },
  PAID: { buyer: 'SIDE_REMOVED', seller: 'SIDE_REMOVED' },
  NO_SHOW_OF_SELLER: { buyer: 'SIDE_REMOVED', seller: 'SIDE_REMOVED' },
  NO_SHOW_OF_BUYER: { buyer: 'SIDE_REMOVED', seller: 'SIDE_REMOVED' },
  HANDOVER_CLAIMED: { buyer: 'HANDOVER_UNDECIDED', seller: 'HANDOVER_CLAIMED' },
  HANDOVER_UNDECIDED: { buyer: 'HANDOVER_UNDECIDED', seller: 'HANDOVER_UNDECIDED' },
  HANDED_OVER: { buyer: 'HANDED_OVER', seller: 'HANDED_OVER' },
  CLAIM_UNANSWERED: { buyer: 'CLAIM_UNDECIDED', seller: 'CLAIM_UNDECIDED' },
  CLAIM_OFFERED: { buyer: 'CLAIM_UNDECIDED', seller: 'CLAIM_UNDECIDED' },
  CLAIM_UNDECIDED: { buyer: 'CLAIM_UNDECIDED', seller: 'CLAIM_UNDECIDED' },
  RETURNING: { buyer: 'CLAIM_UNDECIDED', seller: 'CLAIM_UNDECIDED' },
  PARTLY_REFUNDED: { buyer: 'PARTLY_REFUNDED', seller: 'PARTLY_REFUNDED' },
  RELEASED: { buyer: 'MONEY_RELEASED', seller: 'MONEY_RELEASED' },
  CANCELLED: { buyer: 'CANCELLED_BY_BUYER', seller: 'CANCELLED_BY_BUYER' },
  EXPIRED: { buyer: 'EXPIRED', seller: 'EXPIRED' },
  REFUNDED: { buyer: 'REFUNDED_BY_SELLER', seller: 'REFUNDED_BY_SELLER' },
}

async function booked() {
  const { id: orderId, listingId, buyerId } = await market.order()
  const { sellerId } = await market.database.listing.findUniqueOrThrow({ where: { id: listingId } })
  return { orderId, listingId, buyerId, sellerId, buyer: market.as(buyerId), seller: market.as(sellerId) }
}
type Deal = Awaited<ReturnType<typeof booked>>

/** How a deal comes to each stage. */
const comesTo: Record<DealStage, () => Promise<Deal>> = {
  PLACED: booked,
  PAID: () => paidOrder(market),
  NO_SHOW_OF_SELLER: () => reportedBy('buyer'),
  NO_SHOW_OF_BUYER: () => reportedBy('seller'),
  HANDOVER_CLAIMED: () => after('PAID', ({ seller, orderId }) => seller.orders.claimHandover({ orderId })),
  HANDOVER_UNDECIDED: () =>
    after('HANDOVER_CLAIMED', ({ buyer, orderId }) => buyer.orders.denyHandover({ orderId, reason })),
  HANDED_OVER: () => after('PAID', ({ buyer, orderId }) => buyer.orders.confirmHandover({ orderId })),
  CLAIM_UNANSWERED: () => after('HANDED_OVER', ({ buyer, orderId }) => acts.openClaim(buyer, { orderId, ...noCode })),
  CLAIM_OFFERED: () => after('CLAIM_UNANSWERED', ({ seller, orderId }) => acts.offer(seller, { orderId, ...noCode })),
  CLAIM_UNDECIDED: () =>
    after('CLAIM_UNANSWERED', ({ seller, orderId }) => acts.disagree(seller, { orderId, ...noCode })),
  RETURNING: () =>
    after('CLAIM_UNDECIDED', async ({ orderId }) => acts.decideReturn(await market.asAdmin(), { orderId, ...noCode })),
  PARTLY_REFUNDED: () =>
    after('CLAIM_OFFERED', ({ buyer, orderId }) => acts.acceptOffer(buyer, { orderId, ...noCode })),
  RELEASED: () => after('HANDED_OVER', ({ buyer, orderId }) => buyer.orders.acceptPhone({ orderId })),
  CANCELLED: () => after('PLACED', ({ buyer, orderId }) => buyer.orders.cancel({ orderId })),
  EXPIRED: () => after('PLACED', ({ orderId }) => timeIsOver(orderId)),
  REFUNDED: () => after('PAID', ({ seller, orderId }) => seller.payments.refund({ orderId, reason, relist: true })),
}

async function reportedBy(side: 'buyer' | 'seller'): Promise<Deal> {
  const deal = await comesTo.PAID()
  await meetingPasses(deal)
  await deal[side].orders.reportNoShow({ orderId: deal.orderId, text: reason })
  return deal
}

/** The time at which the two wanted to meet is over. */
async function meetingPasses({ orderId }: Deal): Promise<void> {
  await market.database.order.update({ where: { id: orderId }, data: { meetingTime: new Date(Date.now() - 60_000) } })
}

/** One side proposes to cancel. Behind the product's back, so that it is there at every stage. */
async function proposed({ orderId, buyerId, sellerId }: Deal, by: Actor): Promise<string> {
  const open = {
    orderId,
    proposedById: by === 'seller' ? sellerId : buyerId,
    reason,
    dueAt: new Date(Date.now() + 60_000),
  }
  await market.database.cancellationProposal.deleteMany({ where: { orderId } })
  return (await market.database.cancellationProposal.create({ data: open, select: { id: true } })).id
}

async function after(stage: DealStage, act: (deal: Deal) => Promise<unknown>): Promise<Deal> {
  const deal = await comesTo[stage]()
  await act(deal)
  return deal
}

async function dispute({ orderId }: Deal): Promise<void> {
  const { id: paymentId, amountCents } = await market.database.payment.findFirstOrThrow({ where: { orderId } })
  await market.database.dispute.create({
    data: {
      paymentId,
      providerId: `du_${orderId}`,
      amountCents,
      reason: ROW_ALONE,
      state: 'NEEDS_RESPONSE',
      openedAt: new Date(),
    },
  })
}

/** The deadline of an order's stage passes, of a report before those of the order, and the market's job does what is due. */
async function timeIsOver(orderId: string): Promise<void> {
  const past = new Date(Date.now() - 60_000)
  const open = { where: { orderId, state: 'OPEN' }, data: { answerDueAt: past } } as const
  if ((await market.database.noShowReport.updateMany(open)).count > 0) return market.runJobs()
  const deadlines = ['reservedUntil', 'handoverDueAt', 'answerDueAt', 'protectedUntil'] as const
  const order = await market.database.order.findUniqueOrThrow({ where: { id: orderId } })
  const passed = deadlines.filter(name => order[name] !== null).map(name => [name, past])
  await market.database.order.update({ where: { id: orderId }, data: Object.fromEntries(passed) })
  await market.database.claim.updateMany({ where: { orderId, dueAt: { not: null } }, data: { dueAt: past } })
  await market.runJobs()
}

const claims: Partial<Record<ClaimState, string>> = {
  SELLER_ANSWERS: 'CLAIM_UNANSWERED',
  BUYER_ANSWERS: 'CLAIM_OFFERED',
  UNDECIDED: 'CLAIM_UNDECIDED',
}
const claimOf = (orderId: string) => market.database.claim.findUnique({ where: { orderId } })

/** Where a deal stands: how it ended, what was said of its handover, or its state. */
async function statusOf(orderId: string): Promise<string> {
  const order = await market.database.order.findUniqueOrThrow({ where: { id: orderId } })
  if (order.state === 'RELEASED') return 'MONEY_RELEASED'
  if (order.state === 'CLAIMED') return claims[(await claimOf(orderId))?.state ?? 'WITHDRAWN'] ?? 'no claim'
  if (order.state === 'RETURNING' || order.state === 'PARTLY_REFUNDED') return order.state
  if (order.ending !== null) return order.ending
  if (order.handoverClaimedAt === null) return (await reportOf(order)) ?? order.state
  const isOver = order.answerDueAt !== null && order.answerDueAt <= new Date()
  return order.handoverDeniedAt !== null || isOver ? 'HANDOVER_UNDECIDED' : 'HANDOVER_CLAIMED'
}

async function reportOf({ id: orderId, buyerId }: { id: string; buyerId: string }): Promise<string | null> {
  const report = await market.database.noShowReport.findFirst({ where: { orderId, state: 'OPEN' } })
  return report && (report.reportedById === buyerId ? 'NO_SHOW_OF_SELLER' : 'NO_SHOW_OF_BUYER')
}

async function callerOf(actor: Actor, deal: Deal): Promise<Caller> {
  if (actor === 'buyer' || actor === 'seller') return deal[actor]
  return actor === 'admin' ? market.asAdmin() : market.asSeller()
}

async function attempt(deal: Deal, actor: Actor, act: Act): Promise<boolean> {
  const { handoverCode } = await market.database.order.findUniqueOrThrow({ where: { id: deal.orderId } })
  const caller = await callerOf(actor, deal)
  const proposalId = await proposed(deal, actor === 'buyer' ? 'seller' : 'buyer')
  const code = (await claimOf(deal.orderId))?.returnCode ?? handoverCode ?? '000000'
  return acts[act](caller, { orderId: deal.orderId, code, proposalId }).then(
    () => true,
    () => false,
  )
}

const cases = [
  ...Object.entries(expected).map(([stage, outcomes]) => ({ stage, outcomes, during: null })),
  ...Object.entries(whileDisputed).map(([stage, outcomes]) => ({ stage, outcomes, during: 'a bank disputes it' })),
  ...Object.entries(whileSuspended).map(([stage, outcomes]) => ({ stage, outcomes, during: 'its buyer is suspended' })),
].map(one => ({ ...one, name: `${one.stage}${one.during === null ? '' : ` while ${one.during}`}` }))

describe.each(cases)('a deal that is $name', ({ stage, outcomes, during }) => {
  const make = async () => {
    const deal = await comesTo[stage as DealStage]()
    await meetingPasses(deal)
    if (during === 'a bank disputes it') await dispute(deal)
    if (during === 'its buyer is suspended') {
      await (await market.asAdmin()).accounts.suspend({ userId: deal.buyerId, reason })
    }
    return deal
  }

  it('is changed by nobody but who may, each to where the table says', async () => {
    const untouched = await make()
    const before = await statusOf(untouched.orderId)
    for (const actor of actors) {
      for (const act of Object.keys(acts) as Act[]) {
        const outcome = outcomes[actor as 'buyer']?.[act]
        const deal = outcome === undefined ? untouched : await make()
        const isDone = await attempt(deal, actor, act)
        const status = await statusOf(deal.orderId)
        expect([actor, act, isDone, status]).toEqual([actor, act, outcome !== undefined, outcome ?? before])
      }
    }
  })

  it('comes by its deadline to where the table says', async () => {
    const deal = await make()
    await timeIsOver(deal.orderId)
    expect(await statusOf(deal.orderId)).toBe(outcomes.deadline)
  })
})

describe.each(Object.keys(decisionDeadlines) as DealStage[])('a deal that is %s', stage => {
  it('is in the queue of admins until it is decided, due after 72 hours and overdue then', async () => {
    const { orderId } = await comesTo[stage]()
    const admin = await market.asAdmin()
    const listed = async () => (await admin.cases.list({ limit: 100 })).items.find(item => item.orderId === orderId)
    const { caseOpenedAt, dueAt, overdue } = (await listed()) ?? {}
    expect(Date.parse(dueAt ?? '') - Date.parse(caseOpenedAt ?? '')).toBe(CASE_HOURS * 3_600_000)
    expect(overdue).toBe(false)
    await market.timePasses({ hours: CASE_HOURS })
    expect(await listed()).toMatchObject({ overdue: true })
    const refund = { ...decided, orderId, outcome: 'REFUNDED', decision: 'REFUND' } as const
    await (stage === 'HANDOVER_UNDECIDED' ? admin.orders.decideHandover(refund) : admin.cases.decide(refund))
    expect(await listed()).toBeUndefined()
  })
})

describe.each(Object.entries(suspended))('a deal that is %s', (stage, outcomes) => {
  it.each(Object.entries(outcomes))('comes to where the table says when its %s is suspended', async (side, outcome) => {
    const deal = await comesTo[stage as DealStage]()
    const userId = side === 'buyer' ? deal.buyerId : deal.sellerId
    await (await market.asAdmin()).accounts.suspend({ userId, reason })
    expect(await statusOf(deal.orderId)).toBe(outcome)
  })
})

/** What others than the two sides and an admin bring about, and what a claim's terms lead to. */
const events = {
  buyerRemoved: async ({ buyerId: userId }) => (await market.asAdmin()).accounts.removeUser({ userId, reason }),
  sellerRemoved: async ({ sellerId: userId }) => (await market.asAdmin()).accounts.removeUser({ userId, reason }),
  async refundedAtProvider(deal) {
    const intentId = await intentOf(deal)
    await market.card.refund(intentId)
    await settlePayment(market.platform, { intentId })
  },
  async disputeLost(deal) {
    const intentId = await intentOf(deal)
    await market.card.bank.decideDispute(await market.card.dispute(intentId), 'lose')
    await settlePayment(market.platform, { intentId })
  },
  async wonOnAppeal(deal) {
    const intentId = await intentOf(deal)
    const disputeId = await market.card.dispute(intentId)
    for (const act of ['lose', 'appeal'] as const) {
      await market.card.bank.decideDispute(disputeId, act)
      await settlePayment(market.platform, { intentId })
    }
  },
  async agreeToPart(deal) {
    await deal.buyer.claims.open({ ...problem, wish: 'PART', wishCents: 100, images: [], orderId: deal.orderId })
    await acts.agree(deal.seller, { orderId: deal.orderId, ...noCode })
  },
  async agreeToReturn(deal) {
    await deal.buyer.claims.open({ ...problem, wish: 'RETURN', images: [], orderId: deal.orderId })
    await acts.agree(deal.seller, { orderId: deal.orderId, ...noCode })
  },
  // As an earlier release allowed.
  async offerAll({ buyer, seller, orderId }) {
    const offerCents = 20_000
    await seller.claims.answer({ orderId, answer: 'OFFERED', offerCents: 100 })
    await market.database.claim.update({ where: { orderId }, data: { offerCents } })
    await buyer.claims.acceptOffer({ orderId, offerCents })
  },
} satisfies Record<string, (deal: Deal) => Promise<unknown>>

const intentOf = async ({ orderId }: Deal) =>
  (await market.database.payment.findFirstOrThrow({ where: { orderId } })).intentId

const notHandedOver = ['PAID', 'NO_SHOW_OF_SELLER', 'NO_SHOW_OF_BUYER'] as const
const waiting = [...notHandedOver, 'HANDOVER_CLAIMED', 'HANDOVER_UNDECIDED'] as const
const claimed = ['CLAIM_UNANSWERED', 'CLAIM_OFFERED', 'CLAIM_UNDECIDED', 'RETURNING'] as const
type Row = [DealStage, keyof typeof events, string]
const rows: Row[] = [
  ...(['PLACED', ...notHandedOver] as const).flatMap((stage): Row[] => [
    [stage, 'buyerRemoved', 'SIDE_REMOVED'],
    [stage, 'sellerRemoved', 'SIDE_REMOVED'],
  ]),
  ['HANDOVER_CLAIMED', 'buyerRemoved', 'HANDOVER_UNDECIDED'],
  ['HANDOVER_CLAIMED', 'sellerRemoved', 'HANDOVER_CLAIMED'],
  ...[...waiting, ...claimed].flatMap((stage): Row[] => [
    [stage, 'refundedAtProvider', 'REFUNDED_AT_PROVIDER'],
    [stage, 'disputeLost', 'DISPUTE_LOST'],
  ]),
  ...waiting.map((stage): Row => [stage, 'wonOnAppeal', 'DISPUTE_LOST']),
  // Nobody knows who has a phone that was to be returned.
  ...claimed.map((stage): Row => [stage, 'wonOnAppeal', stage === 'RETURNING' ? 'DISPUTE_LOST' : 'MONEY_RELEASED']),
  ['HANDED_OVER', 'wonOnAppeal', 'HANDED_OVER'],
  ['RELEASED', 'wonOnAppeal', 'MONEY_RELEASED'],
  ['RELEASED', 'refundedAtProvider', 'MONEY_RELEASED'],
  ['RELEASED', 'disputeLost', 'MONEY_RELEASED'],
  ['HANDED_OVER', 'agreeToPart', 'PARTLY_REFUNDED'],
  ['HANDED_OVER', 'agreeToReturn', 'RETURNING'],
  ['CLAIM_UNANSWERED', 'offerAll', 'REFUNDED_BY_SELLER'],
]

it.each(rows)('a deal that is %s comes by %s to %s', async (stage, event, outcome) => {
  const deal = await comesTo[stage]()
  await events[event](deal)
  await market.runJobs()
  expect(await statusOf(deal.orderId)).toBe(outcome)
})
