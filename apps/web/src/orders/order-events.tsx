import type { OrderEvent } from '@second-ring/contracts/orders/order-details'
import { providerWord } from '#api-client/provider-word.ts'
import { ExactMoment } from '#ui/exact-moment.tsx'
import { exactMoment } from '#ui/moment.tsx'
import { Panel } from '#ui/panel.tsx'

const labels: Record<OrderEvent['kind'], string> = {
  placed: 'Booked',
  paid: 'Paid',
  cancelled: 'Booking cancelled',
  released: 'Booking released',
  expired: 'Booking expired',
  'handed-over': 'Handed over',
  'handover-claimed': 'Handover reported without the code',
  'handover-confirmed': 'Handover confirmed',
  'handover-denied': 'Handover denied',
  'handover-decided': 'Handover decided',
  'claim-opened': 'Problem reported',
  'claim-answered': 'The seller answered',
  'offer-accepted': 'Offer taken',
  'case-opened': 'Left to an admin',
  'claim-decided': 'Decided by an admin',
  'claim-withdrawn': 'Report withdrawn',
  'phone-returned': 'Phone returned',
  'refunded-in-part': 'Refund of a part ordered',
  'money-released': 'Money released to the seller',
  refunded: 'Refund ordered',
  'refund-sent': 'Money sent back to the card',
  'refund-failed': 'The refund did not reach the card',
  'refund-settled-outside': 'Money paid back another way',
  disputed: 'Payment disputed',
  'dispute-closed': 'Dispute decided',
  'meeting-changed': 'Meeting changed',
  'cancellation-proposed': 'Cancellation proposed',
  'cancellation-agreed': 'Cancellation agreed',
  'cancellation-declined': 'Cancellation declined',
  'cancellation-withdrawn': 'Proposed cancellation withdrawn',
  'no-show-reported': 'No-show reported',
  'no-show-admitted': 'No-show admitted',
  'no-show-denied': 'No-show denied',
}

const parties: Record<OrderEvent['by'], string> = {
  buyer: 'by the buyer',
  seller: 'by the seller',
  admin: 'by an admin',
  market: 'automatically',
  bank: 'by the bank',
}
/** What the card payment provider reports says nothing of who did it. */
const reported: OrderEvent['kind'][] = ['paid', 'refund-sent', 'refund-failed']

/** What the provider gives a reason for, in words of its own. */
const fromProvider: OrderEvent['kind'][] = ['disputed', 'refund-failed']

/** What has happened to an order, oldest first. */
export function OrderEvents({ events }: { events: readonly OrderEvent[] }) {
  const described = events.map(event => ({ ...event, detail: detailOf(event) }))
  return (
    <Panel title="What has happened">
      <ol className="grid gap-3">
        {described.map(({ kind, at, by, detail }, index) => (
          <li key={`${kind} ${at} ${detail}`} className="border-l-2 border-line pl-3">
            <p className="font-semibold">{labels[kind]}</p>
            <p className="text-sm text-muted">
              <ExactMoment at={at} />
              {!reported.includes(kind) && `, ${parties[by]}`}
            </p>
            {detail && detail !== described[index - 1]?.detail && (
              <p className="mt-0.5 text-sm wrap-anywhere">{detail}</p>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** Why it happened, or where and when the two meet now. */
function detailOf({ kind, reason, meetingTime }: OrderEvent): string | null {
  if (reason === null) return null
  if (fromProvider.includes(kind)) return providerWord(reason)
  return meetingTime === null ? reason : `${reason}, ${exactMoment(meetingTime)}`
}
