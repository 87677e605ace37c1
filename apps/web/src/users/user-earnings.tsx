import type { EarningsSummary } from '@second-ring/contracts/earnings/earnings'
import { formatCents } from '@second-ring/contracts/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTRPC } from '#api-client/trpc.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { QueryData } from '#ui/query-data.tsx'

interface Sum {
  label: string
  text: string
  frozen?: string
  of: (summary: EarningsSummary) => number
  /** Shown while there is any. */
  isRare?: true
}

const sums: Sum[] = [
  { label: 'Held', text: 'Paid by buyers, and not theirs yet.', of: ({ heldCents }) => heldCents },
  {
    label: 'Ready',
    text: 'Theirs, and next to be sent.',
    frozen: 'Theirs. It waits: payouts are frozen.',
    of: ({ readyCents }) => Math.max(0, readyCents),
  },
  {
    label: 'Waits',
    text: 'Sent to the payment provider, and in no payout to their bank yet.',
    of: ({ waitingCents, closedCents }) => waitingCents - closedCents,
  },
  {
    label: 'On a closed account',
    text: 'The payment provider has closed the account that it is on. See it under Money.',
    of: ({ closedCents }) => closedCents,
    isRare: true,
  },
  {
    label: 'On its way',
    text: 'In a payout, and not at their bank yet.',
    of: ({ onItsWayCents, waitingCents }) => onItsWayCents - waitingCents,
  },
  { label: 'Paid out', text: 'All that has arrived at their bank.', of: ({ paidOutCents }) => paidOutCents },
  { label: 'Owed', text: 'Taken from their next sales.', of: ({ readyCents }) => Math.max(0, 0 - readyCents) },
]

/** Where the money of a seller is, after the fee, as an admin sees it. */
export default function UserEarnings({ userId }: { userId: string }) {
  const query = useQuery(useTRPC().earnings.summary.queryOptions({ sellerId: userId }))
  return (
    <QueryData query={query} what="their earnings">
      {summary =>
        sums.every(({ of }) => of(summary) === 0) ? (
          <EmptyState title="They have earned nothing yet" />
        ) : (
          <>
            <dl className="grid grid-cols-1 gap-3 xs:grid-cols-2 xl:grid-cols-6">
              {sums
                .filter(({ of, isRare }) => !isRare || of(summary) > 0)
                .map(({ label, text, frozen = text, of }) => (
                  <div key={label} className="rounded-card border border-line bg-surface p-4 shadow-card">
                    <dt className="text-sm text-muted">{label}</dt>
                    <dd>
                      <span className="block text-2xl font-extrabold wrap-anywhere tabular-nums">
                        {formatCents(of(summary))}
                      </span>
                      <span className="mt-1 block text-sm text-muted">{summary.frozen ? frozen : text}</span>
                    </dd>
                  </div>
                ))}
            </dl>
            <p className="mt-4">
              <Link
                to="/dashboard/users/$userId"
                params={{ userId }}
                search={{ part: 'sold' }}
                replace
                resetScroll={false}
                className="inline-flex min-h-11 items-center font-semibold text-accent-ink underline underline-offset-3 md:min-h-6"
              >
                Their deals
              </Link>
            </p>
          </>
        )
      }
    </QueryData>
  )
}
