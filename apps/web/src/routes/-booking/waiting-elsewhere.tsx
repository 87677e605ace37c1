import { BellRing } from 'lucide-react'
import { useFavorites } from '../../listings/use-favorites.ts'
import { useWaitingLines } from '../../orders/use-waiting-lines.ts'
import { Button } from '../../ui/button.tsx'

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
      <ul className="mt-1 divide-y divide-line">
        {elsewhere.map(({ listingId, productName, ahead, offeredUntil }) => (
          <li key={listingId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <p className="min-w-0 wrap-anywhere">
              <span className="font-medium">{productName}</span>{' '}
              <span className="text-sm text-muted">
                {offeredUntil ? 'It is yours to book now.' : `You are number ${ahead + 1} in line.`}
              </span>
            </p>
            <span className="flex flex-wrap gap-1.5">
              <Button
                variant={offeredUntil ? 'primary' : 'secondary'}
                size="small"
                onClick={() => set(listingId, true)}
              >
                Add to favorites
                <span className="sr-only">: {productName}</span>
              </Button>
              <Button
                variant="quiet"
                size="small"
                busy={busy}
                onClick={() => void leave({ id: listingId, productName })}
              >
                Leave
                <span className="sr-only"> the line for {productName}</span>
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
