import type { WaitingPlace } from '@second-ring/contracts/orders/waiting-list'
import { BellRing } from 'lucide-react'
import { useFavorites } from '#listings/use-favorites.ts'
import { Button } from '#ui/button.tsx'
import { useFocusAfterRemoval } from '#ui/use-focus-after-removal.ts'
import { useWaitingLines } from './use-waiting-lines.ts'

/** The phones that one waits for and has taken out of the favourites, where they could be booked. */
export function WaitingElsewhere() {
  const { ids, set } = useFavorites()
  const { places, busy, leave } = useWaitingLines()
  const elsewhere = ids ? places?.filter(({ listingId }) => !ids.has(listingId)) : []
  if (!elsewhere?.length) return null
  return (
    <section
      aria-labelledby="waiting-elsewhere"
      className="mb-6 rounded-card border border-line bg-surface p-4 shadow-card"
    >
      <h2 id="waiting-elsewhere" className="flex items-center gap-2 font-semibold tracking-normal">
        <BellRing aria-hidden="true" className="size-4.5 shrink-0 text-accent" />
        You also wait for
      </h2>
      <Places
        places={elsewhere}
        busy={busy}
        onKeep={({ listingId }) => set(listingId, true)}
        onLeave={({ listingId, productName }) => void leave({ id: listingId, productName })}
      />
    </section>
  )
}

interface PlacesProps {
  places: readonly WaitingPlace[]
  busy: boolean
  onKeep: (place: WaitingPlace) => void
  onLeave: (place: WaitingPlace) => void
}

function Places({ places, busy, onKeep, onLeave }: PlacesProps) {
  const focusProps = useFocusAfterRemoval<HTMLUListElement>()
  return (
    <ul {...focusProps} className="mt-1 divide-y divide-line">
      {places.map(place => (
        <li key={place.listingId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
          <p tabIndex={-1} className="min-w-0 wrap-anywhere">
            <span className="font-medium">{place.productName}</span>{' '}
            <span className="text-sm text-muted">
              {place.offeredUntil ? 'It is yours to book now.' : `You are number ${place.ahead + 1} in line.`}
            </span>
          </p>
          <span className="flex flex-wrap gap-1.5">
            <Button variant={place.offeredUntil ? 'primary' : 'secondary'} size="small" onClick={() => onKeep(place)}>
              Add to favorites
              <span className="sr-only">: {place.productName}</span>
            </Button>
            <Button variant="quiet" size="small" busy={busy} onClick={() => onLeave(place)}>
              Leave
              <span className="sr-only"> the line for {place.productName}</span>
            </Button>
          </span>
        </li>
      ))}
    </ul>
  )
}
