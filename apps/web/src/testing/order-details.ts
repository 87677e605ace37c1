import { type DealStage, stageOf } from '@second-ring/contracts/orders/deal.process'
import type { OrderDetails } from '@second-ring/contracts/orders/order-details'

/** An unpaid order of a Pixel 8 as its buyer sees it. */
export function orderDetails(overrides: Partial<OrderDetails> = {}): OrderDetails {
  const order: Omit<OrderDetails, 'stage'> = {
    id: '0190a000-0000-7000-8000-00000000000a',
    viewer: 'buyer',
    listingId: '0190a000-0000-7000-8000-00000000000b',
    productName: 'Pixel 8',
    image: { url: '/images/pixel.webp' },
    priceCents: 24_999,
    feeCents: null,
    feeTaxCents: null,
    buyer: { id: '0190a000-0000-7000-8000-00000000000c', name: 'Ben Buyer' },
    seller: { id: '0190a000-0000-7000-8000-00000000000d', name: 'Nia Cole', verified: true },
    contact: { phone: '+1 555 0199', email: 'ben@x.test' },
    meetingPlace: 'Central Library',
    meetingTime: null,
    state: 'PLACED',
    ending: null,
    endedAt: null,
    endReason: null,
    disputed: false,
    refund: null,
    placedAt: '2026-01-05T12:00:00.000Z',
    reservedUntil: '2026-01-07T12:00:00.000Z',
    handoverDueAt: null,
    handoverClaimedAt: null,
    answerDueAt: null,
    handoverDeniedAt: null,
    protectedUntil: null,
    releasedAt: null,
    claim: null,
    hasCase: false,
    codeUsedUp: false,
    handoverCode: null,
    receipt: null,
    events: [{ kind: 'placed', at: '2026-01-05T12:00:00.000Z', by: 'buyer', reason: null, meetingTime: null }],
    proposal: null,
    cancellation: null,
    noShows: [],
    notes: [],
    can: ['pay', 'cancel', 'proposeMeeting', 'addNote'],
    ...overrides,
  }
  return { ...order, stage: overrides.stage ?? stageOfDetails(order) }
}

/** The stage that the server would name. */
function stageOfDetails(order: Omit<OrderDetails, 'stage'>): DealStage {
  const isPast = (at: string | null | undefined) => typeof at === 'string' && Date.parse(at) <= Date.now()
  const noShow = order.noShows.find(({ state }) => state === 'OPEN')
  return stageOf({
    state: order.state,
    claimed: order.handoverClaimedAt !== null,
    denied: order.handoverDeniedAt !== null,
    answerOver: isPast(order.answerDueAt),
    noShowBy: noShow?.by ?? null,
    noShowOver: isPast(noShow?.answerDueAt),
    claimState: order.claim?.state ?? null,
    claimOver: isPast(order.claim?.dueAt),
  })
}
