import type { ListedCase } from '@second-ring/contracts/claims/case'
import type { ClaimState } from '@second-ring/contracts/claims/claim'
import { claimReasonLabels } from '@second-ring/contracts/claims/claim-words'
import { formatCents } from '@second-ring/contracts/money'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Scale } from 'lucide-react'
import { useTRPC } from '#api-client/trpc.ts'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { exactMoment, Moment } from '#ui/moment.tsx'
import { byCursor } from '#ui/pages.ts'
import { QueryList } from '#ui/query-list.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { shownName } from '#ui/shown-name.ts'
import { readCaseSearch } from './case-search.ts'
import { handoverOutcomes } from './handover-outcomes.ts'

interface CaseListProps {
  filter: 'decided' | undefined
  onFilter: (filter: 'decided' | undefined) => void
}

const REFRESH_MS = 60_000

/** The cases of admins: those to decide by their deadlines, or those decided. Read again each minute. */
export function CaseList({ filter, onFilter }: CaseListProps) {
  const query = useInfiniteQuery(
    useTRPC().cases.list.infiniteQueryOptions(filter ? { filter } : {}, {
      ...byCursor,
      placeholderData: keepPreviousData,
      refetchInterval: REFRESH_MS,
    }),
  )
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="max-w-xs">
        <SelectField
          label="Show"
          options={[
            { value: '', label: 'To decide, by deadline' },
            { value: 'decided', label: 'Decided, the last first' },
          ]}
          value={filter ?? ''}
          onChange={event => onFilter(readCaseSearch({ filter: event.target.value }).filter)}
        />
      </div>
      <QueryList
        query={query}
        what="the cases"
        empty={
          filter ? (
            <EmptyState
              icon={<Scale />}
              title="No case is decided yet"
              text="What you decide about a problem with a phone or a handover appears here."
            />
          ) : (
            <EmptyState
              icon={<Scale />}
              title="No case waits for you"
              text="A problem with a phone or a handover on which buyer and seller do not agree, or about which one of them is silent, appears here."
            />
          )
        }
      >
        {items => (
          <ul className="grid grid-cols-1 gap-3">
            {items.map(item => (
              <li
                key={`${item.kind} ${item.orderId}`}
                className="rounded-card border border-line bg-surface p-4 shadow-card"
              >
                <Item item={item} />
              </li>
            ))}
          </ul>
        )}
      </QueryList>
    </div>
  )
}

/** How a case stands, of those that were decided. */
const outcomes: Partial<Record<ClaimState, string>> = {
  RETURNING: 'To be returned',
  REFUNDED: 'Refunded',
  PARTLY_REFUNDED: 'Partly refunded',
  RETURNED: 'Returned',
  DECLINED: 'Released to the seller',
  WITHDRAWN: 'Withdrawn',
}

/** What is to be decided of a handover, and what was. */
const UNDECIDED_HANDOVER = 'Was it handed over? The seller says so; the buyer denies it, or has not answered.'
const DECIDED_HANDOVER = 'Was it handed over? The seller said so; the buyer denied it, or did not answer.'

/** Of a deal whose buyer cannot report a problem. */
const SUSPENDED_BUYER =
  'The buyer is suspended. Is something wrong with the phone? Without a decision the money is the seller’s.'

function Item({ item }: { item: ListedCase }) {
  const outcome = item.outcome ? handoverOutcomes[item.outcome] : item.state && outcomes[item.state]
  const handover = item.outcome ? DECIDED_HANDOVER : UNDECIDED_HANDOVER
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1">
      <p className="flex flex-wrap items-center gap-2">
        {item.overdue && <Badge tone="bad">Overdue</Badge>}
        {item.disputed && <Badge tone="bad">Disputed</Badge>}
        {outcome && <Badge>{outcome}</Badge>}
        <span className="font-bold tabular-nums">{formatCents(item.priceCents)}</span>
        <span className="text-sm text-muted">
          <Moment at={item.decidedAt ?? item.caseOpenedAt} />
        </span>
      </p>
      <h2 className="font-semibold tracking-normal wrap-anywhere">
        <Link
          to="/dashboard/cases/$orderId"
          params={{ orderId: item.orderId }}
          className="inline-flex min-h-11 items-center text-accent-ink underline underline-offset-3 md:min-h-6"
        >
          {item.productName}
        </Link>
      </h2>
      <p className="text-sm wrap-anywhere">
        {item.reason ? claimReasonLabels[item.reason] : item.kind === 'protection' ? SUSPENDED_BUYER : handover}
      </p>
      <p className="text-sm text-muted">
        {shownName(item.buyerName)} bought from {shownName(item.sellerName)}
      </p>
      {item.decidedAt && item.decidedByName !== null && (
        <p className="text-sm font-medium wrap-anywhere">
          Decided by {shownName(item.decidedByName)} on {exactMoment(item.decidedAt)}
        </p>
      )}
      {item.dueAt && <p className="text-sm font-medium">Decide by {exactMoment(item.dueAt)}</p>}
    </div>
  )
}
