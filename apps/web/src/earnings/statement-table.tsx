import type { Statement, StatementLine, StatementLineKind } from '@second-ring/contracts/earnings/earnings'
import { formatExactCents } from '@second-ring/contracts/money'
import { Link } from '@tanstack/react-router'
import { cx } from 'class-variance-authority'
import { dayOf, monthName } from './months.ts'

const words: Record<StatementLineKind, string> = {
  sale: 'Sale',
  refund: 'Refund to the buyer',
  'refund-failed': 'Refund that came back',
  dispute: 'Taken back by the buyer’s bank',
  payout: 'Paid out to your bank',
  'payout-returned': 'Sent back by your bank',
  correction: 'Correction',
}

const cell = 'px-2 py-2.5 align-top sm:px-3 print:py-1'
const amount = cx(cell, 'text-right whitespace-nowrap tabular-nums')
/** There is no room for it on a phone; the closing balance is there all the same. */
const wide = 'max-sm:hidden print:table-cell'

interface StatementTableProps {
  statement: Statement
  /** Whether it is another month's, which stays until this one is there. */
  isStale: boolean
}

/** What changed a seller's money in a month, from the opening to the closing balance. */
export function StatementTable({ statement, isStale }: StatementTableProps) {
  const { month, openingCents, closingCents, lines, lineCount } = statement
  return (
    <div aria-busy={isStale} className={cx('transition-opacity', isStale && 'opacity-60')}>
      <div className="rounded-card border border-line bg-surface shadow-card print:rounded-none print:border-0 print:shadow-none">
        <table className="w-full text-left print:text-sm">
          <caption className="sr-only">Statement for {monthName(month)}</caption>
          <thead className="text-sm text-muted">
            <tr className="border-b border-line">
              <th scope="col" className={cell}>
                Day
              </th>
              <th scope="col" className={cell}>
                What
              </th>
              <th scope="col" className={amount}>
                Amount
              </th>
              <th scope="col" className={cx(amount, wide)}>
                Balance
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            <Balance label="Opening balance" cents={openingCents} />
            {lines.map(line => (
              <Line key={`${line.at} ${line.orderId} ${line.balanceCents}`} line={line} />
            ))}
            {lineCount === 0 && (
              <tr>
                <td colSpan={4} className={cx(cell, 'text-muted')}>
                  Nothing changed this month.
                </td>
              </tr>
            )}
            {lineCount > lines.length && (
              <tr>
                <td colSpan={4} className={cx(cell, 'text-muted')}>
                  These are the first {lines.length.toLocaleString('en')} of {lineCount.toLocaleString('en')} lines. The
                  file has all of them.
                </td>
              </tr>
            )}
          </tbody>
          <tfoot className="border-t border-line">
            <Balance label="Closing balance" cents={closingCents} />
          </tfoot>
        </table>
      </div>
    </div>
  )
}

function Balance({ label, cents }: { label: string; cents: number }) {
  return (
    <tr className="font-bold">
      <th scope="row" colSpan={2} className={cell}>
        {label}
      </th>
      <td className={cx(amount, 'sm:hidden print:hidden')}>{formatExactCents(cents)}</td>
      <td className={cx(amount, wide)} />
      <td className={cx(amount, wide)}>{formatExactCents(cents)}</td>
    </tr>
  )
}

function Line({ line }: { line: StatementLine }) {
  const { at, kind, orderId, productName, grossCents, feeCents, amountCents, balanceCents } = line
  return (
    <tr className="break-inside-avoid">
      <td className={cx(cell, 'whitespace-nowrap')}>
        <time dateTime={at}>{dayOf(at)}</time>
      </td>
      <td className={cx(cell, 'wrap-anywhere')}>
        <span className="block">{words[kind]}</span>
        {orderId && (
          <Link
            to="/dashboard/orders/$orderId"
            params={{ orderId }}
            className="inline-flex min-h-11 items-center text-accent-ink underline underline-offset-3 md:min-h-6 print:min-h-0 print:text-ink print:no-underline"
          >
            {productName}
          </Link>
        )}
        {feeCents !== 0 && (
          <span className="block text-sm text-muted tabular-nums">
            {formatExactCents(grossCents)} {feeCents > 0 ? 'less' : 'with'} {formatExactCents(Math.abs(feeCents))}{' '}
            {feeCents > 0 ? 'fee' : 'of the fee given back'}
          </span>
        )}
      </td>
      <td className={amount}>{formatExactCents(amountCents)}</td>
      <td className={cx(amount, wide)}>{formatExactCents(balanceCents)}</td>
    </tr>
  )
}
