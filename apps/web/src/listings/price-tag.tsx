import { formatCents } from '@second-ring/contracts/money'
import { classNames } from '#ui/class-names.ts'

interface PriceTagProps {
  resaleCents: number
  originalCents: number
  className?: string
}

/** What a phone costs here, and what it cost new. */
export function PriceTag({ resaleCents, originalCents, className }: PriceTagProps) {
  return (
    <p className={classNames('flex flex-wrap items-baseline gap-x-2', className)}>
      <span className="sr-only">Selling price</span>
      <span className="text-xl font-extrabold tracking-tight tabular-nums sm:text-2xl">{formatCents(resaleCents)}</span>
      <span className="sr-only">Original price</span>
      <span className="text-sm text-muted tabular-nums line-through decoration-1">{formatCents(originalCents)}</span>
    </p>
  )
}
