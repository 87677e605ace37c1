import type { Deal, DealState } from '@second-ring/contracts/earnings/earnings'
import { Badge, type Tone } from '#ui/badge.tsx'
import { ExactMoment } from '#ui/exact-moment.tsx'

/** In the words of the seller: a badge, and what is said before and after the moment that goes with the state. */
const states: Record<DealState, { label: string; tone: Tone; before: string; after?: string }> = {
  paid: { label: 'Held', tone: 'neutral', before: 'Hand the phone over by ' },
  'handed-over': { label: 'Held', tone: 'neutral', before: 'Yours on ', after: ', unless the buyer reports a problem' },
  claimed: { label: 'Held', tone: 'warm', before: 'Until the problem that the buyer has reported is settled' },
  ready: { label: 'Ready', tone: 'good', before: 'Yours since ' },
  'on-its-way': { label: 'On its way', tone: 'good', before: 'Sent on ' },
  'paid-out': { label: 'Paid out', tone: 'good', before: 'Arrived on ' },
  kept: { label: 'Kept', tone: 'warm', before: 'It went to what you owed for another sale' },
  done: { label: 'Done', tone: 'neutral', before: 'The fee took all of it on ' },
  refunded: { label: 'Refunded', tone: 'warm', before: 'The buyer gets the money back' },
}

/** Where the money of a deal is, for its seller. */
export function DealStatus({ deal: { state, at, disputed } }: { deal: Deal }) {
  const { label, tone, before, after } = states[state]
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone={tone}>{label}</Badge>
      {disputed && <Badge tone="bad">Disputed</Badge>}
      <span className="text-sm text-muted">
        {disputed ? (
          'Nothing moves until the buyer’s bank has decided'
        ) : (
          <>
            {before}
            {at && state !== 'kept' && <ExactMoment at={at} />}
            {after}
          </>
        )}
      </span>
    </div>
  )
}
