import type { OrderState } from '@second-ring/contracts/orders/order'
import { Badge, type Tone } from '../ui/badge.tsx'

/** Where an order stands, in a word. */
export const orderStates: Record<OrderState, { label: string; tone: Tone }> = {
  PLACED: { label: 'Booked', tone: 'neutral' },
  PAID: { label: 'Paid', tone: 'good' },
  COMPLETED: { label: 'Handed over', tone: 'good' },
  CANCELLED: { label: 'Cancelled', tone: 'neutral' },
  EXPIRED: { label: 'Expired', tone: 'neutral' },
  REFUNDED: { label: 'Refunded', tone: 'warm' },
}

/** Where an order stands, for who oversees it. */
export function OrderStateBadge({ state }: { state: OrderState }) {
  const { label, tone } = orderStates[state]
  return <Badge tone={tone}>{label}</Badge>
}
