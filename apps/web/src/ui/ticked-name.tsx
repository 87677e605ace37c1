import { BadgeCheck } from 'lucide-react'

/** Someone's name, with a tick when there is something to say of it: `tick` is what it says to readers. */
export function TickedName({ name, tick }: { name: string; tick: string | undefined }) {
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1 font-medium">
      <span className="min-w-0 wrap-anywhere">{name}</span>
      {tick && <BadgeCheck role="img" aria-label={tick} className="size-4 shrink-0 text-accent" />}
    </span>
  )
}
