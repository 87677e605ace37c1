import startSharedServers from '@second-ring/testkit/global-setup'
import { addEnds, countEnds, type Ended } from './coverage.ts'
import { type EndsReport, runEnds } from './run-ends.ts'

interface LongEndsRun {
  seed: number
  /** Whether it goes on; told of all that was done so far. */
  goOn(report: EndsReport): boolean
  /** How many of the operations end, of 1; all by default. */
  share?: number
  /** What was ended already, in runs before this one. */
  before?: Ended
  say(line: string): void
  signal: AbortSignal
}

/** So many markets at once: while one waits for PostgreSQL, another works. Each has a seed of its own. */
const AT_ONCE = 2

/** Tells stories on markets of their own, two at a time with this seed and the next, and says how it goes on. */
export async function runEndsFor({ seed, goOn, share, before, say, signal }: LongEndsRun): Promise<EndsReport> {
  const stop = await startSharedServers()
  const soFar = new Map<number, EndsReport>()
  const all = () => together(seed, [...soFar.values()])
  try {
    const runs = Array.from({ length: AT_ONCE }, (_, lane) =>
      runEnds({
        ...{ seed: seed + lane, signal, ...(share !== undefined && { share }), ...(before && { before }) },
        goOn(report) {
          soFar.set(lane, report)
          const sum = all()
          const { length } = sum.differences
          say(`  ${countEnds(sum.ended).ends} ends, ${sum.done} operations done, differences ${length}`)
          return length === 0 && goOn(sum)
        },
      }).then(report => soFar.set(lane, report)),
    )
    await Promise.all(runs)
    return all()
  } finally {
    await stop?.()
  }
}

function together(seed: number, reports: EndsReport[]): EndsReport {
  const ended: Ended = {}
  for (const report of reports) addEnds(ended, report.ended)
  const sum = (of: (report: EndsReport) => number) => reports.reduce((total, report) => total + of(report), 0)
  return {
    seed,
    ended,
    done: sum(({ done }) => done),
    stories: sum(({ stories }) => stories),
    postings: sum(({ postings }) => postings),
    webhooks: sum(({ webhooks }) => webhooks),
    differences: reports.flatMap(report => report.differences.map(what => `seed ${report.seed}: ${what}`)),
  }
}
