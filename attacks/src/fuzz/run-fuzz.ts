import type { Market } from '@second-ring/testkit'
import fc from 'fast-check'
import { leakIn } from '../wire/answer.ts'
import { requestsTo, type Wire } from './requests.ts'
import { type Received, wireSender } from './send-wire.ts'
import { openStage, type Stage } from './stage.ts'
import { targets } from './targets.ts'

export interface FuzzOptions {
  market: Market
  /** The same seed makes the same requests, but for the ids and tokens of the market. */
  seed: number
  /** Whether to go on, asked after each round. */
  goesOn(figures: Figures): boolean
}

/** An input that was answered as none may be. */
export interface Violation {
  why: string
  wire: Wire
  round: number
}

export interface Figures {
  seed: number
  rounds: number
  inputs: number
  /** How many answers there were of each status; `closed` without one. */
  statuses: Record<string, number>
  /** The same of each target. */
  byTarget: Record<string, Record<string, number>>
  slowest: { ms: number; target: string }
  violations: Violation[]
}

/** No answer may take longer, in milliseconds: a guard against what hangs. */
const HANG_MS = 2000
const ROUND = 300
const AT_ONCE = 6
const VIOLATIONS_MAX = 20

/** Throws generated requests at every procedure and path of a market, round after round, each on fresh people and phones. */
export async function runFuzz({ market, seed, goesOn }: FuzzOptions): Promise<Figures> {
  const figures: Figures = {
    seed,
    rounds: 0,
    inputs: 0,
    statuses: {},
    byTarget: {},
    slowest: { ms: 0, target: '' },
    violations: [],
  }
  const { send, close } = wireSender(market.url, AT_ONCE)
  do {
    const stage = await openStage(market)
    const requests = roundOf(stage, seed + figures.rounds)
    const work = requests.values()
    const worker = async () => {
      for (const wire of work) note(figures, wire, await judged(wire, () => send(wire, stage.bearers[wire.caller])))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    figures.rounds += 1
  } while (figures.violations.length < VIOLATIONS_MAX && goesOn(figures))
  close()
  return figures
}

function roundOf({ hints }: Stage, seed: number): Wire[] {
  return fc.sample(fc.oneof(...targets().map(target => requestsTo(target, hints))), { seed, numRuns: ROUND })
}

interface Judged extends Received {
  why: string | null
}

/** Makes a request and says what is wrong with its answer. What was slow among others is asked again. */
async function judged(wire: Wire, send: () => Promise<Received>): Promise<Judged> {
  const first = await send()
  const why = faultIn(wire, first)
  if (why !== null || first.ms <= HANG_MS) return { ...first, why }
  const again = await send()
  return { ...again, why: again.ms > HANG_MS ? `took ${Math.round(again.ms)} ms` : faultIn(wire, again) }
}

function faultIn({ kind }: Wire, { answer }: Received): string | null {
  if (answer === null) return kind === 'broken' ? null : 'was closed without an answer'
  if (answer.status >= 500) return `was answered ${answer.status}: ${answer.text.slice(0, 200)}`
  const leak = leakIn(answer)
  if (leak !== null) return `was answered with what ${leak}`
  return answer.status >= 400 && answer.text !== '' && !isRefusal(answer.text) ? 'was refused without a code' : null
}

/** Whether an answer says in the product's way why it refuses; a batch does for each of its calls. */
function isRefusal(text: string): boolean {
  try {
    const told: unknown = JSON.parse(text)
    return [told].flat().every(each => typeof each === 'object' && each !== null && ('code' in each || 'error' in each || 'result' in each))
  } catch {
    return false
  }
}

function note(figures: Figures, wire: Wire, { answer, ms, why }: Judged): void {
  const status = String(answer?.status ?? 'closed')
  figures.inputs += 1
  figures.statuses[status] = (figures.statuses[status] ?? 0) + 1
  const ofTarget = figures.byTarget[wire.target] ?? {}
  figures.byTarget[wire.target] = { ...ofTarget, [status]: (ofTarget[status] ?? 0) + 1 }
  if (ms > figures.slowest.ms) figures.slowest = { ms: Math.round(ms), target: wire.target }
  if (why !== null && figures.violations.length < VIOLATIONS_MAX) {
    figures.violations.push({ why, wire, round: figures.rounds })
  }
}
