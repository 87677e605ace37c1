import type { Deal, DealState } from '@second-ring/contracts/earnings/earnings'
import { formatCents } from '@second-ring/contracts/money'
import { isPaid } from '@second-ring/contracts/orders/order'
import type { OrderDetails } from '@second-ring/contracts/orders/order-details'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTRPC } from '#api-client/trpc.ts'
import { Panel } from '#ui/panel.tsx'
import { QueryData } from '#ui/query-data.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { DealStatus } from './deal-status.tsx'
import { isPaidOut } from './payout-wait.ts'
import { PayoutsStopped } from './payouts-stopped.tsx'

/** What the seller of an order gets and where that is, once it was paid. */
export function OrderEarnings({ order: { id, state } }: { order: OrderDetails }) {
  const wasPaid = isPaid(state) || state === 'REFUNDED'
  return wasPaid ? <Earnings orderId={id} /> : null
}

function Earnings({ orderId }: { orderId: string }) {
  const query = useQuery(useTRPC().earnings.deal.queryOptions({ orderId }))
  return (
    <Panel title="Your money">
      <QueryData query={query} what="your money" skeleton={<Skeleton className="h-20 w-full" />}>
        {deal => <Earned deal={deal} />}
      </QueryData>
    </Panel>
  )
}

function Earned({ deal }: { deal: Deal }) {
  return (
    <div className="grid grid-cols-1 justify-items-start gap-2">
      {isUnderWay(deal) && <PayoutsStoppedNotice />}
      <Amount deal={deal} />
      <div role="status">
        <DealStatus deal={deal} />
      </div>
      {waitsForAccount.includes(deal.state) && <AccountMissing />}
      <Link
        to="/dashboard/earnings"
        className="inline-flex min-h-11 items-center font-semibold text-accent-ink underline underline-offset-3 md:min-h-6 print:hidden"
      >
        See all your earnings
      </Link>
    </div>
  )
}

/** Whether money of a deal is still to come to the seller's bank. */
function isUnderWay({ state }: Deal): boolean {
  return state === 'claimed' || state === 'waiting' || state === 'on-its-way' || waitsForAccount.includes(state)
}

/** Where it is so, that an admin has stopped payouts. */
function PayoutsStoppedNotice() {
  const { data: account } = useQuery(useTRPC().payouts.account.queryOptions())
  return account?.frozen ? <PayoutsStopped /> : null
}

/** What the seller gets; while a claim is open, or a bank decides, nobody knows. */
function Amount({ deal: { state, stage, arrivesCents, disputed } }: { deal: Deal }) {
  if (state === 'refunded') return null
  const cents = <strong className="tabular-nums">{formatCents(arrivesCents)}</strong>
  if (stage === 'RETURNING')
    return <p>You get nothing when the phone is returned, and {cents} if the money is released.</p>
  if (state === 'claimed') return <p>You get {cents}, or less, when the problem is settled.</p>
  if (disputed && (state === 'paid' || state === 'handed-over'))
    return <p>You get {cents} if the payment stands, and less or nothing if the bank takes it back.</p>
  return <p>You get {cents}.</p>
}

/** What goes to a bank: it has to be known. */
const waitsForAccount: readonly DealState[] = ['paid', 'handed-over', 'ready', 'waiting']

/** The way to an account at the provider, for who has none that can be paid. */
function AccountMissing() {
  const { data: account } = useQuery(useTRPC().payouts.account.queryOptions())
  if (account === undefined || isPaidOut(account)) return null
  return (
    <p className="rounded-xl bg-warm-soft px-4 py-3 text-warm-ink">
      {account.state === 'CHECKING'
        ? 'It waits until the provider has looked at your payout account. '
        : 'It waits until your payouts are set up. '}
      <Link to="/dashboard/earnings" className="font-semibold underline underline-offset-3">
        {account.state === 'CHECKING' ? 'See your payout account' : 'Set up payouts'}
      </Link>
    </p>
  )
}
