import type { WaitingPlace as Place } from '@second-ring/contracts/orders/waiting-list'
import { BellRing } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { useTimeLeft } from '#ui/use-time-left.ts'

const clock = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit' })

interface WaitingPlaceProps {
  productName: string
  /** Where one stands in its line; undefined when one does not. */
  place: Place | undefined
  busy: boolean
  onJoin: () => void
  onLeave: () => void
  /** The time to book it alone has run out. */
  onOver: () => void
  /** The way to book it, for who may. */
  booking: ReactNode
}

/** What one can do about a reserved phone: wait for it, wait no longer, or book it when it is one's turn. */
export function WaitingPlace({ productName, place, busy, onJoin, onLeave, onOver, booking }: WaitingPlaceProps) {
  const button = useRef<HTMLButtonElement>(null)
  const hasActed = useRef(false)
  const isWaiting = place !== undefined
  const act = (then: () => void) => {
    hasActed.current = true
    then()
  }

  // The button that was pressed gives way to its opposite.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it does when one has joined or left
  useEffect(() => {
    if (hasActed.current && document.activeElement === document.body) button.current?.focus()
    hasActed.current = false
  }, [isWaiting])

  const name = <span className="sr-only">: {productName}</span>
  if (!place) {
    return (
      <Button ref={button} variant="secondary" className="w-full px-3! text-sm" busy={busy} onClick={() => act(onJoin)}>
        <BellRing aria-hidden="true" className="size-4 shrink-0" />
        Tell me if it becomes free
        {name}
      </Button>
    )
  }
  const leave = (
    <Button ref={button} variant="quiet" size="small" className="px-2!" busy={busy} onClick={() => act(onLeave)}>
      Leave
      <span className="sr-only"> the line for {productName}</span>
    </Button>
  )
  if (!place.offeredUntil) {
    return (
      <p className="flex min-h-11 items-center justify-center gap-1 text-sm">
        <span>
          {place.sold ? (
            'Sold to someone else. You keep your place, in case it does not happen.'
          ) : (
            <>
              You are number <strong className="font-semibold tabular-nums">{place.ahead + 1}</strong> in line
            </>
          )}
        </span>
        <span aria-hidden="true">·</span>
        {leave}
      </p>
    )
  }
  return (
    <div className="grid gap-1">
      <Offer until={place.offeredUntil} onOver={onOver}>
        {leave}
      </Offer>
      {booking}
    </div>
  )
}

function Offer({ until, onOver, children }: { until: string; onOver: () => void; children: ReactNode }) {
  useTimeLeft(until, onOver)
  return (
    <p className="flex min-h-11 items-center justify-center gap-1 text-sm">
      <span className="font-semibold text-warm-ink">
        Yours to book until <time dateTime={until}>{clock.format(new Date(until))}</time>
      </span>
      <span aria-hidden="true">·</span>
      {children}
    </p>
  )
}
