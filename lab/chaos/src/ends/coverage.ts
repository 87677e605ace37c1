import type { Random } from '../random.ts'
import type { End } from './ending-process.ts'
import { isReading, keyOf, type Step } from './steps.ts'

/** Which steps the operations have, and how often each was ended at. */
export interface Coverage {
  /** Where an operation should end next: where it has least; null as long as its steps are not known. */
  next(operation: string, random: Random): End | null
  /** Learns the steps of a run, and whether it ended where it should. */
  note(operation: string, run: { steps: Step[]; end: End | null; hasEnded: boolean }): void
  counts(): EndCounts
}

export interface EndCounts {
  ends: number
  /** Operations that were ended, by name. */
  operations: number
  /** Different steps of operations at which one ended, and their different names. */
  steps: number
  names: string[]
}

/** What only reads is ended at so much more rarely: nothing outside changes by it. */
const READING_COSTS = 6

interface Target {
  end: End
  tried: number
  ended: number
}

export function createCoverage(): Coverage {
  const operations = new Map<string, Map<string, Target>>()
  const targetsOf = (operation: string) => {
    const known = operations.get(operation) ?? new Map<string, Target>()
    operations.set(operation, known)
    return known
  }
  const nameOf = ({ step, side }: End) => `${side} ${keyOf(step)}`
  const costOf = ({ end, tried }: Target) => (tried + 1) * (isReading(end.step) ? READING_COSTS : 1)
  return {
    next(operation, random) {
      const targets = [...targetsOf(operation).values()]
      const least = Math.min(...targets.map(costOf))
      const chosen = random.pick(targets.filter(target => costOf(target) === least))
      if (!chosen) return null
      chosen.tried += 1
      return chosen.end
    },
    note(operation, { steps, end, hasEnded }) {
      const targets = targetsOf(operation)
      for (const step of steps) {
        // After what only reads is before what follows.
        for (const side of isReading(step) ? (['before'] as const) : (['before', 'after'] as const)) {
          const name = nameOf({ step, side })
          if (!targets.has(name)) targets.set(name, { end: { step, side }, tried: 0, ended: 0 })
        }
      }
      const target = hasEnded && end ? targets.get(nameOf(end)) : undefined
      if (target) target.ended += 1
    },
    counts() {
      const all = [...operations].map(([operation, targets]) => ({
        operation,
        ended: [...targets.values()].filter(({ ended }) => ended > 0),
      }))
      const names = new Set(all.flatMap(({ ended }) => ended.map(({ end }) => end.step.name)))
      return {
        ends: all.reduce((sum, { ended }) => sum + ended.reduce((count, target) => count + target.ended, 0), 0),
        operations: all.filter(({ ended }) => ended.length > 0).length,
        steps: all.reduce((sum, { ended }) => sum + new Set(ended.map(({ end }) => keyOf(end.step))).size, 0),
        names: [...names].toSorted(),
      }
    },
  }
}
