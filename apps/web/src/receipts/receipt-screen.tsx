import { formatExactCents } from '@second-ring/contracts/money'
import type { OrderState } from '@second-ring/contracts/orders/order'
import type { Receipt, ReceiptKind } from '@second-ring/contracts/receipts/receipt'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTRPC } from '#api-client/trpc.ts'
import { Button } from '#ui/button.tsx'
import { ExactMoment } from '#ui/exact-moment.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { Panel } from '#ui/panel.tsx'
import { QueryData } from '#ui/query-data.tsx'
import { shownName } from '#ui/shown-name.ts'
import { Term, Terms } from '#ui/terms.tsx'
import { receiptQuery } from './receipt-query.ts'

const titles: Record<ReceiptKind, string> = { RECEIPT: 'Receipt', FEE_INVOICE: 'Fee invoice' }

/** What it says while it has no number. */
const waiting: Record<ReceiptKind, string> = {
  RECEIPT: 'Your receipt gets its number within a minute after the payment.',
  FEE_INVOICE: 'The invoice gets its number within a minute after the money of the order was released to the seller.',
}

/** A numbered document of an order, which prints to one page. */
export function ReceiptScreen({ orderId, kind }: { orderId: string; kind: ReceiptKind }) {
  const query = useQuery(receiptQuery(useTRPC(), orderId, kind))
  return (
    <article className="max-w-2xl">
      <PageTitle size="item">{titles[kind]}</PageTitle>
      <div className="mt-5">
        <QueryData query={query} what={`the ${titles[kind].toLowerCase()}`}>
          {receipt => (receipt ? <Document receipt={receipt} /> : <Missing orderId={orderId} kind={kind} />)}
        </QueryData>
      </div>
      <p className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-2 print:hidden">
        {query.data && (
          <Button variant="secondary" size="small" onClick={() => window.print()}>
            <Printer aria-hidden="true" className="size-4" />
            Print
          </Button>
        )}
        <Link
          to="/dashboard/orders/$orderId"
          params={{ orderId }}
          className="inline-flex min-h-11 items-center font-semibold text-accent-ink underline underline-offset-3"
        >
          Back to the order
        </Link>
      </p>
    </article>
  )
}

/** Of an order that ended without it there is none, for ever. */
const withoutIt: Record<ReceiptKind, { states: readonly OrderState[]; text: string }> = {
  RECEIPT: { states: ['CANCELLED', 'EXPIRED'], text: 'The order ended before it was paid, so there is no receipt.' },
  FEE_INVOICE: {
    states: ['CANCELLED', 'EXPIRED', 'REFUNDED'],
    text: 'The phone was not sold, so there is no fee, and no invoice.',
  },
}

function Missing({ orderId, kind }: { orderId: string; kind: ReceiptKind }) {
  const { data: order } = useQuery(useTRPC().orders.details.queryOptions({ orderId }))
  const { states, text } = withoutIt[kind]
  const isNone = order !== undefined && states.includes(order.state)
  return (
    <Panel title={isNone ? 'There is none' : 'Not there yet'}>
      <p role="status">{isNone ? text : waiting[kind]}</p>
    </Panel>
  )
}

function Document({ receipt }: { receipt: Receipt }) {
  const { kind, number, issuedAt, occurredAt, productName, buyerName, sellerName, orderId, transactionId } = receipt
  const isReceipt = kind === 'RECEIPT'
  return (
    <Panel title={`Second Ring, ${titles[kind].toLowerCase()} ${number}`}>
      <Terms>
        <Term name={isReceipt ? 'For the buyer' : 'For the seller'}>
          {shownName(isReceipt ? buyerName : sellerName)}
        </Term>
        <Term name="Issued">
          <ExactMoment at={issuedAt} />
        </Term>
        <Term name="Phone">{productName}</Term>
        <Term name={isReceipt ? 'Sold by' : 'Sold to'}>{shownName(isReceipt ? sellerName : buyerName)}</Term>
        <Term name="Order" className="font-mono text-sm break-all">
          {orderId}
        </Term>
        <Term name={isReceipt ? 'Paid by card' : 'Money released'}>
          <ExactMoment at={occurredAt} />
        </Term>
        {transactionId && (
          <Term name="Transaction id" className="font-mono text-sm break-all">
            {transactionId}
          </Term>
        )}
      </Terms>
      <table className="mt-6 w-full border-t border-line tabular-nums">
        <caption className="sr-only">Amounts</caption>
        <tbody>{isReceipt ? <Paid receipt={receipt} /> : <Kept receipt={receipt} />}</tbody>
      </table>
    </Panel>
  )
}

function Paid({ receipt: { amountCents, refunds } }: { receipt: Receipt }) {
  const returnedCents = refunds.reduce((sum, refund) => sum + refund.amountCents, 0)
  return (
    <>
      <Line name="Price of the phone" cents={amountCents} />
      {refunds.map(({ amountCents: cents, at }) => (
        <Line
          key={at}
          name={
            <>
              Paid back on <ExactMoment at={at} />
            </>
          }
          cents={-cents}
        />
      ))}
      <Line name={refunds.length > 0 ? 'Paid in the end' : 'Paid'} cents={amountCents - returnedCents} isTotal />
    </>
  )
}

function Kept({ receipt: { priceCents, amountCents, sellerCents, feeTax } }: { receipt: Receipt }) {
  const forSeller = sellerCents ?? 0
  const returned = priceCents - amountCents - forSeller
  return (
    <>
      <Line name="Price of the phone" cents={priceCents} />
      {returned > 0 && <Line name="Given back to the buyer" cents={-returned} />}
      {feeTax && (
        <>
          <Line name="Fee of Second Ring without tax" cents={feeTax.cents - amountCents} />
          <Line name={`Tax on the fee, ${feeTax.basisPoints / 100} %`} cents={-feeTax.cents} />
        </>
      )}
      <Line name={feeTax ? 'Fee of Second Ring with tax' : 'Fee of Second Ring'} cents={-amountCents} />
      <Line name="For the seller" cents={forSeller} isTotal />
    </>
  )
}

function Line({ name, cents, isTotal = false }: { name: ReactNode; cents: number; isTotal?: boolean }) {
  return (
    <tr className={isTotal ? 'border-t border-line font-bold' : undefined}>
      <th scope="row" className="py-2 pr-4 text-left [font-weight:inherit]">
        {name}
      </th>
      <td className="py-2 text-right whitespace-nowrap">
        {cents < 0 ? `−${formatExactCents(-cents)}` : formatExactCents(cents)}
      </td>
    </tr>
  )
}
