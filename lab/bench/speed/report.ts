import { isKept, type Target } from './bench.ts'
import type { Compared } from './compare.ts'
import type { Cost } from './grow.ts'
import type { Options } from './options.ts'
import type { Freshness } from './watch-freshness.ts'
import type { Memory } from './watch-memory.ts'

/** All figures of a run. */
export interface Report {
  at: string
  machine: { cores: number; processor: string; node: string; postgres: string }
  options: Options
  compared: Compared[]
  costs: Cost[]
  memory: Memory | null
  freshness: Freshness | null
  targets: Target[]
}

/** The report as Markdown, which reads well in a terminal too. */
export function describe({ at, machine, options, compared, costs, memory, freshness, targets }: Report): string {
  const { cores, processor, node, postgres } = machine
  const { seconds, rounds, connections, sizes } = options
  const largest = (sizes.at(-1) ?? 0).toLocaleString('en')
  const parts = [
    `${at.slice(0, 10)}, ${cores} cores (${processor}), PostgreSQL ${postgres}, Node ${node}. ` +
      `${rounds} rounds of ${seconds} s, ${connections} connections; medians.`,
  ]
  if (compared.length > 0) {
    const rows = compared.map(({ scenario, who, figures, ratio }) => {
      const { perSecond, p50, p99, cpuMs, databaseMs } = figures
      return [
        scenario,
        who,
        count(perSecond),
        ms(p50),
        ms(p99),
        ms(cpuMs),
        ms(databaseMs),
        ratio === null ? '' : times(ratio),
      ]
    })
    const head = [
      '',
      `${largest} listings`,
      'requests/s',
      'p50 ms',
      'p99 ms',
      'CPU ms/request',
      'database ms/request',
      'by bare',
    ]
    parts.push(table(head, rows))
  }
  if (costs.length > 0) {
    const rows = costs.map(({ scenario, where, figures: { perSecond, cpuMs, databaseMs } }) => {
      return [scenario, where, count(perSecond), ms(cpuMs), ms(databaseMs), ms(cpuMs + databaseMs)]
    })
    parts.push(
      table(['cache off, tRPC', 'where', 'requests/s', 'CPU ms/request', 'database ms/request', 'cost, both'], rows),
    )
  }
  if (memory) {
    const { minutes, requests, before, largest, middle, late } = memory
    const [start, most, second, third] = [before, largest, middle, late].map(count)
    parts.push(
      `Memory of the API over ${minutes} minutes and ${count(requests)} requests: ${start} MB before, ${second} MB in the ` +
        `second third, ${third} MB in the last, ${most} MB at most.`,
    )
  }
  if (freshness) {
    const { bookings, prices } = freshness
    parts.push(
      `Seen by another process after: ${bookings.count} bookings, half within ${ms(bookings.median)} ms, all within ` +
        `${ms(bookings.longest)} ms; ${prices.count} prices, half within ${ms(prices.median)} ms, all within ${ms(prices.longest)} ms.`,
    )
  }
  parts.push(table(['target', 'measured', 'promised', 'result'], targets.map(describeTarget)))
  return `${parts.join('\n\n')}\n`
}

function describeTarget(target: Target): string[] {
  const { what, measured, limit, kind, unit } = target
  const show = (value: number) => (unit === '×' ? times(value) : `${unit === 'ms' ? ms(value) : count(value)} ${unit}`)
  const by =
    limit === 0
      ? ''
      : `, ${Math.abs((measured / limit - 1) * 100).toFixed(0)} % ${measured >= limit ? 'above' : 'below'}`
  return [what, show(measured), `${kind} ${show(limit)}`, `${isKept(target) ? 'KEPT' : 'NOT KEPT'}${by}`]
}

const count = (value: number) => Math.round(value).toLocaleString('en')
const ms = (value: number) => value.toFixed(value < 10 ? 2 : 1)
const times = (value: number) => `${value.toFixed(2)} ×`

function table(head: string[], rows: string[][]): string {
  const widths = head.map((title, column) => Math.max(3, title.length, ...rows.map(row => row[column]?.length ?? 0)))
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map(width => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
