// biome-ignore-all lint/a11y/noRedundantRoles: a table that is laid out as cards is none to every browser otherwise
import { cx } from 'class-variance-authority'
import type { Key, ReactNode } from 'react'
import { useFocusAfterRemoval } from './use-focus-after-removal.ts'

/** Where a column stands on a card: its title, at the title's side, on a line of its own by its head, or at the foot. */
const cards = {
  title: 'max-lg:-order-2 max-lg:min-w-0 max-lg:flex-1',
  side: 'max-lg:-order-1 max-lg:shrink-0 max-lg:self-start',
  line: 'max-lg:flex max-lg:basis-full max-lg:gap-3 max-lg:text-sm max-lg:before:w-16 max-lg:before:shrink-0 max-lg:before:text-muted max-lg:before:content-[attr(data-head)]',
  foot: 'max-lg:empty:hidden',
}

/** The look of a row's heading, which takes the focus. */
export const rowHeading =
  'rounded-sm font-semibold tracking-normal wrap-anywhere focus-visible:outline-2 focus-visible:outline-accent'

export interface Column<Row> {
  head: string
  /** Whether the head is there for readers alone. */
  hidesHead?: boolean
  card: keyof typeof cards
  /** How wide it is in a table, and the look of what stands in it. */
  className?: string
  cell: (row: Row) => ReactNode
}

interface ResponsiveTableProps<Row> {
  rows: readonly Row[]
  keyOf: (row: Row) => Key
  columns: readonly Column<Row>[]
}

/**
 * Rows with columns: a table where there is room beside the menu, cards elsewhere, by the style sheet alone. When the row that
 * has the focus goes, the heading of the one in its place gets it.
 */
export function ResponsiveTable<Row>({ rows, keyOf, columns }: ResponsiveTableProps<Row>) {
  const focusProps = useFocusAfterRemoval<HTMLTableSectionElement>()
  return (
    <div className="lg:overflow-hidden lg:rounded-card lg:border lg:border-line lg:bg-surface lg:shadow-card">
      <table role="table" className="w-full text-left max-lg:block lg:table-fixed">
        <thead role="rowgroup" className="bg-sunken text-sm text-muted max-lg:sr-only">
          <tr role="row">
            {columns.map(({ head, hidesHead, className }) => (
              <th
                key={head}
                role="columnheader"
                scope="col"
                className={cx('px-3 py-3 font-semibold first:pl-5 last:pr-5', className)}
              >
                {hidesHead ? <span className="sr-only">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          {...focusProps}
          role="rowgroup"
          className="max-lg:grid max-lg:grid-cols-1 max-lg:gap-3 md:max-lg:grid-cols-2 lg:divide-y lg:divide-line"
        >
          {rows.map(row => (
            <tr
              key={keyOf(row)}
              role="row"
              className="max-lg:flex max-lg:flex-wrap max-lg:content-start max-lg:items-center max-lg:justify-between max-lg:gap-x-3 max-lg:gap-y-2 max-lg:rounded-card max-lg:border max-lg:border-line max-lg:bg-surface max-lg:p-4 max-lg:shadow-card lg:h-18"
            >
              {columns.map(({ head, card, className, cell }) => (
                <td
                  key={head}
                  role="cell"
                  data-head={head}
                  className={cx('lg:px-3 lg:py-3 lg:first:pl-5 lg:last:pr-5', cards[card], className)}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
