import type { PriceEstimate as Band } from '@second-ring/contracts/listings/price-estimate'
import { formatCents } from '@second-ring/contracts/money'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

interface PriceBandProps {
  band: Band
  /** The price that is held against it; undefined when there is none yet. */
  priceCents?: number | undefined
}

/** What others like it cost, with where its own price lies on a small scale. */
export function PriceEstimate({ band, priceCents }: PriceBandProps) {
  const { lowCents, highCents, sampleSize } = band
  const prices = [lowCents, highCents, ...(priceCents === undefined ? [] : [priceCents])]
  const margin = Math.max((highCents - lowCents) / 2, highCents * 0.1)
  const from = Math.max(0, Math.min(...prices) - margin)
  const to = Math.max(...prices) + margin
  const at = (cents: number) => `${(((cents - from) / (to - from)) * 100).toFixed(1)}%`
  return (
    <div>
      <p className="text-sm">
        <strong className="font-semibold">Fair price {describeBand(band)}</strong>
        <span className="text-muted">, from {sampleSize.toLocaleString('en')} phones</span>
      </p>
      <div aria-hidden="true" className="relative mt-2.5 h-2 rounded-full bg-sunken">
        <div
          className="absolute inset-y-0 min-w-1.5 rounded-full bg-accent/45"
          style={{ left: at(lowCents), right: `calc(100% - ${at(highCents)})` }}
        />
        {priceCents !== undefined && (
          <div
            className="absolute -inset-y-1 -ml-2 size-4 rounded-full border-3 border-surface bg-accent shadow-card"
            style={{ left: at(priceCents) }}
          />
        )}
      </div>
      {priceCents !== undefined && <p className="mt-2 text-sm text-muted">{describePosition(band, priceCents)}</p>}
    </div>
  )
}

/** `$180–$215`; one price when both ends are the same. */
export function describeBand({ lowCents, highCents }: Band): string {
  return lowCents === highCents ? formatCents(lowCents) : `${formatCents(lowCents)}–${formatCents(highCents)}`
}

/** Where a price lies, in words. */
export function describePosition({ lowCents, highCents }: Band, priceCents: number): string {
  const price = formatCents(priceCents)
  if (priceCents < lowCents) return `${price} is ${formatCents(lowCents - priceCents)} below it.`
  if (priceCents > highCents) return `${price} is ${formatCents(priceCents - highCents)} above it.`
  return `${price} is within it.`
}

/** A word of caution about a price that is far below the others. */
export function PriceCaution({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2.5 rounded-xl bg-warm-soft px-3.5 py-3 text-sm text-warm-ink">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
      <span>{children}</span>
    </p>
  )
}
