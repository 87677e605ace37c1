import { formatExactCents } from '@second-ring/contracts/money'
import type { OrderState } from '@second-ring/contracts/orders/order'
import type { FeeCorrection, Receipt, ReceiptKind } from '@second-ring/contracts/receipts/receipt'
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
  FEE_INVOICE:
    'The invoice gets its number within a minute after the fee is earned, which it is when the money is released to the seller.',
}

/** A numbered document of an order, which prints to one page. */
export function ReceiptScreen({ orderId, kind }: { orderId: string; kind: ReceiptKind }) {
  const query = useQuery(receiptQuery(useTRPC(), orderId, kind))
  return (
    <article className="max-w-2xl">
      <PageTitle size="item">{titles[kind]}</PageTitle>
      <div className="mt-5">
        <QueryData query={query} what={`the ${titles[kind].toLowerCase()}`}>
          {receipt =>
            receipt ? (
              <div className="grid gap-5">
                <Document receipt={receipt} />
                {receipt.corrections.map(correction => (
                  <Correction key={correction.number} correction={correction} invoice={receipt.number} />
                ))}
              </div>
            ) : (
              <Missing orderId={orderId} kind={kind} />
            )
          }
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
      {refunds.map(({ amountCents: cents, at, byBank }) => (
        <Line
          key={at}
          name={
            <>
              {byBank ? 'Taken back by the buyer’s bank on' : 'Paid back on'} <ExactMoment at={at} />
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
      <Fee cents={amountCents} feeTax={feeTax} />
      <Line name="For the seller" cents={forSeller} isTotal />
    </>
  )
}

/** A fee with what of it is tax; below zero what is given back of one. */
function Fee({ cents, feeTax }: { cents: number; feeTax: Receipt['feeTax'] }) {
  const [fee, tax] = cents < 0 ? ['Fee given back', 'Tax given back'] : ['Fee of Second Ring', 'Tax on the fee']
  return (
    <>
      {feeTax && (
        <>
          <Line name={`${fee} without tax`} cents={feeTax.cents - cents} />
          <Line name={`${tax}, ${feeTax.basisPoints / 100} %`} cents={-feeTax.cents} />
        </>
      )}
      <Line name={feeTax ? `${fee} with tax` : fee} cents={-cents} />
    </>
  )
}

/** A document of its own: what the fee has changed by since its invoice. */
function Correction({ correction, invoice }: { correction: FeeCorrection; invoice: string }) {
  const { number, issuedAt, occurredAt, amountCents, feeTax } = correction
  const what = amountCents < 0 ? 'credit note' : 'further fee invoice'
  return (
    <Panel title={`Second Ring, ${what} ${number}`}>
      <Terms>
        <Term name="Corrects">{`Fee invoice ${invoice}`}</Term>
        <Term name="Issued">
          <ExactMoment at={issuedAt} />
        </Term>
        <Term name={amountCents < 0 ? 'Money went back to the buyer' : 'Money came back from the buyer’s bank'}>
          <ExactMoment at={occurredAt} />
        </Term>
      </Terms>
      <table className="mt-6 w-full border-t border-line tabular-nums">
        <caption className="sr-only">Amounts of {number}</caption>
        <tbody>
          <Fee cents={amountCents} feeTax={feeTax} />
        </tbody>
      </table>
    </Panel>
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
