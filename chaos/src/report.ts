import type { ChaosReport } from './rounds/run-rounds.ts'

/** What was done and seen, as a table for people. */
export function describeChaos(report: ChaosReport): string {
  const { rounds, orders, charges, calls, kills, cardFaults, webhooks } = report
  const kinds = Map.groupBy(rounds, round => round.kind)
  const violations = rounds.flatMap(({ violations }) => violations)
  const lines = [...kinds].map(([kind, of]) => {
    const broken = of.filter(round => round.violations.length > 0).length
    const seconds = of.reduce((sum, round) => sum + round.seconds, 0) / of.length
    return row(kind, `${of.length}`, `${seconds.toFixed(1)} s`, `${broken}`)
  })
  return [
    row('', 'rounds', 'each', 'broken'),
    ...lines,
    row('all', `${rounds.length}`, '', `${rounds.filter(round => round.violations.length > 0).length}`),
    '',
    `Orders ${orders}, charges ${charges}. Calls: ${Object.entries(calls)
      .map(([outcome, count]) => `${count} ${outcome}`)
      .join(', ')}.`,
    `kill -9: ${kills.api} of the API, ${kills.postgres} of PostgreSQL, ${kills.cards} of the card payments.`,
    `Calls to the card payments that failed: ${cardFaults}. Webhooks: ${webhooks.delivered} delivered, ${webhooks.repeated} repeated, ${webhooks.late} late, ${webhooks.lost} lost.`,
    `Violations: ${violations.length}`,
    ...violations.map(what => `  ${what}`),
  ].join('\n')
}

function row(what: string, ...columns: string[]): string {
  return [what.padEnd(40), ...columns.map(column => column.padStart(8))].join('')
}
