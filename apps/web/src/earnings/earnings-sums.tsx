import type { EarningsSummary } from '@second-ring/contracts/earnings/earnings'
import { formatCents } from '@second-ring/contracts/money'
import { PROTECTION_HOURS } from '@second-ring/contracts/orders/hand-over'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#api-client/trpc.ts'
import { Skeleton } from '#ui/skeleton.tsx'

const sums = [
  { of: 'heldCents', label: 'Held', text: `Paid by buyers. Yours ${PROTECTION_HOURS} hours after the handover.` },
  { of: 'readyCents', label: 'Ready', text: 'Yours, and sent to your bank as soon as our payment provider has it.' },
  { of: 'onItsWayCents', label: 'On its way', text: 'Sent, and not at your bank yet.' },
  { of: 'paidOutCents', label: 'Paid out', text: 'All that has arrived at your bank.' },
] as const satisfies readonly { of: keyof EarningsSummary; label: string; text: string }[]

const grid = 'grid grid-cols-1 gap-3 xs:grid-cols-2 xl:grid-cols-4'

/** Where a seller's money is, after the fee. */
export function EarningsSums(summary: EarningsSummary) {
  const { data: account } = useQuery(useTRPC().payouts.account.queryOptions())
  const waits = account !== undefined && account.state !== 'READY' && account.state !== 'ASKED'
  const owes = summary.readyCents < 0
  const waiting = whatWaits({ isUnset: waits, isFrozen: summary.frozen })
  return (
    <>
      <dl className={grid}>
        {sums.map(({ of, label, text }) => (
          <div key={of} className="rounded-card border border-line bg-surface p-4 shadow-card">
            <dt className="text-sm text-muted">{label}</dt>
            <dd>
              <span className="block text-2xl font-extrabold wrap-anywhere tabular-nums">
                {formatCents(summary[of])}
              </span>
              <span className="mt-1 block text-sm text-muted">{waiting[of] ?? text}</span>
            </dd>
          </div>
        ))}
      </dl>
      {owes && (
        <p className="mt-3 rounded-card bg-warm-soft p-4 text-warm-ink">
          You owe Second Ring {formatCents(-summary.readyCents)}: a buyer got money back that was yours already. It is
          taken from your next sales.
        </p>
      )}
      {summary.disputedCents > 0 && (
        <p className="mt-3 rounded-card bg-warm-soft p-4 text-warm-ink">
          {formatCents(summary.disputedCents)} of what is on its way waits: a buyer’s bank disputes a payment. It is
          sent to your bank if that decides for you{summary.frozen && ', once payouts to you go on'}.
        </p>
      )}
    </>
  )
}

interface Waits {
  /** Whether there is no account that money can go to. */
  isUnset: boolean
  isFrozen: boolean
}

/** What is said of a sum that is not sent on by itself. */
function whatWaits({ isUnset, isFrozen }: Waits): Partial<Record<(typeof sums)[number]['of'], string>> {
  if (!isFrozen) return isUnset ? { readyCents: 'Yours. It waits until payouts are set up.' } : {}
  return {
    readyCents: isUnset
      ? 'Yours. It waits until payouts are set up, and an admin lets them go on.'
      : 'Yours. It waits until an admin lets payouts go on.',
    onItsWayCents: 'Sent to our payment provider. What it has not sent to your bank yet waits.',
  }
}

export function SumsSkeleton() {
  return (
    <div role="status" className={grid}>
      <span className="sr-only">Loading your earnings</span>
      {sums.map(({ of }) => (
        <Skeleton key={of} className="h-28 rounded-card" />
      ))}
    </div>
  )
}
