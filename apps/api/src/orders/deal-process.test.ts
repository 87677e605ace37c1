import type { DealStage } from '@second-ring/contracts/orders/deal.process'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paidOrder } from '#payments/testing/paid-order.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
})
afterAll(async () => {
  // These disputes are rows alone, which the provider check would not find.
  await market.database.dispute.deleteMany()
  await market.runJobs()
  expect((await market.checkLedger()).join('\n')).toBe('')
  await market.close()
})

const reason = 'It is so'
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
  refund: (caller, { orderId }) => caller.payments.refund({ orderId, reason, relist: true }),
} satisfies Record<string, (caller: Caller, deal: { orderId: string; code: string }) => Promise<unknown>>
type Act = keyof typeof acts

/** What comes of each act that somebody may take, by hand; all else changes nothing. `deadline` is what time does. */
const expected: Record<DealStage, Partial<Record<Actor, Partial<Record<Act, string>>>> & { deadline: string }> = {
  PLACED: {
    buyer: { cancel: 'CANCELLED_BY_BUYER' },
    seller: { release: 'RELEASED' },
    admin: { release: 'RELEASED' },
    deadline: 'EXPIRED',
  },
  PAID: {
    buyer: { confirmHandover: 'HANDED_OVER' },
    seller: { handOver: 'HANDED_OVER', claimHandover: 'HANDOVER_CLAIMED', refund: 'REFUNDED_BY_SELLER' },
    admin: { refund: 'REFUNDED_BY_ADMIN' },
    deadline: 'HANDOVER_MISSED',
  },
  HANDOVER_CLAIMED: {
    buyer: { confirmHandover: 'HANDED_OVER', denyHandover: 'HANDOVER_UNDECIDED' },
    seller: { handOver: 'HANDED_OVER', refund: 'REFUNDED_BY_SELLER' },
    admin: { refund: 'REFUNDED_BY_ADMIN' },
    deadline: 'HANDOVER_UNDECIDED',
  },
  HANDOVER_UNDECIDED: {
    buyer: { confirmHandover: 'HANDED_OVER' },
    seller: { handOver: 'HANDED_OVER', refund: 'REFUNDED_BY_SELLER' },
    admin: {
      decideHandedOver: 'HANDED_OVER',
      decideRefunded: 'REFUNDED_BY_ADMIN',
      refund: 'REFUNDED_BY_ADMIN',
    },
    deadline: 'HANDOVER_UNDECIDED',
  },
  HANDED_OVER: { buyer: { acceptPhone: 'MONEY_RELEASED' }, deadline: 'MONEY_RELEASED' },
  RELEASED: { deadline: 'MONEY_RELEASED' },
  CANCELLED: { deadline: 'CANCELLED_BY_BUYER' },
  EXPIRED: { deadline: 'EXPIRED' },
  REFUNDED: { deadline: 'REFUNDED_BY_SELLER' },
}
/** The same while a bank disputes the payment: what it leaves of the acts above. */
const whileDisputed: Partial<Record<DealStage, (typeof expected)[DealStage]>> = {
  PAID: { deadline: 'PAID' },
  HANDOVER_CLAIMED: { buyer: { denyHandover: 'HANDOVER_UNDECIDED' }, deadline: 'HANDOVER_UNDECIDED' },
  HANDOVER_UNDECIDED: { deadline: 'HANDOVER_UNDECIDED' },
  HANDED_OVER: { deadline: 'HANDED_OVER' },
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
  HANDOVER_CLAIMED: () => after('PAID', ({ seller, orderId }) => seller.orders.claimHandover({ orderId })),
  HANDOVER_UNDECIDED: () =>
    after('HANDOVER_CLAIMED', ({ buyer, orderId }) => buyer.orders.denyHandover({ orderId, reason })),
  HANDED_OVER: () => after('PAID', ({ buyer, orderId }) => buyer.orders.confirmHandover({ orderId })),
  RELEASED: () => after('HANDED_OVER', ({ buyer, orderId }) => buyer.orders.acceptPhone({ orderId })),
  CANCELLED: () => after('PLACED', ({ buyer, orderId }) => buyer.orders.cancel({ orderId })),
  EXPIRED: () => after('PLACED', ({ orderId }) => timeIsOver(orderId)),
  REFUNDED: () => after('PAID', ({ seller, orderId }) => seller.payments.refund({ orderId, reason, relist: true })),
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
      reason: 'x',
      state: 'NEEDS_RESPONSE',
      openedAt: new Date(),
    },
  })
}

/** Every deadline of an order passes, and the market's job does what is due. */
async function timeIsOver(orderId: string): Promise<void> {
  const past = new Date(Date.now() - 60_000)
  const deadlines = ['reservedUntil', 'handoverDueAt', 'answerDueAt', 'protectedUntil'] as const
  const order = await market.database.order.findUniqueOrThrow({ where: { id: orderId } })
  const passed = deadlines.filter(name => order[name] !== null).map(name => [name, past])
  await market.database.order.update({ where: { id: orderId }, data: Object.fromEntries(passed) })
  await market.runJobs()
}

/** Where a deal stands: how it ended, what was said of its handover, or its state. */
async function standingOf(orderId: string): Promise<string> {
  const order = await market.database.order.findUniqueOrThrow({ where: { id: orderId } })
  if (order.state === 'RELEASED') return 'MONEY_RELEASED'
  if (order.ending !== null) return order.ending
  if (order.handoverClaimedAt === null) return order.state
  const isOver = order.answerDueAt !== null && order.answerDueAt <= new Date()
  return order.handoverDeniedAt !== null || isOver ? 'HANDOVER_UNDECIDED' : 'HANDOVER_CLAIMED'
}

async function callerOf(actor: Actor, deal: Deal): Promise<Caller> {
  if (actor === 'buyer' || actor === 'seller') return deal[actor]
  return actor === 'admin' ? market.asAdmin() : market.asSeller()
}

async function attempt(deal: Deal, actor: Actor, act: Act): Promise<boolean> {
  const { handoverCode } = await market.database.order.findUniqueOrThrow({ where: { id: deal.orderId } })
  const caller = await callerOf(actor, deal)
  return acts[act](caller, { orderId: deal.orderId, code: handoverCode ?? '000000' }).then(
    () => true,
    () => false,
  )
}

const cases = [
  ...Object.entries(expected).map(([stage, outcomes]) => ({ stage, outcomes, isDisputed: false })),
  ...Object.entries(whileDisputed).map(([stage, outcomes]) => ({ stage, outcomes, isDisputed: true })),
].map(one => ({ ...one, name: `${one.stage}${one.isDisputed ? ' while a bank disputes it' : ''}` }))

describe.each(cases)('a deal that is $name', ({ stage, outcomes, isDisputed }) => {
  const make = async () => {
    const deal = await comesTo[stage as DealStage]()
    if (isDisputed) await dispute(deal)
    return deal
  }

  it('is changed by nobody but who may, each to where the table says', async () => {
    const untouched = await make()
    const before = await standingOf(untouched.orderId)
    for (const actor of actors) {
      for (const act of Object.keys(acts) as Act[]) {
        const outcome = outcomes[actor as 'buyer']?.[act]
        const deal = outcome === undefined ? untouched : await make()
        const isDone = await attempt(deal, actor, act)
        const standing = await standingOf(deal.orderId)
        expect([actor, act, isDone, standing]).toEqual([actor, act, outcome !== undefined, outcome ?? before])
      }
    }
  })

  it('comes by its deadline to where the table says', async () => {
    const deal = await make()
    await timeIsOver(deal.orderId)
    expect(await standingOf(deal.orderId)).toBe(outcomes.deadline)
  })
})
