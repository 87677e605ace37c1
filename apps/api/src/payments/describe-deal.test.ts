import type { DealEvent } from '@second-ring/contracts/orders/deal.process'
import type { OrderEventKind } from '@second-ring/contracts/orders/order-details'
import { OrderEvent, OrderEventKind as OrderEventKinds } from '@second-ring/contracts/orders/order-details'
import { EVIDENCE_MAX } from '@second-ring/contracts/payments/dispute-evidence'
import { createMarket, ManualClock, type Market } from '@second-ring/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { balanceOf, claimed, handedOver, undecided } from '#claims/testing/claimed-order.ts'
import { releaseDueMoney } from '#orders/release-due-money.ts'
import { describeEvent } from './describe-deal.ts'
import { putEvidenceTogether } from './put-evidence-together.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket({ webhooks: false, cardsClock: new ManualClock() })
})
afterAll(() => market.close())
afterEach(async () => {
  expect((await market.checkLedger()).join('\n')).toBe('')
})

/** What a bank that disputes an order's payment reads of it, a sentence a line without its time. */
async function linesOf({ paymentId }: { paymentId: string }) {
  const evidence = await putEvidenceTogether(market.database, paymentId)
  const deal = evidence.find(({ part }) => part === 'deal')?.text ?? ''
  return deal.split('\n').map(line => line.replace(/^.*? UTC: /, ''))
}

/** The provider's id of an order's refund. */
async function refundIdOf(orderId: string) {
  const { providerId } = await market.database.refund.findFirstOrThrow({ where: { payment: { orderId } } })
  return providerId
}

const ALL_FINE = /all is fine/
const NO_REPORT = /reported no problem/
const REPORTED =
  'The buyer reported a problem with the phone: It does not work. They wanted: all of the money back. In their words: The screen stays black.'

describe('by which way the money became the seller’s', () => {
  it('is that the buyer said so', async () => {
    const order = await handedOver(market)
    await order.buyer.orders.acceptPhone({ orderId: order.orderId })
    const lines = await linesOf(order)
    expect(lines).toContain('The buyer said that all is fine with the phone, and the money became the seller’s.')
    expect(lines.join('\n')).not.toMatch(NO_REPORT)
  })

  it('is that they reported nothing in time', async () => {
    const order = await handedOver(market)
    await market.timePasses({ hours: 49 })
    await releaseDueMoney(market.platform)
    const lines = await linesOf(order)
    expect(lines).toContain(
      'The buyer reported no problem within 48 hours after the handover, and the money became the seller’s.',
    )
    expect(lines.join('\n')).not.toMatch(ALL_FINE)
  })

  it('is that they withdrew what they had reported, after an offer', async () => {
    const order = await claimed(market)
    await order.answer({ answer: 'OFFERED', offerCents: 2000, text: 'For a new screen.' })
    await order.buyer.claims.withdraw({ orderId: order.orderId })
    const lines = await linesOf(order)
    expect(lines).toEqual(
      expect.arrayContaining([
        REPORTED,
        'The seller offered $20 back. In their words: For a new screen.',
        'The buyer withdrew what they had reported.',
        'With that the money became the seller’s.',
      ]),
    )
    expect(lines.join('\n')).not.toMatch(ALL_FINE)
    expect(lines.join('\n')).not.toMatch(NO_REPORT)
  })

  it('is that an admin decided so about a problem with which the seller disagreed', async () => {
    const order = await undecided(market)
    const admin = await market.asAdmin()
    const decision = {
      decision: 'RELEASE',
      refundCents: null,
      leftCents: 20_000,
      reason: 'The film shows it on.',
    } as const
    await admin.cases.decide({ orderId: order.orderId, ...decision })
    const lines = await linesOf(order)
    expect(lines).toEqual(
      expect.arrayContaining([
        REPORTED,
        'The seller disagreed. In their words: It worked when we met.',
        'The problem was left to the market to decide. Reason: The seller disagrees',
        'The market decided about the problem: the money is the seller’s. Reason: The film shows it on.',
        'By that decision the money became the seller’s.',
      ]),
    )
    expect(lines.join('\n')).not.toMatch(ALL_FINE)
    expect(lines.join('\n')).not.toMatch(NO_REPORT)
  })
})

describe('a problem that was settled by giving money back', () => {
  it('has the part, its refund and who agreed', async () => {
    const order = await claimed(market, { wish: 'PART', wishCents: 5000 })
    await order.answer({ answer: 'AGREED' })
    await market.runJobs()
    await order.settle()
    const lines = await linesOf(order)
    expect(lines).toEqual(
      expect.arrayContaining([
        REPORTED.replace('all of the money back', '$50 back'),
        'The seller agreed to what the buyer wanted.',
        'The problem was settled: $50 goes back to the buyer, who keeps the phone, and the rest became the seller’s. Reason: The seller agrees to the buyer’s claim',
        `A refund of $50 to the buyer’s card (${await refundIdOf(order.orderId)}) was begun, and has been made.`,
      ]),
    )
    expect(await balanceOf(market, order.sellerId)).toBe(14_250)
  })

  it('has the return that an admin ordered', async () => {
    const order = await undecided(market)
    const admin = await market.asAdmin()
    const decision = { decision: 'RETURN', refundCents: null, leftCents: 20_000, reason: 'It is locked.' } as const
    await admin.cases.decide({ orderId: order.orderId, ...decision })
    const { returnCode } = await order.claim()
    await order.buyer.claims.confirmReturn({ orderId: order.orderId, code: returnCode ?? '' })
    await market.runJobs()
    await order.settle()
    const lines = await linesOf(order)
    expect(lines).toEqual(
      expect.arrayContaining([
        'The market decided about the problem: the phone goes back to the seller, and then the money to the buyer. Reason: It is locked.',
        'The buyer gave the phone back to the seller: they entered the six-digit code that only the seller is shown.',
        'The order ended, and its money goes back to the buyer. Reason: The phone was returned',
        `A refund of $200 to the buyer’s card (${await refundIdOf(order.orderId)}) was begun, and has been made.`,
      ]),
    )
  })
})

it('tells a refund in part that was made at the provider', async () => {
  const order = await handedOver(market)
  const id = await market.card.refund(order.intentId, 3000)
  await order.settle()
  expect(await linesOf(order)).toContain(`A refund of $30 to the buyer’s card (${id}) was begun, and has been made.`)
})

it('leaves out the first notes where there is no room, and nothing else', async () => {
  const order = await claimed(market)
  const note = (at: number) => ({ text: `${at} ${'x'.repeat(490)}`, authorId: order.buyerId, orderId: order.orderId })
  const data = Array.from({ length: 50 }, (_, at) => note(at))
  await market.database.orderNote.createMany({ data })
  await order.buyer.claims.withdraw({ orderId: order.orderId })
  const lines = await linesOf(order)
  expect(lines.join('\n').length).toBeLessThanOrEqual(EVIDENCE_MAX)
  expect(lines).toEqual(expect.arrayContaining([REPORTED, 'With that the money became the seller’s.']))
  const notes = lines.filter(line => line.startsWith('The buyer wrote'))
  expect(notes.length).toBeGreaterThan(20)
  expect(notes[0]).not.toMatch(/wrote: 0 /)
  expect(notes.at(-1)).toMatch(/wrote: 49 /)
})

/** What is recorded when a step of the deal is done, and a bank reads of; null: the step is that a time passes, or the bank's own. */
const kindOf: Record<DealEvent, OrderEventKind | null> = {
  // Told from the rows of booking and payment.
  pay: null,
  paidLate: null,
  cancel: 'cancelled',
  release: 'released',
  sideRemoved: 'refunded',
  holdOver: 'expired',
  handOver: 'handed-over',
  confirmHandover: 'handover-confirmed',
  claimHandover: 'handover-claimed',
  denyHandover: 'handover-denied',
  // Nothing is recorded: what was said stays unanswered.
  answerMissed: null,
  decideHandover: 'handover-decided',
  handoverMissed: 'refunded',
  refund: 'refunded',
  acceptCancellation: 'cancellation-agreed',
  reportNoShow: 'no-show-reported',
  denyNoShow: 'no-show-denied',
  admitNoShow: 'no-show-admitted',
  noShowUnanswered: 'refunded',
  refundedAtProvider: 'refunded',
  disputeLost: 'refunded',
  disputeWonLate: 'money-released',
  acceptPhone: 'money-released',
  protectionOver: 'money-released',
  openClaim: 'claim-opened',
  answerClaim: 'claim-answered',
  claimAnswerMissed: 'case-opened',
  answerOffer: 'offer-accepted',
  offerMissed: 'case-opened',
  confirmReturn: 'phone-returned',
  returnMissed: 'case-opened',
  withdrawClaim: 'claim-withdrawn',
  decideClaim: 'claim-decided',
}

const nothing = { events: [], isHandedOver: false, claim: null }
const event = (kind: OrderEventKind, by: OrderEvent['by']) =>
  OrderEvent.parse({ kind, by, at: '2026-11-26T12:00:00.000Z', reason: null, meetingTime: null })

describe('each event of a deal', () => {
  it('that a step brings about has a sentence', () => {
    for (const [step, kind] of Object.entries(kindOf)) {
      const text = kind === null ? 'Nothing.' : describeEvent(event(kind, 'market'), nothing)
      expect([step, text]).toEqual([step, expect.stringMatching(/^[A-Z].*\.$/)])
    }
  })

  it('is in full sentences, whoever acted and whatever is forgotten by then', () => {
    const withoutWords = OrderEventKinds.options.filter(kind => {
      const texts = (['buyer', 'seller', 'admin', 'market', 'bank'] as const).map(by =>
        describeEvent(event(kind, by), nothing),
      )
      for (const text of texts) if (text !== null) expect(text).toMatch(/^[A-Z][^{}]*\.$/)
      return texts.includes(null)
    })
    // From the rows of booking, payment and refunds; the bank's own.
    expect(withoutWords).toEqual([
      'placed',
      'paid',
      'refund-sent',
      'refund-failed',
      'refund-settled-outside',
      'disputed',
      'dispute-closed',
    ])
  })
})
