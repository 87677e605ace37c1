/** Before all else of a seller's earnings: that an admin has stopped payouts to them. @param reason in the admin's words */
export function PayoutsStopped({ reason }: { reason: string | null }) {
  return (
    <p role="status" className="mb-5 rounded-card bg-warm-soft p-4 wrap-anywhere text-warm-ink">
      An admin has stopped payouts to you while a problem is looked into. What is yours stays yours, and waits. What
      your bank is about to get arrives.
      {reason !== null && <span className="mt-1 block">The admin wrote: “{reason}”</span>}
    </p>
  )
}
