import { formatCents } from '@second-ring/contracts/money'
import type { OrderDetails } from '@second-ring/contracts/orders/order-details'
import type { OpenMoneyKind } from '@second-ring/contracts/payments/open-money'
import type { OrderDispute, OrderPayment, OrderRefund } from '@second-ring/contracts/payments/order-money'
import type { ReceiptKind } from '@second-ring/contracts/receipts/receipt'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileText, Printer } from 'lucide-react'
import { useTRPC } from '#api-client/trpc.ts'
import { Button } from '#ui/button.tsx'
import { ExactMoment } from '#ui/exact-moment.tsx'
import { exactMoment } from '#ui/moment.tsx'
import { Panel } from '#ui/panel.tsx'
import { QueryData } from '#ui/query-data.tsx'
import { Term, Terms } from '#ui/terms.tsx'
import { orderMoneyQuery } from './order-queries.ts'

/** Where the money of an order is: the receipt, what goes back, and what a bank claims. Nothing before it is paid. */
export function OrderMoney({ order }: { order: OrderDetails }) {
  const query = useQuery(orderMoneyQuery(useTRPC(), order.id))
  return (
    <QueryData query={query} what="the payment">
      {({ payments, receipts }) => (
        <Payments payments={payments.filter(({ paidAt }) => paidAt !== null)} receipts={receipts} order={order} />
      )}
    </QueryData>
  )
}

interface PaymentsProps {
  payments: readonly OrderPayment[]
  receipts: readonly ReceiptKind[]
  order: OrderDetails
}

function Payments({ payments, receipts, order }: PaymentsProps) {
  if (payments.length === 0) return null
  return (
    <Panel title={order.viewer === 'buyer' ? 'Receipt' : 'Payment'}>
      <div className="grid grid-cols-1 gap-5">
        {payments.map(payment => (
          <Payment key={payment.id} payment={payment} order={order} />
        ))}
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
        {receipts.map(kind => (
          <Link
            key={kind}
            to={receiptRoutes[kind].to}
            params={{ orderId: order.id }}
            className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-accent-ink underline underline-offset-3 md:min-h-6"
          >
            <FileText aria-hidden="true" className="size-4" />
            {receiptRoutes[kind].title}
          </Link>
        ))}
        <Button variant="secondary" size="small" onClick={() => window.print()}>
          <Printer aria-hidden="true" className="size-4" />
          Print
        </Button>
      </div>
    </Panel>
  )
}

function Payment({ payment, order }: { payment: OrderPayment; order: OrderDetails }) {
  const { amountCents, paidAt, transactionId, owedCents, refunds, disputes } = payment
  return (
    <div>
      <Terms>
        <Term name="Product">{order.productName}</Term>
        <Term name="Paid" className="font-bold tabular-nums">
          {formatCents(amountCents)}
        </Term>
        {paidAt && (
          <Term name="On">
            <ExactMoment at={paidAt} />
          </Term>
        )}
        {transactionId && (
          <Term name="Transaction id" className="font-mono text-sm break-all">
            {transactionId}
          </Term>
        )}
      </Terms>
      {order.viewer === 'admin' && (owedCents > 0 || order.refund === 'failed') && (
        <Link
          to="/dashboard/Money"
          search={{ kind: 'failed' satisfies OpenMoneyKind }}
          className="mt-2 inline-flex min-h-11 items-center font-semibold text-accent-ink underline underline-offset-3 md:min-h-6 print:hidden"
        >
          See what you can do under Money
        </Link>
      )}
      {(refunds.length > 0 || disputes.length > 0 || owedCents > 0) && (
        <ul className="mt-4 grid gap-2 border-t border-line pt-4">
          {refunds.map(refund => (
            <li key={refund.id}>
              <Refund refund={refund} />
            </li>
          ))}
          {owedCents > 0 && (
            <li>{formatCents(owedCents)} is still owed to the buyer. An admin sees to it that it goes back.</li>
          )}
          {disputes.map(dispute => (
            <li key={dispute.id}>
              <Dispute dispute={dispute} bank={order.viewer === 'buyer' ? 'Your bank' : 'The buyer’s bank'} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The screen of each. */
const receiptRoutes = {
  RECEIPT: { to: '/dashboard/orders/$orderId/receipt', title: 'Receipt' },
  FEE_INVOICE: { to: '/dashboard/orders/$orderId/invoice', title: 'Fee invoice' },
} as const satisfies Record<ReceiptKind, { to: string; title: string }>

const refundStates: Record<OrderRefund['state'], string> = {
  REQUESTED: 'is to be sent back to the card',
  PENDING: 'is on its way back to the card',
  SUCCEEDED: 'went back to the card; the bank may take some days to show it',
  FAILED: 'could not be sent back to the card',
  SETTLED_OUTSIDE: 'was paid back another way than to the card',
}

function Refund({ refund: { amountCents, state, reason, dueAt, changedAt } }: { refund: OrderRefund }) {
  const waits = state === 'REQUESTED' && Date.parse(dueAt) > Date.now()
  return (
    <>
      <p>
        <span className="font-bold tabular-nums">{formatCents(amountCents)}</span> {refundStates[state]}
        {waits && `; the next try is on ${exactMoment(dueAt)}`}.
      </p>
      <p className="text-sm wrap-anywhere text-muted">
        {reason} (<ExactMoment at={changedAt} />)
      </p>
    </>
  )
}

const disputeStates: Record<OrderDispute['state'], string> = {
  INQUIRY: 'asks about',
  NEEDS_RESPONSE: 'claims back',
  UNDER_REVIEW: 'is deciding about',
  WON: 'no longer claims',
  LOST: 'took back',
}

interface DisputeProps {
  dispute: OrderDispute
  bank: string
}

function Dispute({ dispute: { amountCents, state, openedAt, closedAt }, bank }: DisputeProps) {
  const at = closedAt ?? openedAt
  return (
    <>
      <p>
        {bank} {disputeStates[state]} <span className="font-bold tabular-nums">{formatCents(amountCents)}</span>.
      </p>
      <p className="text-sm text-muted">
        <ExactMoment at={at} />
      </p>
    </>
  )
}
