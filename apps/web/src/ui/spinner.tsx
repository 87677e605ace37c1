import { cx } from 'class-variance-authority'

/** A turning ring. Decoration: say in words beside it what is going on. */
export function Spinner({ className = 'size-6' }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={cx('animate-spin', className)}>
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" opacity="0.25" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}

/** Fills a screen or a section while it is not known yet what to show. */
export function WaitingScreen({ label = 'Loading' }: { label?: string }) {
  return (
    <div role="status" className="grid min-h-[60vh] place-items-center text-accent">
      <Spinner className="size-9" />
      <span className="sr-only">{label}</span>
    </div>
  )
}
