interface PayoutsStoppedProps {
  /** In the admin's words. */
  reason?: string | null
  className?: string
}

/** That an admin has stopped payouts to the seller who reads it: before all else of their money. */
export function PayoutsStopped({ reason = null, className }: PayoutsStoppedProps) {
  return (
    <p role="status" className={`rounded-card bg-warm-soft p-4 wrap-anywhere text-warm-ink ${className ?? ''}`}>
      An admin has stopped payouts to you while a problem is looked into. What is yours stays yours, and waits. What
      your bank is about to get arrives.
      {reason !== null && <span className="mt-1 block">The admin wrote: “{reason}”</span>}
    </p>
  )
}
