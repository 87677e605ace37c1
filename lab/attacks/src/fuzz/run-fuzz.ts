import type { Market } from '@second-ring/testkit'
import fc from 'fast-check'
import { type Judged, judge } from './judge.ts'
import { heldMegabytes } from './memory.ts'
import { leafAttacks, requestsTo } from './requests.ts'
import { wireSender } from './send-wire.ts'
import { openStage, type Stage } from './stage.ts'
import { noStatistics, note, type Statistics } from './statistics.ts'
import type { Target } from './targets.ts'
import { turns } from './turns.ts'
import type { Wire } from './wire.ts'

export interface FuzzOptions {
  market: Market
  targets: readonly Target[]
  /** The same seed makes the same requests, but for the ids and tokens of the market. */
  seed: number
  /** How many generated requests a target gets in a round. */
  perTarget: number
  /** How many hostile values each place of a target's input gets in a round, going on where the last one stopped. */
  perLeaf: number
  /** Whether to go on, asked after each round. */
  goesOn(figures: Statistics): boolean
}

const AT_ONCE = 6
const VIOLATIONS_MAX = 20

/** Throws generated requests at every target of a market, round after round, each on fresh people and phones. */
export async function runFuzz({ market, targets, seed, perTarget, perLeaf, goesOn }: FuzzOptions): Promise<Statistics> {
  const figures = noStatistics(
    seed,
    targets.map(({ name }) => name),
  )
  const { send, close } = wireSender(market.url, AT_ONCE)
  const gate = turns()

  async function fuzz(target: Target, stage: Stage): Promise<void> {
    const own = seed + figures.rounds * targets.length + targets.indexOf(target)
    const attacks = leafAttacks(target, stage, { seed: own, from: figures.rounds * perLeaf, perLeaf })
    const property = fc.asyncProperty(requestsTo(target, stage), async wire => {
      const judged: Judged = await judge(wire, { gate, send: async each => send(each, await stage.bearerOf(each)) })
      note(figures, wire, judged)
      if (judged.why !== null) throw new Error(judged.why)
    })
    const examples = attacks.map((wire): [Wire] => [wire])
    const details = await fc.check(property, { seed: own, numRuns: examples.length + perTarget, examples })
    if (!details.counterexample) return
    const why = details.errorInstance instanceof Error ? details.errorInstance.message : 'is not known'
    figures.violations.push({
      target: target.name,
      why,
      wire: details.counterexample[0],
      seed: details.seed,
      path: details.counterexamplePath,
      round: figures.rounds,
    })
  }

  do {
    const stage = await openStage(market)
    const work = targets.values()
    const worker = async () => {
      for (const target of work) await fuzz(target, stage)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    await stage.end()
    figures.rounds += 1
    figures.held.push(heldMegabytes())
  } while (figures.violations.length < VIOLATIONS_MAX && goesOn(figures))
  close()
  return figures
}
