import { BadgeCheck } from 'lucide-react'

/** Who sells, with a tick when an admin has verified them. */
export function SellerName({ name, verified }: { name: string; verified: boolean }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1 font-medium">
      <span className="truncate">{name}</span>
      {verified && <BadgeCheck role="img" aria-label="Verified seller" className="size-4 shrink-0 text-accent" />}
    </span>
  )
}
