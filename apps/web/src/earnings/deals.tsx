import type { Deal } from '@second-ring/contracts/earnings/earnings'
import { formatCents } from '@second-ring/contracts/money'
import { PROTECTION_HOURS } from '@second-ring/contracts/orders/deadlines'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Wallet } from 'lucide-react'
import { useTRPC } from '#api-client/trpc.ts'
import { DealStatus } from '#orders/deal-status.tsx'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { byCursor } from '#ui/pages.ts'
import { QueryList } from '#ui/query-list.tsx'
import { type Column, ResponsiveTable, rowHeading } from '#ui/responsive-table.tsx'
import { shownName } from '#ui/shown-name.ts'

/** What a seller gets for each phone that was paid for, the last booked first. */
export function Deals() {
  const query = useInfiniteQuery(useTRPC().earnings.deals.infiniteQueryOptions({}, byCursor))
  return (
    <QueryList query={query} what="your deals" empty={<NoDeals />}>
      {deals => <ResponsiveTable rows={deals} keyOf={({ orderId }) => orderId} columns={columns} />}
    </QueryList>
  )
}

const columns: Column<Deal>[] = [
  { head: 'Phone', card: 'title', cell: deal => <Phone deal={deal} /> },
  {
    head: 'Price',
    card: 'line',
    className: 'whitespace-nowrap tabular-nums lg:w-24 lg:text-right',
    cell: ({ priceCents }) => formatCents(priceCents),
  },
  {
    head: 'Fee',
    card: 'line',
    className: 'whitespace-nowrap tabular-nums lg:w-22 lg:text-right',
    cell: ({ feeCents }) => formatCents(feeCents),
  },
  {
    head: 'You get',
    card: 'side',
    className: 'whitespace-nowrap tabular-nums lg:w-28 lg:text-right',
    cell: ({ arrivesCents }) => (
      <>
        <span className="sr-only lg:hidden">You get </span>
        <strong>{formatCents(arrivesCents)}</strong>
      </>
    ),
  },
  {
    head: 'Where it is',
    card: 'foot',
    className: 'max-lg:basis-full lg:w-2/5',
    cell: deal => <DealStatus deal={deal} />,
  },
]

function Phone({ deal: { orderId, productName, buyerName, returnedCents, keptCents, state } }: { deal: Deal }) {
  return (
    <>
      <h3 tabIndex={-1} className={rowHeading}>
        <Link
          to="/dashboard/orders/$orderId"
          params={{ orderId }}
          className="inline-flex min-h-11 items-center hover:underline md:min-h-6"
        >
          {productName}
        </Link>
      </h3>
      <p className="text-sm wrap-anywhere text-muted">Bought by {shownName(buyerName)}</p>
      {keptCents > 0 && state !== 'kept' && (
        <p className="text-sm text-muted tabular-nums">{formatCents(keptCents)} went to what you owed</p>
      )}
      {returnedCents > 0 && state !== 'refunded' && (
        <p className="text-sm text-muted tabular-nums">{formatCents(returnedCents)} went back to the buyer</p>
      )}
    </>
  )
}

function NoDeals() {
  return (
    <EmptyState
      icon={<Wallet />}
      title="Nothing is sold yet"
      text={`When a buyer pays for a phone, the money is held here. After the handover they have ${PROTECTION_HOURS} hours to check it; then the money is yours, and goes to your bank.`}
      action={
        <Link to="/dashboard/AddProduct" className={buttonClass()}>
          Add a product
        </Link>
      }
    />
  )
}
