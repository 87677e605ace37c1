import { formatCents } from '@second-ring/contracts/money'
import { type OpenMoney, type OpenMoneyKind, openMoneyKinds } from '@second-ring/contracts/payments/open-money'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { providerWord } from '#api-client/provider-word.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { exactMoment, Moment } from '#ui/moment.tsx'
import { byCursor } from '#ui/pages.ts'
import { QueryList } from '#ui/query-list.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { shownName } from '#ui/shown-name.ts'
import { OpenMoneyActs } from './open-money-acts.tsx'
import { openMoneyLabels, readOpenMoney } from './open-money-kinds.ts'

interface OpenMoneyListProps {
  kind: OpenMoneyKind | undefined
  onKind: (kind: OpenMoneyKind | undefined) => void
}

/** Money that is not where it belongs yet, open the longest first; `kind` narrows it. */
export function OpenMoneyList({ kind, onKind }: OpenMoneyListProps) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="max-w-xs">
        <SelectField
          label="Show"
          placeholder="Everything"
          options={openMoneyKinds.map(value => ({ value, label: openMoneyLabels[value].label }))}
          value={kind ?? ''}
          onChange={event => onKind(readOpenMoney({ kind: event.target.value }).kind)}
        />
      </div>
      <Found kind={kind} />
    </div>
  )
}

function Found({ kind }: Pick<OpenMoneyListProps, 'kind'>) {
  const query = useInfiniteQuery(
    useTRPC().payments.open.infiniteQueryOptions(kind ? { kind } : {}, {
      ...byCursor,
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <QueryList
      query={query}
      what="the list"
      empty={
        <EmptyState
          icon={<CircleCheck />}
          title="Nothing is open"
          text="Nothing waits here for you, the provider or a bank."
        />
      }
    >
      {items => (
        <ul className="grid grid-cols-1 gap-3">
          {items.map(item => (
            <li key={`${item.kind} ${item.id}`} className="rounded-card border border-line bg-surface p-4 shadow-card">
              <Item item={item} />
            </li>
          ))}
        </ul>
      )}
    </QueryList>
  )
}

function Item({ item }: { item: OpenMoney }) {
  const { label, tone } = openMoneyLabels[item.kind]
  return (
    <div className="grid gap-3 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      <div className="grid min-w-0 grid-cols-1 gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={tone}>{label}</Badge>
          <span className="font-bold tabular-nums">{formatCents(item.amountCents)}</span>
          <span className="text-sm text-muted">
            <Moment at={item.since} />
          </span>
        </p>
        <h2 className="font-semibold tracking-normal wrap-anywhere">
          <About {...item} />
        </h2>
        {item.orderId && (
          <p className="text-sm text-muted">
            {shownName(item.buyerName)} bought from {shownName(item.sellerName)}
          </p>
        )}
        <p className="text-sm wrap-anywhere">{reasonOf(item)}</p>
        {item.dueAt && (
          <p className="text-sm font-medium">
            {item.kind === 'disputed' ? 'Answer the bank by' : 'Next try on'} {exactMoment(item.dueAt)}
          </p>
        )}
        <p className="font-mono text-xs break-all text-muted">{item.transactionId}</p>
      </div>
      <OpenMoneyActs item={item} />
    </div>
  )
}

const link = 'inline-flex min-h-11 items-center text-accent-ink underline underline-offset-3 md:min-h-6'

/** What it is about: an order, a seller's account at the provider, or neither. */
function About({ orderId, productName, sellerId, sellerName }: OpenMoney) {
  if (orderId) {
    return (
      <Link to="/dashboard/orders/$orderId" params={{ orderId }} className={link}>
        {productName}
      </Link>
    )
  }
  if (sellerId === null) return 'A charge without an order'
  return (
    <Link to="/dashboard/users/$userId" params={{ userId: sellerId }} className={link}>
      Money of {shownName(sellerName)} at the payment provider
    </Link>
  )
}

/** People's own words stay as they are. */
function reasonOf({ kind, reason }: OpenMoney): string {
  const isProviders = kind === 'disputed' || kind === 'unmatched' || /^[a-z]+(_[a-z]+)+$/.test(reason)
  return isProviders ? providerWord(reason) : reason
}
