import type { Market } from '@second-ring/testkit'
import fc from 'fast-check'
import type { Hints } from './arbitrary-of.ts'
import type { Order } from './stage.ts'

/** Deals of the stage's buyer and seller that were paid, each in the stage that an act needs. */
export interface Deals {
  handedOver: Order
  claimed: Order
  toWithdraw: Order
  offered: Order
  offeredToo: Order
  returning: Order
  undecided: Order
  handoverClaimed: Order
  handoverDenied: Order
  missed: Order
  missedToo: Order
  /** With a proposal of a meeting or a cancellation, each of the buyer's, by the order's id. */
  meetingToDecline: Order
  meetingToWithdraw: Order
  cancellationToAccept: Order
  cancellationToDecline: Order
  cancellationToWithdraw: Order
  proposals: Record<string, string>
  returnCode: string
}

const OFFER_CENTS = 5_000
/** What is left of the payment of an order of the stage. */
const LEFT_CENTS = 20_000
const HOUR_MS = 3_600_000

/** @param paid makes a paid order of the two */
export async function openDeals(
  market: Market,
  { buyerId, sellerId, paid }: { buyerId: string; sellerId: string; paid: () => Promise<Order> },
): Promise<Deals> {
  const [buyer, seller] = [market.as(buyerId), market.as(sellerId)]
  const proposals: Record<string, string> = {}
  const handedOver = async () => {
    const order = await paid()
    await buyer.orders.confirmHandover(order)
    return order
  }
  const claimed = async (wish: 'MONEY_BACK' | 'RETURN' = 'MONEY_BACK') => {
    const order = await handedOver()
    const problem = { reason: 'OTHER', text: 'It is red.', wish, wishCents: null } as const
    await buyer.claims.open({ ...problem, orderId: order.orderId, images: [] })
    return order
  }
  const answered = async (answer: 'OFFERED' | 'DISAGREED') => {
    const order = await claimed()
    const offerCents = answer === 'OFFERED' ? OFFER_CENTS : null
    await seller.claims.answer({ orderId: order.orderId, answer, offerCents, text: 'It was never red.' })
    return order
  }
  const returning = await claimed('RETURN')
  await seller.claims.answer({ orderId: returning.orderId, answer: 'AGREED', offerCents: null, text: '' })
  const handoverClaimed = await paid()
  const handoverDenied = await paid()
  for (const order of [handoverClaimed, handoverDenied]) await seller.orders.claimHandover(order)
  await buyer.orders.denyHandover({ orderId: handoverDenied.orderId, reason: 'Nobody came' })
  const missed = async () => {
    const order = await paid()
    const meetingTime = new Date(Date.now() - HOUR_MS)
    await market.database.order.update({ where: { id: order.orderId }, data: { meetingTime } })
    await buyer.orders.reportNoShow({ orderId: order.orderId, text: 'Nobody came' })
    return order
  }
  const proposed = async (propose: (orderId: string) => Promise<{ proposalId: string }>) => {
    const order = await paid()
    proposals[order.orderId] = (await propose(order.orderId)).proposalId
    return order
  }
  const meeting = (orderId: string) => buyer.orders.proposeMeeting({ orderId, meetingPlace: 'Pier', meetingTime: null })
  const cancellation = (orderId: string) => buyer.orders.proposeCancellation({ orderId, reason: 'I moved' })
  const { returnCode } = await market.database.claim.findUniqueOrThrow({ where: { orderId: returning.orderId } })
  return {
    handedOver: await handedOver(),
    claimed: await claimed(),
    toWithdraw: await claimed(),
    offered: await answered('OFFERED'),
    offeredToo: await answered('OFFERED'),
    returning,
    undecided: await answered('DISAGREED'),
    handoverClaimed,
    handoverDenied,
    missed: await missed(),
    missedToo: await missed(),
    meetingToDecline: await proposed(meeting),
    meetingToWithdraw: await proposed(meeting),
    cancellationToAccept: await proposed(cancellation),
    cancellationToDecline: await proposed(cancellation),
    cancellationToWithdraw: await proposed(cancellation),
    proposals,
    returnCode: returnCode ?? '',
  }
}

/** What the acts on such deals are mostly given, by target. */
export function hintsOfDeals(deals: Deals, anyOrder: fc.Arbitrary<unknown>): Record<string, Hints> {
  const of = ({ orderId }: Order) => ({
    orderId: fc.oneof({ weight: 4, arbitrary: fc.constant(orderId) }, { weight: 1, arbitrary: anyOrder }),
  })
  const proposed = (order: Order) => ({ ...of(order), proposalId: fc.constant(deals.proposals[order.orderId]) })
  return {
    'orders.acceptPhone': of(deals.handedOver),
    'claims.open': { ...of(deals.handedOver), images: fc.constant([]), ...amount('wishCents') },
    'claims.answer': { ...of(deals.claimed), ...amount('offerCents') },
    'claims.withdraw': of(deals.toWithdraw),
    'claims.acceptOffer': { ...of(deals.offered), offerCents: fc.constant(OFFER_CENTS) },
    'claims.askAdmin': of(deals.offeredToo),
    'claims.confirmReturn': { ...of(deals.returning), code: fc.constant(deals.returnCode) },
    'claims.renewReturnCode': of(deals.returning),
    'cases.byOrder': of(deals.undecided),
    'cases.addNote': of(deals.undecided),
    'cases.decide': { ...of(deals.undecided), ...amount('refundCents'), leftCents: fc.constant(LEFT_CENTS) },
    'orders.denyHandover': of(deals.handoverClaimed),
    'orders.decideHandover': of(deals.handoverDenied),
    'orders.admitNoShow': of(deals.missed),
    'orders.denyNoShow': of(deals.missedToo),
    'orders.declineProposal': proposed(deals.meetingToDecline),
    'orders.withdrawProposal': proposed(deals.meetingToWithdraw),
    'orders.acceptCancellation': proposed(deals.cancellationToAccept),
    'orders.declineCancellation': proposed(deals.cancellationToDecline),
    'orders.withdrawCancellation': proposed(deals.cancellationToWithdraw),
  }
}

/** Of a wish, an offer or a decision: the amount is there for a part of the money alone. */
function amount(field: string): Hints {
  const none = { weight: 3, arbitrary: fc.constant(null) }
  return { [field]: fc.oneof(none, { weight: 1, arbitrary: fc.constant(OFFER_CENTS) }) }
}
