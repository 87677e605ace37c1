import { inUtc } from '@second-ring/contracts/in-utc'
import { formatCents } from '@second-ring/contracts/money'
import { HANDOVER_DAYS, PROTECTION_HOURS } from '@second-ring/contracts/orders/deadlines'
import { EVIDENCE_MAX, type EvidencePart, type EvidenceText } from '@second-ring/contracts/payments/dispute-evidence'
import { receiptNumber } from '@second-ring/contracts/receipts/receipt'
import type { Database, Prisma, Transaction } from '@second-ring/database'
import { readOrderEvents } from '#orders/order-events.ts'
import {
  describeEvent,
  describeHandover,
  describeRefund,
  evidenceClaimSelect,
  evidenceRefundSelect,
  type ToldDeal,
} from './describe-deal.ts'

const paymentSelect = {
  intentId: true,
  amountCents: true,
  receivedAt: true,
  buyerId: true,
  refunds: { orderBy: { requestedAt: 'asc' }, select: evidenceRefundSelect },
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
      protectedUntil: true,
      claim: { select: evidenceClaimSelect },
      receipts: { where: { kind: 'RECEIPT' }, select: { number: true } },
    },
  },
} as const satisfies Prisma.PaymentSelect

type DisputedPayment = Prisma.PaymentGetPayload<{ select: typeof paymentSelect }>
type DisputedOrder = NonNullable<DisputedPayment['order']>

const REFUND_POLICY = `The buyer's card is charged when they have booked a phone and pay for it; the market holds the money. The two meet, \
and the buyer gives the seller a six-digit code once they have the phone in their hands. A phone that is not handed over \
within ${HANDOVER_DAYS} days is refunded in full. For ${PROTECTION_HOURS} hours after the handover the buyer can report a \
problem to the market; then the money is the seller’s. A reported problem holds the money until the two or the market have settled it: \
the money goes back, or a part of it, or the phone is returned for it, or the seller is paid. The seller or the market can refund the buyer at any time before the handover.`

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
  const deal: ToldDeal = { events, isHandedOver: order?.protectedUntil != null, claim: order?.claim ?? null }
  const texts: Record<EvidencePart, string> = {
    product: order ? describeProduct(order) : '',
    buyerName: buyer?.name ?? '',
    buyerEmail: buyer?.email ?? '',
    handedOver: describeHandover(deal),
    refundPolicy: order ? REFUND_POLICY : '',
    deal: describeDeal(payment, deal),
  }
  const parts = Object.entries(texts) as [EvidencePart, string][]
  return parts.flatMap(([part, text]) => (text === '' ? [] : [{ part, text: text.slice(0, EVIDENCE_MAX) }]))
}

function describeProduct({ productName, priceCents, listing }: DisputedOrder): string {
  const { condition, description } = listing
  const said = description === '' ? '' : ` The seller describes it so: ${description}`
  return `${productName}, a second-hand phone in ${condition.toLowerCase()} condition, for ${formatCents(priceCents)}, sold by one person to another who meet.${said}`
}

interface Line {
  at: Date
  text: string
  /** Written by one of the two to the other: left out first where there is no room. */
  isNote?: true
}

/** All that has happened, oldest first, a line each. */
function describeDeal({ order, intentId, amountCents, receivedAt, refunds }: DisputedPayment, deal: ToldDeal): string {
  const paid = receivedAt
    ? [{ at: receivedAt, text: `The buyer paid ${formatCents(amountCents)} by card (${intentId}).` }]
    : []
  const placed = order ? [{ at: order.placedAt, text: 'The buyer booked the phone.' }] : []
  const lines: Line[] = [
    ...placed,
    ...paid,
    ...deal.events.flatMap(event => {
      const text = describeEvent(event, deal)
      return text === null ? [] : [{ at: new Date(event.at), text }]
    }),
    ...refunds.map(refund => ({ at: refund.requestedAt, text: describeRefund(refund) })),
    ...(order?.notes ?? []).map(({ authorId, text, createdAt }) => ({
      at: createdAt,
      text: `The ${authorId === order?.buyerId ? 'buyer' : 'seller'} wrote: ${text}`,
      isNote: true as const,
    })),
  ]
  const happened = lines
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ at, text, isNote }) => ({ text: `${inUtc(at)}: ${text}`, isNote }))
  const [receipt] = order?.receipts ?? []
  const facts = [
    ...(order && order.meetingPlace !== '' ? [`Agreed meeting: ${whereAndWhen(order)}.`] : []),
    ...(receipt ? [`Receipt: ${receiptNumber('RECEIPT', receipt.number)}.`] : []),
  ]
  return withRoom([...facts.map(text => ({ text })), ...happened]).join('\n')
}

/** The lines that fit into an answer: of what the two wrote to each other the latest, and all else. */
function withRoom(lines: Omit<Line, 'at'>[]): string[] {
  const lengthOf = ({ text }: { text: string }) => text.length + 1
  const others = lines.filter(({ isNote }) => !isNote)
  let room = EVIDENCE_MAX - others.reduce((sum, line) => sum + lengthOf(line), 0)
  const fitting = lines.toReversed().filter(line => {
    if (!line.isNote) return true
    room -= lengthOf(line)
    return room >= 0
  })
  return fitting.toReversed().map(({ text }) => text)
}

function whereAndWhen({ meetingPlace, meetingTime }: DisputedOrder): string {
  return meetingTime ? `${meetingPlace}, ${inUtc(meetingTime)}` : meetingPlace
}
