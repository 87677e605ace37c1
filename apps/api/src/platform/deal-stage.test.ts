import { CASE_HOURS } from '@second-ring/contracts/orders/deadlines'
import { allDealSteps, type DealStage, dealStages, decisionDeadlines } from '@second-ring/contracts/orders/deal.process'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paidOrder } from '#payments/testing/paid-order.ts'
import { stageAndDue } from './deal-stage.ts'

const at = (day: number) => new Date(Date.UTC(2030, 0, day))
/** Each moment of a deal that is a deadline, all of them another day. */
const moments = {
  reservedUntil: at(1),
  handoverDueAt: at(2),
  noShowDueAt: at(3),
  answerDueAt: at(4),
  handoverDecisionDueAt: at(5),
  protectedUntil: at(6),
  claimDueAt: at(7),
}
const nothing = { claimState: null, claimed: false, denied: false, noShowBy: null } as const
const isOver = { answerOver: false, noShowOver: false, claimOver: false }

/** What makes each stage that is not its order's state alone. */
const makes = {
  NO_SHOW_OF_SELLER: { noShowBy: 'buyer' },
  NO_SHOW_OF_BUYER: { noShowBy: 'seller' },
  HANDOVER_CLAIMED: { claimed: true },
  HANDOVER_UNDECIDED: { claimed: true, denied: true },
  CLAIM_UNANSWERED: { claimState: 'SELLER_ANSWERS' },
  CLAIM_OFFERED: { claimState: 'BUYER_ANSWERS' },
  CLAIM_UNDECIDED: { claimState: 'UNDECIDED' },
} as const satisfies Partial<Record<DealStage, object>>

const rowIn = (stage: DealStage) => ({
  ...{ ...moments, ...nothing, ...isOver, orderState: dealStages[stage] },
  ...makes[stage as keyof typeof makes],
})

describe('the moment that goes with a stage', () => {
  it.each(Object.keys(dealStages) as DealStage[])('is the deadline in the deal’s table: %s', stage => {
    const steps = allDealSteps.filter(({ from }) => from.includes(stage))
    const named = new Set([...steps.map(({ deadline }) => deadline), decisionDeadlines[stage]])
    named.delete(undefined)
    expect(named.size).toBeLessThanOrEqual(1)
    const [deadline] = named
    const dueAt = deadline === undefined ? null : moments[deadline].toISOString()
    expect(stageAndDue(rowIn(stage))).toEqual({ stage, dueAt })
  })

  it('is none of a turn in a claim that is over, before it is the admins’', () => {
    const row = { ...rowIn('CLAIM_UNANSWERED'), claimOver: true }
    expect(stageAndDue(row)).toEqual({ stage: 'CLAIM_UNDECIDED', dueAt: null })
  })
})

describe('a handover that an admin decides', () => {
  let market: Market
  beforeAll(async () => {
    market = await createMarket({ webhooks: false })
  })
  afterAll(() => market.close())

  it('shows its seller until when, counted from the denial or the time to answer', async () => {
    const { orderId, buyer, seller } = await paidOrder(market)
    const { answerDueAt } = await seller.orders.claimHandover({ orderId })
    const booking = async () => (await seller.listings.mine({})).items[0]?.booking
    expect(await booking()).toMatchObject({ stage: 'HANDOVER_CLAIMED', dueAt: answerDueAt })
    await buyer.orders.denyHandover({ orderId, reason: 'Nobody came' })
    const { handoverDeniedAt } = await market.database.order.findUniqueOrThrow({ where: { id: orderId } })
    const dueAt = new Date(Number(handoverDeniedAt) + CASE_HOURS * 3_600_000).toISOString()
    expect(await booking()).toMatchObject({ stage: 'HANDOVER_UNDECIDED', dueAt })
    expect(await seller.earnings.deal({ orderId })).toMatchObject({ stage: 'HANDOVER_UNDECIDED', at: dueAt })
  })
})
