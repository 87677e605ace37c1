import { createMarket } from '@second-ring/testkit'
import { type Random, randomFrom } from '../random.ts'
import { type Acting, startActing } from './acting.ts'
import { comeToRest, differencesAtRest } from './come-to-rest.ts'
import { type Coverage, createCoverage, type EndCounts } from './coverage.ts'
import { stories } from './stories.ts'

interface EndsRun {
  seed: number
  /** How many ends at least. */
  ends: number
  /** Told of each market that has come to rest. */
  onRest?(report: EndsReport): void
  signal?: AbortSignal
  /** Which stories are told; all when absent. */
  only?: string[]
}

export interface EndsReport extends EndCounts {
  seed: number
  /** Operations that were done, whatever ended in them. */
  done: number
  stories: number
  /** What the ledger has posted. */
  postings: number
  /** Old events of the provider that were delivered late, twice and in any order. */
  webhooks: number
  /** What is not explained at rest. */
  differences: string[]
}

/** So many stories are told on one market before it comes to rest. */
const STORIES = 9
const WEBHOOKS = 6

/** Tells stories of deals in processes that end at every step of theirs, and checks at rest that each cent is explained. */
export async function runEnds({ seed, ends, onRest, signal, only }: EndsRun): Promise<EndsReport> {
  const random = randomFrom(seed)
  const coverage = createCoverage()
  const report: EndsReport = {
    ...{ seed, ends: 0, operations: 0, steps: 0, names: [], done: 0, stories: 0, postings: 0, webhooks: 0, differences: [] },
  }
  const names = inAnyOrder(random, only ?? Object.keys(stories))
  while (report.ends < ends && report.differences.length === 0) {
    signal?.throwIfAborted()
    await onMarket({ random, coverage, names, report })
    Object.assign(report, coverage.counts())
    onRest?.(report)
  }
  return report
}

interface OnMarket {
  random: Random
  coverage: Coverage
  names: Generator<string, never>
  report: EndsReport
}

async function onMarket({ random, coverage, names, report }: OnMarket): Promise<void> {
  const market = await createMarket({ webhooks: false, accountLimits: 'all=1000000', fundsAvailableAfterMs: 0 })
  const acting = await startActing(market, { random, coverage })
  let story = ''
  try {
    await market.database.feeTaxRate.create({ data: { basisPoints: 2000 }, select: { id: true } })
    for (let count = 0; count < STORIES; count += 1) {
      story = names.next().value
      await stories[story]?.(acting)
      report.stories += 1
    }
    story = 'coming to rest'
    report.webhooks += await deliverLate(acting)
    await comeToRest(market)
    report.differences.push(...(await differencesAtRest(market)))
  } catch (error) {
    report.differences.push(`${story}: ${error instanceof Error ? error.message : error}`)
  } finally {
    report.done += acting.done()
    report.postings += await market.database.ledgerTransaction.count()
    await acting.stop()
    await market.close()
  }
}

/** The provider's events were all lost; some arrive at last, in any order and some of them twice. */
async function deliverLate({ market, random }: Acting): Promise<number> {
  const payments = await market.database.payment.findMany({ select: { intentId: true } })
  const chosen = Array.from({ length: WEBHOOKS }, () => random.pick(payments)).filter(one => one !== undefined)
  const deliveries = await Promise.all(
    chosen.map(async ({ intentId }) => {
      const event = random.pick(await market.eventsOf(intentId))
      return event ? event.deliver() : null
    }),
  )
  const failed = deliveries.filter(status => status !== null && status >= 300)
  if (failed.length > 0) throw new Error(`A late event was answered ${failed.join(', ')}`)
  return deliveries.filter(status => status !== null).length
}

/** All of them in an order of chance, and again. */
function* inAnyOrder(random: Random, names: string[]): Generator<string, never> {
  for (;;) {
    const left = [...names]
    while (left.length > 0) yield* left.splice(random.between(0, left.length - 1), 1)
  }
}
