import type { DealSummary } from '@second-ring/contracts/orders/deal-summary'
import type { Order } from '@second-ring/contracts/orders/order'

/** A deal in which nothing waits but its stage. */
export const nothingElse = {
  disputed: false,
  moneyHeld: false,
  codeUsedUp: false,
  cancellation: null,
  meetingProposedBy: null,
} as const satisfies Partial<DealSummary>

/** An order as its buyer sees it, not paid yet. */
export const order: Order = {
  id: '0190a000-0000-7000-8000-000000000001',
  listingId: '0190a000-0000-7000-8000-000000000002',
  productName: 'Pixel 8',
  image: { url: '/images/a.webp' },
  priceCents: 24_999,
  buyerName: 'Ben',
  buyerEmail: 'ben@x.test',
  sellerName: 'Nia Cole',
  meetingPlace: 'Café Central',
  meetingTime: null,
  phone: '5550100199',
  state: 'PLACED',
  ending: null,
  endReason: null,
  payable: true,
  reservedUntil: '2026-11-22T12:00:00.000Z',
  placedAt: '2026-11-20T12:00:00.000Z',
  handoverCode: null,
  refund: null,
  stage: 'PLACED',
  dueAt: '2026-11-22T12:00:00.000Z',
  ...nothingElse,
}
