import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { startCardProxy } from '../faults/card-proxy.ts'
import { startWebhookRelay } from '../faults/webhook-relay.ts'
import { gather } from '../load/crowd.ts'
import { startLoad, stockUp } from '../load/run-load.ts'
import type { Outcome } from '../load/tally.ts'
import { type Product, startProduct } from '../product/product.ts'
import { randomFrom } from '../random.ts'
import { startBookkeeper } from './bookkeeper.ts'
import { deadlocksIn } from './deadlocks.ts'
import type { RoundKind } from './kinds.ts'

/** How a round ended. */
export interface RoundReport {
  kind: string
  seconds: number
  /** What breaks the books, or kept the market from becoming quiet, and the product's own mistakes. */
  violations: string[]
}

export interface ChaosReport {
  rounds: RoundReport[]
  orders: number
  charges: number
  /** How the crowd's calls ended. */
  calls: Record<Outcome, number>
  kills: Product['kills']
  cardFaults: number
  webhooks: { delivered: number; repeated: number; late: number; lost: number }
}

interface Chaos {
  folder: string
  seed: number
  schedule: Iterable<RoundKind>
  /** Whether another round may begin. */
  goOn(): boolean
  /** Told of each round when it has ended. */
  onRound(report: RoundReport): void
}

/** Runs the whole product under load, does its worst to it round by round, and checks the books after each. */
export async function runRounds({ folder, seed, schedule, goOn, onRound }: Chaos): Promise<ChaosReport> {
  await mkdir(path.join(folder, 'logs'), { recursive: true })
  const random = randomFrom(seed)
  const addresses = { cardsUrl: '', apis: [''] }
  const proxy = await startCardProxy(random, () => addresses.cardsUrl)
  const relay = await startWebhookRelay(random, () => addresses.apis)
  const product = await startProduct({
    folder,
    between(real) {
      Object.assign(addresses, real)
      return { cardsUrl: proxy.url, webhookUrl: `${relay.url}/webhooks/card-payments` }
    },
  })
  const bookkeeper = await startBookkeeper(product)
  const newDeadlocks = deadlocksIn(path.join(folder, 'logs'))
  const rounds: RoundReport[] = []
  try {
    const crowd = await gather({ product, random, database: bookkeeper.database })
    for (const kind of schedule) {
      if (!goOn()) break
      const startedAt = performance.now()
      await stockUp(crowd)
      const load = startLoad(crowd)
      const violations = await kind
        .disturb({ product, proxy, relay, bookkeeper, random })
        .finally(load.stop)
        .then(bookkeeper.becomeQuiet)
        .then(bookkeeper.check)
        .catch(toViolation)
      const seconds = (performance.now() - startedAt) / 1000
      const complaints = [...crowd.tally.mistakes(), ...(await newDeadlocks())]
      const round = { kind: kind.name, seconds, violations: [...violations, ...complaints] }
      rounds.push(round)
      onRound(round)
      // What is broken stays broken: every later round would say the same.
      if (round.violations.length > 0) break
    }
    const { orders, charges } = await bookkeeper.count()
    const calls = { ...crowd.tally.counts() }
    const { kills } = product
    return { rounds, orders, charges, calls, kills, cardFaults: proxy.failed(), webhooks: relay.counts() }
  } finally {
    await bookkeeper.stop()
    await product.stop()
    await proxy.stop()
    await relay.stop()
  }
}

/** Something that does not come back, a market that does not become quiet: as bad as books that do not balance. */
function toViolation(error: unknown): string[] {
  return [error instanceof Error ? error.message : String(error)]
}
