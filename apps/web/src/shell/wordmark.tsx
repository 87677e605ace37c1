/** The two linked rings. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 36 24" fill="none" aria-hidden="true" className={className}>
      <circle cx="12" cy="12" r="9" stroke="var(--accent)" strokeWidth="4" />
      <path d="M17.7 5.5A9 9 0 1 1 16.2 16.6" stroke="var(--warm)" strokeWidth="4" strokeLinecap="round" />
    </svg>
  )
}

/** The mark and the name. */
export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2.5 text-lg font-bold tracking-tight whitespace-nowrap text-ink">
      <Mark className="h-6 w-9" />
      Second Ring
    </span>
  )
}
