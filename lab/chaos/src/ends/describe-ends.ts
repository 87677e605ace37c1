import { countEnds } from './coverage.ts'
import type { EndsReport } from './run-ends.ts'

/** What was done and seen, as text. */
export function describeEnds({ seed, ended, done, stories, postings, webhooks, differences }: EndsReport): string {
  const { ends, operations, steps, names } = countEnds(ended)
  return [
    `Operations done: ${done} in ${stories} stories of deals; the ledger has posted ${postings}.`,
    `Ends: ${ends} in ${operations} kinds of operation, at ${steps} different steps of theirs, which are`,
    `  ${names.join(', ')}`,
    `Webhooks: all lost, ${webhooks} of them delivered late, in any order and some twice.`,
    `Seed ${seed}. Differences at rest: ${differences.length}`,
    ...differences.map(what => `  ${what}`),
  ].join('\n')
}
