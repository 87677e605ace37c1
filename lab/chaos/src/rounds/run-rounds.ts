import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { violationsOf } from '@second-ring/api/payments/check-ledger'
import type { CheckedRule } from '@second-ring/api/payments/ledger-rule'
import { sandboxControls } from '@second-ring/stripe-sandbox/controls/sandbox-controls'
import { databaseFaults } from '../faults/database-faults.ts'
import { providerFaults } from '../faults/provider-faults.ts'
import { type Crowd, gather } from '../load/crowd.ts'
import { setUpPayoutsOf } from '../load/payees.ts'
import { startLoad, stockUp } from '../load/run-load.ts'
import type { Outcome } from '../load/tally.ts'
import { CARD_SECRET_KEY, type Product, startProduct } from '../product/product.ts'
import { randomFrom } from '../random.ts'
import { type Caretaker, type MarketCounts, startCaretaker } from './caretaker.ts'
import { deadlocksIn } from './deadlocks.ts'
import type { RoundKind } from './kinds.ts'

/** How a round ended. */
interface RoundReport {
  kind: string
  seconds: number
  /** What breaks the ledger's rules, or kept the market from becoming quiet, and the product's own mistakes. */
  violations: string[]
}

export interface ChaosReport {
  seed: number
  rounds: RoundReport[]
  /** What was checked after the last round that became quiet. */
  ledger: CheckedRule[]
  market: MarketCounts
  /** What of the money was on its way or waited for somebody at the end. */
  inFlight: string[]
  /** How the crowd's calls ended, how many were answered only when they were repeated, and how often each was done. */
  calls: Record<Outcome, number>
  repeated: number
  done: Record<string, number>
  kills: Product['kills']
  sessions: { terminated: number; stalls: number }
  cardFaults: Record<string, number>
  webhookFaults: Record<string, number>
}

interface Chaos {
  folder: string
  seed: number
  schedule: Iterable<RoundKind>
  /** How often the crowd acts in each round at least. */
  actsARound: number
  /** Whether another round may begin. */
  goOn(kills: Readonly<Product['kills']>): boolean
  /** Told of each round when it has ended. */
  onRound(report: RoundReport): void
  /** Ends it before its time; everything that was started is stopped. */
  signal: AbortSignal
}

/** Runs the whole product under load, does its worst to it round by round, and checks the ledger after each. */
export async function runRounds({
  folder,
  seed,
  schedule,
  actsARound,
  goOn,
  onRound,
  signal,
}: Chaos): Promise<ChaosReport> {
  await mkdir(path.join(folder, 'logs'), { recursive: true })
  const random = randomFrom(seed)
  await using stack = new AsyncDisposableStack()
  const product = await startProduct({ folder })
  stack.defer(product.stop)
  const provider = providerFaults(random, sandboxControls({ url: product.cardsUrl, secretKey: CARD_SECRET_KEY }))
  const sessions = databaseFaults(product.databaseUrl, random)
  stack.defer(sessions.stop)
  const caretaker = await startCaretaker(product, random)
  stack.defer(caretaker.stop)
  const { database, letTimePass, moveMoney } = caretaker
  const crowd = await gather({ product, random, database, letTimePass, moveMoney })
  for (const seller of crowd.sellers) await setUpPayoutsOf(crowd, seller)
  const newDeadlocks = deadlocksIn(path.join(folder, 'logs'))
  const interrupted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  // It may end where nobody waits for it.
  interrupted.catch(() => undefined)

  const rounds: RoundReport[] = []
  let ledger: CheckedRule[] = []
  for (const kind of schedule) {
    signal.throwIfAborted()
    if (!goOn(product.kills)) break
    const startedAt = performance.now()
    const disturb = () => kind.disturb({ product, provider, sessions, caretaker, crowd, random })
    const outcome = await Promise.race([runRound({ disturb, crowd, actsARound, caretaker }), interrupted])
    ledger = outcome.ledger ?? ledger
    const found = [...crowd.tally.mistakes(), ...(await newDeadlocks()), ...(await product.ownEnds())]
    const violations = [...outcome.violations, ...found]
    const round = { kind: kind.name, seconds: (performance.now() - startedAt) / 1000, violations }
    rounds.push(round)
    onRound(round)
    // What is broken stays broken: every later round would say the same.
    if (violations.length > 0) break
  }
  return {
    seed,
    rounds,
    ledger,
    market: await caretaker.count(),
    inFlight: await caretaker.inFlight(),
    calls: { ...crowd.tally.counts() },
    repeated: crowd.tally.repeated(),
    done: Object.fromEntries(crowd.tally.done()),
    kills: product.kills,
    sessions: sessions.counts(),
    cardFaults: Object.fromEntries(provider.counts().calls),
    webhookFaults: Object.fromEntries(provider.counts().webhooks),
  }
}

interface Round {
  disturb(): Promise<void>
  crowd: Crowd
  actsARound: number
  caretaker: Caretaker
}

/** Lets the crowd go on while it is disturbed, waits until all is done that is left to do, and checks. */
async function runRound({
  disturb,
  crowd,
  actsARound,
  caretaker,
}: Round): Promise<{ ledger?: CheckedRule[]; violations: string[] }> {
  try {
    await stockUp(crowd)
    const load = startLoad(crowd, actsARound)
    await disturb().finally(load.stop)
    await caretaker.becomeQuiet()
    const ledger = [...(await caretaker.check()), ...(await crowd.promises.check(caretaker.database))]
    return { ledger, violations: violationsOf(ledger) }
  } catch (error) {
    // Something that does not come back, a market that does not become quiet: as bad as a ledger that does not balance.
    return { violations: [error instanceof Error ? error.message : String(error)] }
  }
}
