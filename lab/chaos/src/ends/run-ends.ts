import { createMarket, type Market } from '@second-ring/testkit'
import { type Random, randomFrom } from '../random.ts'
import { type Acting, startActing } from './acting.ts'
import { comeToRest, differencesAtRest } from './come-to-rest.ts'
import { type Coverage, createCoverage, type Ended } from './coverage.ts'
import { stories } from './stories.ts'

interface EndsRun {
  seed: number
  /** Whether it goes on after a market has come to rest. */
  goOn(report: EndsReport): boolean
  /** How many of the operations end, of 1; all by default. */
  share?: number
  /** What was ended already, in runs before this one. */
  before?: Ended
  /** The stories to tell; all by default. */
  only?: readonly string[]
  /** Opens the market of some stories. */
  open?(): Promise<Market>
  signal?: AbortSignal
}

export interface EndsReport {
  seed: number
  ended: Ended
  /** Operations that were done, whatever ended in them. */
  done: number
  stories: number
  /** What the ledger has posted. */
  postings: number
  /** Events of the provider that were delivered late, in any order and some twice; all others were lost. */
  webhooks: number
  /** What is not explained at rest; the run ends with it. */
  differences: string[]
}

/** So many stories are told on one market before it comes to rest. */
const STORIES = 9
const WEBHOOKS = 6
/** Of the fee, as in much of Europe. */
const FEE_TAX_BASIS_POINTS = 2000

/** Tells stories of deals in processes that end at every step of theirs, and checks at rest that each cent is explained. */
export async function runEnds(run: EndsRun): Promise<EndsReport> {
  const { seed, goOn, only = Object.keys(stories), signal } = run
  const random = randomFrom(seed)
  const coverage = createCoverage(run.before)
  const report = { seed, ended: coverage.ended, done: 0, stories: 0, postings: 0, webhooks: 0, differences: [] }
  const names = inAnyOrder(random, only)
  do {
    signal?.throwIfAborted()
    await onMarket({ random, coverage, names, report, share: run.share ?? 1, open: run.open ?? openMarket })
  } while (report.differences.length === 0 && goOn(report))
  return report
}

/** The provider's events are lost. */
export function openMarket(): Promise<Market> {
  return createMarket({ webhooks: false, accountLimits: 'all=1000000', fundsAvailableAfterMs: 0 })
}

interface OnMarket {
  random: Random
  coverage: Coverage
  names: Generator<string, never>
  report: EndsReport
  share: number
  open(): Promise<Market>
}

async function onMarket({ random, coverage, names, report, share, open }: OnMarket): Promise<void> {
  const market = await open()
  const acting = await startActing(market, { random, coverage, share })
  let story = ''
  try {
    await market.database.feeTaxRate.create({ data: { basisPoints: FEE_TAX_BASIS_POINTS }, select: { id: true } })
    for (let count = 0; count < STORIES; count += 1) {
      story = names.next().value
      await stories[story]?.(acting)
      report.stories += 1
    }
    story = 'at rest'
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

/** Some of what was lost arrives at last, in any order and some of it twice. @returns how many */
async function deliverLate({ market, random }: Acting): Promise<number> {
  const payments = await market.database.payment.findMany({ select: { intentId: true }, orderBy: { id: 'asc' } })
  const chosen = Array.from({ length: WEBHOOKS }, () => random.pick(payments)).filter(one => one !== undefined)
  const deliveries = await Promise.all(
    chosen.map(async ({ intentId }) => random.pick(await market.eventsOf(intentId))?.deliver()),
  )
  const answers = deliveries.filter(status => status !== undefined)
  if (answers.some(status => status >= 300)) throw new Error(`Late events were answered ${answers.join(', ')}`)
  return answers.length
}

/** All of them in an order of chance, and again. */
function* inAnyOrder(random: Random, names: readonly string[]): Generator<string, never> {
  for (;;) {
    const left = [...names]
    while (left.length > 0) yield* left.splice(random.between(0, left.length - 1), 1)
  }
}
