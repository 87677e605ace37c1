import type { OwnListing } from '@second-ring/contracts/listings/listing'
import type { DealStage } from '@second-ring/contracts/orders/deal.process'
import { Link } from '@tanstack/react-router'
import { Check, Coins, KeyRound, MapPin, Phone, Undo2, UserRound } from 'lucide-react'
import { feeWords } from '#fees/fee-words.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Moment } from '#ui/moment.tsx'
import { shownName } from '#ui/shown-name.ts'
import { shownPlace } from '#ui/shown-place.ts'
import { DealLines } from './deal-lines.tsx'
import { isCodeShown } from './deal-words.ts'

/** What became of a phone that was handed over, in a word; any other stage is a claim that is not settled. */
const handedOver: Partial<Record<DealStage, { label: string; tone: Tone }>> = {
  HANDED_OVER: { label: 'Handed over', tone: 'neutral' },
  RETURNING: { label: 'To be returned', tone: 'warm' },
  PARTLY_REFUNDED: { label: 'Partly refunded', tone: 'neutral' },
  RELEASED: { label: 'Completed', tone: 'neutral' },
}

function stateOf(stage: DealStage): { label: string; tone: Tone } {
  return handedOver[stage] ?? { label: 'Problem reported', tone: 'warm' }
}

/** Who has booked a phone, how to reach them, and where to meet: for its seller. */
export function BookingDetails({ booking }: { booking: NonNullable<OwnListing['booking']> }) {
  return (
    <>
      <dl className="grid gap-x-6 gap-y-1 border-t border-line pt-3 text-sm sm:flex sm:flex-wrap">
        <div className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-1">
          <UserRound aria-hidden="true" className="size-4 shrink-0 text-muted" />
          <dt className="text-muted">Booked by</dt>
          <dd className="min-w-0 wrap-anywhere">
            <span className="font-semibold">{shownName(booking.buyerName)}</span>{' '}
            <span className="text-muted">
              <Moment at={booking.placedAt} />
            </span>
          </dd>
          <dd>
            {booking.paid ? (
              <Badge tone="good">
                <Check aria-hidden="true" className="size-3.5" />
                Paid
              </Badge>
            ) : (
              <Badge>Not paid yet</Badge>
            )}
          </dd>
          {booking.handedOver && (
            <dd>
              <Badge tone={stateOf(booking.stage).tone}>{stateOf(booking.stage).label}</Badge>
            </dd>
          )}
          {booking.disputed && (
            <dd>
              <Badge tone="bad">Disputed</Badge>
            </dd>
          )}
        </div>
        {/* Of someone who was removed there is none left. */}
        {booking.phone && (
          <div className="flex items-center gap-1.5">
            <Phone aria-hidden="true" className="size-4 shrink-0 text-muted" />
            <dt className="sr-only">Phone</dt>
            <dd>
              <a
                href={`tel:${booking.phone.replaceAll(/[^\d+]/g, '')}`}
                className="inline-flex min-h-11 items-center font-semibold text-accent-ink underline underline-offset-3 md:min-h-6"
              >
                {booking.phone}
              </a>
            </dd>
          </div>
        )}
        <div className="flex min-w-0 items-start gap-1.5">
          <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
          <dt className="shrink-0 text-muted">Meet at</dt>
          <dd className="min-w-0 wrap-anywhere">{shownPlace(booking.meetingPlace)}</dd>
        </div>
        <div className="flex min-w-0 flex-wrap items-center gap-x-1.5">
          <Coins aria-hidden="true" className="size-4 shrink-0 text-muted" />
          <dt className="text-muted">Second Ring’s fee</dt>
          <dd className="tabular-nums">
            {booking.feeCents === 0 ? 'None' : feeWords(booking.feeCents, booking.feeTaxCents)}
          </dd>
        </div>
      </dl>
      <div className="mt-2 grid gap-1 font-medium empty:hidden">
        <DealLines deal={booking} side="seller" />
      </div>
      <Link
        to="/dashboard/orders/$orderId"
        params={{ orderId: booking.orderId }}
        className="inline-flex min-h-11 items-center font-semibold text-accent-ink underline underline-offset-3 md:min-h-6"
      >
        See the order
      </Link>
    </>
  )
}

interface SaleActionsProps {
  listing: OwnListing
  booking: NonNullable<OwnListing['booking']>
  /** Asks for the buyer's code. */
  onHandOver: (listing: OwnListing) => void
  onRefund: (listing: OwnListing) => void
}

/**
 * What is left to do for a phone that is paid. While a bank looks into its payment nothing is handed over, and while it holds the
 * money nothing is refunded either; the order's page has the rest.
 */
export function SaleActions({ listing, booking, onHandOver, onRefund }: SaleActionsProps) {
  if (booking.moneyHeld) return null
  const name = <span className="sr-only"> of {listing.productName}</span>
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {isCodeShown(booking) && !booking.codeUsedUp && (
        <Button size="small" className="max-xs:w-full" onClick={() => onHandOver(listing)}>
          <KeyRound aria-hidden="true" className="size-4 shrink-0" />
          Enter the buyer’s code
          {name}
        </Button>
      )}
      <Button variant="danger" size="small" className="max-xs:w-full" onClick={() => onRefund(listing)}>
        <Undo2 aria-hidden="true" className="size-4 shrink-0" />
        Refund the buyer
        {name}
      </Button>
    </div>
  )
}
