import { formatCents } from '@second-ring/contracts/money'
import { cx } from 'class-variance-authority'

interface PriceTagProps {
  resaleCents: number
  originalCents: number
  className?: string
}

/** What a phone costs here, and what it cost new. */
export function PriceTag({ resaleCents, originalCents, className }: PriceTagProps) {
  return (
    <p className={cx('flex flex-wrap items-baseline gap-x-2', className)}>
      <span className="sr-only">Selling price</span>
      <span className="text-xl font-extrabold tracking-tight tabular-nums sm:text-2xl">{formatCents(resaleCents)}</span>
      <span className="sr-only">Original price</span>
      <span className="text-sm text-muted tabular-nums line-through decoration-1">{formatCents(originalCents)}</span>
    </p>
  )
}
