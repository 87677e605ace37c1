import type { Judged } from './judge.ts'
import type { Wire } from './wire.ts'

/** An input that was answered as none may be, made as small as it still is. */
export interface Violation {
  target: string
  why: string
  wire: Wire
  /** What fast-check finds the input by again, on a market in the same state. */
  seed: number
  path: string | null
  round: number
}

export interface Counts {
  inputs: number
  /** Answered with less than 400. */
  accepted: number
  refused: number
  /** Closed without an answer, which is for requests that keep none of HTTP's rules. */
  closed: number
}

export interface Statistics {
  seed: number
  rounds: number
  total: Counts
  /** Of the requests with which nothing is wrong by their schemas. */
  good: Counts
  byTarget: Record<string, Counts>
  statuses: Record<string, number>
  slowest: { ms: number; target: string }
  /** Megabytes after each round, with everything let go of. */
  held: number[]
  violations: Violation[]
}

export function noStatistics(seed: number, targets: readonly string[]): Statistics {
  return {
    seed,
    rounds: 0,
    total: noCounts(),
    good: noCounts(),
    byTarget: Object.fromEntries(targets.map(name => [name, noCounts()])),
    statuses: {},
    slowest: { ms: 0, target: '' },
    held: [],
    violations: [],
  }
}

/** Counts an answer. */
export function note(figures: Statistics, wire: Wire, { answer, ms }: Judged): void {
  const { total, good, byTarget, statuses } = figures
  const counts = [total, byTarget[wire.target], wire.kind === 'good' ? good : undefined]
  for (const each of counts) if (each) count(each, answer?.status)
  const status = String(answer?.status ?? 'closed')
  statuses[status] = (statuses[status] ?? 0) + 1
  if (ms > figures.slowest.ms) figures.slowest = { ms: Math.round(ms), target: wire.target }
}

function count(counts: Counts, status: number | undefined): void {
  counts.inputs += 1
  if (status === undefined) counts.closed += 1
  else if (status < 400) counts.accepted += 1
  else counts.refused += 1
}

function noCounts(): Counts {
  return { inputs: 0, accepted: 0, refused: 0, closed: 0 }
}
