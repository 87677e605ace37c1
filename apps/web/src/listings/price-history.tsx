import type { ListingPage } from '@second-ring/contracts/listings/listing-page'
import { formatCents } from '@second-ring/contracts/money'
import { TrendingDown, TrendingUp } from 'lucide-react'
import { Moment } from '#ui/moment.tsx'

/** What a phone has cost since when, the latest first; nothing when it has always cost the same. */
export function PriceHistory({ prices }: { prices: ListingPage['prices'] }) {
  if (prices.length < 2) return null
  return (
    <section aria-labelledby="price-history">
      <h2 id="price-history" className="text-xl font-bold">
        Price history
      </h2>
      <ol className="mt-3 divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        {prices.map(({ cents, since }, index) => (
          <li key={since} className="flex items-center justify-between gap-4 px-4 py-2.5 text-sm">
            <span className="flex items-center gap-2 font-semibold tabular-nums">
              {formatCents(cents)}
              <Change from={prices[index + 1]?.cents} to={cents} />
            </span>
            <span className="text-muted">
              {index === 0 ? 'Since ' : ''}
              <Moment at={since} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Change({ from, to }: { from: number | undefined; to: number }) {
  if (from === undefined || from === to) return null
  const Icon = to < from ? TrendingDown : TrendingUp
  return (
    <span className="inline-flex items-center gap-1 text-xs font-medium text-muted">
      <Icon aria-hidden="true" className="size-3.5" />
      {formatCents(Math.abs(to - from))} {to < from ? 'less' : 'more'}
    </span>
  )
}
