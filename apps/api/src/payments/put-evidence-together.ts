import { inUtc } from '@second-ring/contracts/in-utc'
import { formatCents } from '@second-ring/contracts/money'
import { HANDOVER_DAYS, PROTECTION_HOURS } from '@second-ring/contracts/orders/hand-over'
import type { OrderEvent } from '@second-ring/contracts/orders/order-details'
import { EVIDENCE_MAX, type EvidencePart, type EvidenceText } from '@second-ring/contracts/payments/dispute-evidence'
import { receiptNumber } from '@second-ring/contracts/receipts/receipt'
import type { Database, Prisma, Transaction } from '@second-ring/database'
import { readOrderEvents } from '#orders/order-events.ts'

const paymentSelect = {
  intentId: true,
  amountCents: true,
  receivedAt: true,
  buyerId: true,
  order: {
    select: {
      id: true,
      buyerId: true,
      productName: true,
      priceCents: true,
      meetingPlace: true,
      meetingTime: true,
      placedAt: true,
      listing: { select: { sellerId: true, condition: true, description: true } },
      notes: { orderBy: { id: 'asc' }, select: { authorId: true, text: true, createdAt: true } },
      receipts: { where: { kind: 'RECEIPT' }, select: { number: true } },
    },
  },
} as const satisfies Prisma.PaymentSelect

type DisputedPayment = Prisma.PaymentGetPayload<{ select: typeof paymentSelect }>
type DisputedOrder = NonNullable<DisputedPayment['order']>

const REFUND_POLICY = `The buyer's card is charged when they have booked a phone and pay for it; the market holds the money. The two meet, \
and the buyer gives the seller a six-digit code once they have the phone in their hands. A phone that is not handed over \
within ${HANDOVER_DAYS} days is refunded in full. For ${PROTECTION_HOURS} hours after the handover the buyer can report a \
problem to the market; then the seller is paid. The seller or the market can refund the buyer at any time before the handover.`

/**
 * What the market can tell a bank about a payment, from the rows of its deal: parts that nobody knows are left out. Of a payment
 * without an order it is who paid.
 */
export async function putEvidenceTogether(on: Database | Transaction, paymentId: string): Promise<EvidenceText[]> {
  const payment = await on.payment.findUniqueOrThrow({ where: { id: paymentId }, select: paymentSelect })
  const { order } = payment
  const buyer = await on.user.findUnique({ where: { id: payment.buyerId }, select: { name: true, email: true } })
  const events = order
    ? await readOrderEvents(on, { id: order.id, buyerId: order.buyerId, sellerId: order.listing.sellerId })
    : []
  const texts: Record<EvidencePart, string> = {
    product: order ? describeProduct(order) : '',
    buyerName: buyer?.name ?? '',
    buyerEmail: buyer?.email ?? '',
    handedOver: describeHandover(events),
    refundPolicy: order ? REFUND_POLICY : '',
    deal: describeDeal(payment, events),
  }
  const parts = Object.entries(texts) as [EvidencePart, string][]
  return parts.flatMap(([part, text]) => (text === '' ? [] : [{ part, text: text.slice(0, EVIDENCE_MAX) }]))
}

function describeProduct({ productName, priceCents, listing }: DisputedOrder): string {
  const { condition, description } = listing
  const said = description === '' ? '' : ` The seller describes it so: ${description}`
  return `${productName}, a second-hand phone in ${condition.toLowerCase()} condition, for ${formatCents(priceCents)}, sold by one person to another who meet.${said}`
}

/** How it is known that the buyer has the phone. */
const handovers: Partial<Record<OrderEvent['kind'], string>> = {
  'handed-over':
    'The seller entered the six-digit code that only the buyer is shown. Buyers give it with the phone in their hands.',
  'handover-confirmed': 'The buyer confirmed on the market that they have the phone.',
  'handover-decided': 'The market decided on the handover, which the two sides describe differently.',
}

function describeHandover(events: OrderEvent[]): string {
  const handover = events.findLast(({ kind }) => kind === 'handed-over' || kind === 'handover-confirmed')
  return handover ? `${inUtc(new Date(handover.at))}: ${handovers[handover.kind] ?? ''}` : ''
}

const happenings: Partial<Record<OrderEvent['kind'], string>> = {
  ...handovers,
  'handover-claimed': 'The seller said that the phone was handed over.',
  'handover-denied': 'The buyer said that they do not have the phone.',
  'meeting-changed': 'The two agreed on another meeting.',
  refunded: 'The order was refunded.',
}

interface Line {
  at: Date
  text: string
}

/** All that has happened, oldest first, a line each. */
function describeDeal({ order, intentId, amountCents, receivedAt }: DisputedPayment, events: OrderEvent[]): string {
  const paid = receivedAt
    ? [{ at: receivedAt, text: `The buyer paid ${formatCents(amountCents)} by card (${intentId}).` }]
    : []
  const placed = order ? [{ at: order.placedAt, text: 'The buyer booked the phone.' }] : []
  const lines: Line[] = [
    ...placed,
    ...paid,
    ...events.flatMap(event => {
      const text = describeEvent(event)
      return text === null ? [] : [{ at: new Date(event.at), text }]
    }),
    ...(order?.notes ?? []).map(({ authorId, text, createdAt }) => ({
      at: createdAt,
      text: `The ${authorId === order?.buyerId ? 'buyer' : 'seller'} wrote: ${text}`,
    })),
  ]
  const happened = lines
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ at, text }) => `${inUtc(at)}: ${text}`)
  const [receipt] = order?.receipts ?? []
  const facts = [
    ...(order && order.meetingPlace !== '' ? [`Agreed meeting: ${whereAndWhen(order)}.`] : []),
    ...(receipt ? [`Receipt: ${receiptNumber('RECEIPT', receipt.number)}.`] : []),
  ]
  return [...facts, ...happened].join('\n')
}

function describeEvent({ kind, by, reason }: OrderEvent): string | null {
  if (kind === 'money-released' && by === 'buyer') return 'The buyer said that all is fine with the phone.'
  if (kind === 'money-released') return 'The buyer had reported no problem in time, and the seller was paid.'
  const text = happenings[kind]
  if (text === undefined) return null
  return reason === null ? text : `${text} In their words: ${reason}`
}

function whereAndWhen({ meetingPlace, meetingTime }: DisputedOrder): string {
  return meetingTime ? `${meetingPlace}, ${inUtc(meetingTime)}` : meetingPlace
}
