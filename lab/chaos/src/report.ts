import { describeLedger } from '@second-ring/api/payments/check-ledger'
import { neverDone } from './load/hoped-for.ts'
import type { ChaosReport } from './rounds/run-rounds.ts'

/** What was done and seen, as a table for people. */
export function describeChaos(report: ChaosReport): string {
  const { seed, rounds, ledger, market, inFlight, calls, done, kills, sessions, cardFaults, webhookFaults } = report
  const operations = Object.values(market.postings).reduce((sum, count) => sum + count, 0)
  const never = neverDone(done)
  const kinds = Map.groupBy(rounds, round => round.kind)
  const violations = rounds.flatMap(({ violations }) => violations)
  const lines = [...kinds].map(([kind, of]) => {
    const broken = of.filter(round => round.violations.length > 0).length
    const seconds = of.reduce((sum, round) => sum + round.seconds, 0) / of.length
    return row(kind, `${of.length}`, `${seconds.toFixed(1)} s`, `${broken}`)
  })
  return [
    'What was looked for, and in how many, after the last round:',
    describeLedger(ledger),
    '',
    row('', 'rounds', 'each', 'broken'),
    ...lines,
    row('all', `${rounds.length}`, '', `${rounds.filter(round => round.violations.length > 0).length}`),
    '',
    `Orders ${market.orders}, charges ${market.charges}, of no order ${market.unmatched}.`,
    `Refunds: ${counted(market.refunds)}. Disputes: ${counted(market.disputes)}. Claims: ${counted(market.claims)}.`,
    `Transfers: ${counted(market.transfers)}. Payouts: ${counted(market.payouts)}.`,
    `In flight at the end: ${inFlight.length}`,
    ...inFlight.map(what => `  ${what}`),
    `Calls: ${counted(calls)}; answered only when repeated: ${report.repeated}.`,
    `Done: ${counted(done)}.`,
    `Never accepted: ${never.join(', ') || 'nothing of what was hoped for'}.`,
    `kill -9: ${kills.api} of the API, ${kills.postgres} of PostgreSQL, ${kills.cards} of the card payments.`,
    `Sessions of the database terminated: ${sessions.terminated}. Times that commits stalled: ${sessions.stalls}.`,
    `Calls of the card payments that failed: ${counted(cardFaults)}. Webhooks: ${counted(webhookFaults)}.`,
    `Money operations: ${operations} (${counted(market.postings)}).`,
    `Seed ${seed}. Differences at rest: ${violations.length}`,
    ...violations.map(what => `  ${what}`),
  ].join('\n')
}

function counted(counts: object): string {
  return Object.entries(counts)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ')
}

function row(what: string, ...columns: string[]): string {
  return [what.padEnd(56), ...columns.map(column => column.padStart(8))].join('')
}
