import { Link } from '@tanstack/react-router'
import { CircleCheck, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { buttonClass } from '#ui/button.tsx'
import { useFocusOnLeaving } from '#ui/use-focus-on-leaving.ts'

interface BookedMessageProps {
  productName: string
  onClose: () => void
}

/** What comes after a booking, at the foot of the screen until it is closed. The way on to pay has the focus. */
export function BookedMessage({ productName, onClose }: BookedMessageProps) {
  const notice = useRef<HTMLElement>(null)
  const wayOn = useRef<HTMLAnchorElement>(null)
  useEffect(() => wayOn.current?.focus({ preventScroll: true }), [])
  useFocusOnLeaving(notice)
  return (
    <section
      ref={notice}
      aria-label="Your booking"
      className="sticky bottom-4 z-20 mx-auto mt-6 flex max-w-2xl animate-rise items-center gap-3 rounded-2xl border border-line bg-surface py-3 pr-2 pl-4 shadow-toast"
      onKeyDown={event => event.key === 'Escape' && onClose()}
    >
      <CircleCheck aria-hidden="true" className="size-6 shrink-0 text-accent max-sm:hidden" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-56 text-sm">
          <strong className="line-clamp-2 font-semibold wrap-anywhere">{productName}</strong>
          <span className="text-muted">is held for you. Pay for it next.</span>
        </p>
        <Link ref={wayOn} to="/dashboard/myOrders" className={buttonClass({ size: 'small' })}>
          See my orders
        </Link>
      </div>
      <button
        type="button"
        aria-label="Close"
        onClick={onClose}
        className="grid size-11 shrink-0 place-items-center self-start rounded-full text-muted hover:bg-sunken hover:text-ink"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </section>
  )
}
