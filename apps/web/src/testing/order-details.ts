import type { OrderDetails } from '@second-ring/contracts/orders/order-details'

/** An unpaid order of a Pixel 8 as its buyer sees it. */
export function orderDetails(overrides: Partial<OrderDetails> = {}): OrderDetails {
  return {
    id: '0190a000-0000-7000-8000-00000000000a',
    viewer: 'buyer',
    listingId: '0190a000-0000-7000-8000-00000000000b',
    productName: 'Pixel 8',
    image: { url: '/images/pixel.webp' },
    priceCents: 24_999,
    feeCents: null,
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
    handoverCode: null,
    receipt: null,
    events: [{ kind: 'placed', at: '2026-01-05T12:00:00.000Z', by: 'buyer', reason: null, meetingTime: null }],
    proposal: null,
    notes: [],
    can: ['pay', 'cancel', 'proposeMeeting', 'addNote'],
    ...overrides,
  }
}
