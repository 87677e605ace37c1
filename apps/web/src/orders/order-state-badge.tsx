import type { OrderState, RefundProgress } from '@second-ring/contracts/orders/order'
import { Badge, type Tone } from '#ui/badge.tsx'

/** Where an order stands, in a word. */
export const orderStates: Record<OrderState, { label: string; tone: Tone }> = {
  PLACED: { label: 'Booked', tone: 'neutral' },
  PAID: { label: 'Paid', tone: 'good' },
  HANDED_OVER: { label: 'Handed over', tone: 'good' },
  CLAIMED: { label: 'Problem reported', tone: 'warm' },
  RETURNING: { label: 'To be returned', tone: 'warm' },
  PARTLY_REFUNDED: { label: 'Partly refunded', tone: 'good' },
  RELEASED: { label: 'Completed', tone: 'good' },
  CANCELLED: { label: 'Cancelled', tone: 'neutral' },
  EXPIRED: { label: 'Expired', tone: 'neutral' },
  REFUNDED: { label: 'Refunded', tone: 'warm' },
}

/** A refunded order is so only once its money is back. */
const refunds: Record<RefundProgress, { label: string; tone: Tone }> = {
  underway: { label: 'Refund on its way', tone: 'warm' },
  failed: { label: 'Refund failed: we are on it', tone: 'bad' },
  done: orderStates.REFUNDED,
}

/** Where a refunded order stands; `refund` says where its money is. */
export function refundStatus(refund: RefundProgress | null): { label: string; tone: Tone } {
  return refunds[refund ?? 'done']
}

/** Where an order stands, for who oversees it. */
export function OrderStateBadge({ state, refund }: { state: OrderState; refund: RefundProgress | null }) {
  const { label, tone } = state === 'REFUNDED' ? refundStatus(refund) : orderStates[state]
  return <Badge tone={tone}>{label}</Badge>
}
