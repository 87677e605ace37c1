import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { CheckedRule } from '@second-ring/api/payments/book-rules'
import { violationsOf } from '@second-ring/api/payments/check-books'
import { startCardProxy } from '../faults/card-proxy.ts'
import { startWebhookRelay, type WebhookCounts } from '../faults/webhook-relay.ts'
import { type Crowd, gather } from '../load/crowd.ts'
import { startLoad, stockUp } from '../load/run-load.ts'
import type { Outcome } from '../load/tally.ts'
import { type Product, startProduct } from '../product/product.ts'
import { randomFrom } from '../random.ts'
import { type Bookkeeper, startBookkeeper } from './bookkeeper.ts'
import { deadlocksIn } from './deadlocks.ts'
import type { RoundKind } from './kinds.ts'

/** How a round ended. */
interface RoundReport {
  kind: string
  seconds: number
  /** What breaks the books, or kept the market from becoming quiet, and the product's own mistakes. */
  violations: string[]
}

export interface ChaosReport {
  rounds: RoundReport[]
  /** What was checked after the last round that became quiet. */
  books: CheckedRule[]
  orders: number
  charges: number
  /** How the crowd's calls ended, and how often each was done. */
  calls: Record<Outcome, number>
  done: Record<string, number>
  kills: Product['kills']
  cardFaults: number
  webhooks: WebhookCounts
}

interface Chaos {
  folder: string
  seed: number
  schedule: Iterable<RoundKind>
  /** Whether another round may begin. */
  goOn(kills: Readonly<Product['kills']>): boolean
  /** Told of each round when it has ended. */
  onRound(report: RoundReport): void
  /** Ends it before its time; everything that was started is stopped. */
  signal: AbortSignal
}

/** Runs the whole product under load, does its worst to it round by round, and checks the books after each. */
export async function runRounds({ folder, seed, schedule, goOn, onRound, signal }: Chaos): Promise<ChaosReport> {
  await mkdir(path.join(folder, 'logs'), { recursive: true })
  const random = randomFrom(seed)
  const addresses = { cardsUrl: '', apis: [''] }
  await using stack = new AsyncDisposableStack()
  const proxy = await startCardProxy(random, () => addresses.cardsUrl)
  stack.defer(proxy.stop)
  const relay = await startWebhookRelay(random, () => addresses.apis)
  stack.defer(relay.stop)
  const product = await startProduct({
    folder,
    between(real) {
      Object.assign(addresses, real)
      return { cardsUrl: proxy.url, webhookUrl: `${relay.url}/webhooks/card-payments` }
    },
  })
  stack.defer(product.stop)
  const bookkeeper = await startBookkeeper(product)
  stack.defer(bookkeeper.stop)
  const { database, letTimePass } = bookkeeper
  const crowd = await gather({ product, random, database, letTimePass, onReport: relay.noteReport })
  const newDeadlocks = deadlocksIn(path.join(folder, 'logs'))
  const interrupted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  // It may end where nobody waits for it.
  interrupted.catch(() => undefined)

  const rounds: RoundReport[] = []
  let books: CheckedRule[] = []
  for (const kind of schedule) {
    signal.throwIfAborted()
    if (!goOn(product.kills)) break
    const startedAt = performance.now()
    const disturb = () => kind.disturb({ product, proxy, relay, bookkeeper, crowd, random })
    const outcome = await Promise.race([runRound({ disturb, crowd, bookkeeper }), interrupted])
    books = outcome.books ?? books
    const violations = [...outcome.violations, ...crowd.tally.mistakes(), ...(await newDeadlocks())]
    const round = { kind: kind.name, seconds: (performance.now() - startedAt) / 1000, violations }
    rounds.push(round)
    onRound(round)
    // What is broken stays broken: every later round would say the same.
    if (violations.length > 0) break
  }
  return {
    rounds,
    books,
    ...(await bookkeeper.count()),
    calls: { ...crowd.tally.counts() },
    done: Object.fromEntries(crowd.tally.done()),
    kills: product.kills,
    cardFaults: proxy.failed(),
    webhooks: relay.counts(),
  }
}

interface Round {
  disturb(): Promise<void>
  crowd: Crowd
  bookkeeper: Bookkeeper
}

/** Lets the crowd go on while it is disturbed, waits until all is done that is left to do, and checks. */
async function runRound({
  disturb,
  crowd,
  bookkeeper,
}: Round): Promise<{ books?: CheckedRule[]; violations: string[] }> {
  try {
    await stockUp(crowd)
    const load = startLoad(crowd)
    await disturb().finally(load.stop)
    await bookkeeper.becomeQuiet()
    const books = [...(await bookkeeper.check()), ...(await crowd.promises.check(bookkeeper.database))]
    return { books, violations: violationsOf(books) }
  } catch (error) {
    // Something that does not come back, a market that does not become quiet: as bad as books that do not balance.
    return { violations: [error instanceof Error ? error.message : String(error)] }
  }
}
