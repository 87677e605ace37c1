import type { Random } from '../random.ts'
import type { End } from './ending-process.ts'
import { isReading, keyOf, type Step } from './steps.ts'

/** How often each operation was ended, by where: `before COMMIT`, `after insert into refunds (2)`. */
export type Ended = Record<string, Record<string, number>>

/** Which steps the operations have, and how often each was ended at. */
export interface Coverage {
  /** Where an operation should end next: where it was tried least; null as long as its steps are not known. */
  next(operation: string, random: Random): End | null
  /** Learns the steps of a run, and whether it ended where it should. */
  note(operation: string, run: { steps: Step[]; end: End | null; hasEnded: boolean }): void
  ended: Ended
}

/** What only reads is ended at so much more rarely: nothing outside changes by it. */
const READING_COSTS = 6

/** @param before what was ended already, in runs before this one */
export function createCoverage(before: Readonly<Ended> = {}): Coverage {
  const known = new Map<string, Map<string, { end: End; tried: number }>>()
  const ended: Ended = {}
  const nameOf = ({ step, side }: End) => `${side} ${keyOf(step)}`
  const targetsOf = (operation: string) => {
    const targets = known.get(operation) ?? new Map<string, { end: End; tried: number }>()
    known.set(operation, targets)
    return targets
  }
  return {
    ended,
    next(operation, random) {
      const priced = [...targetsOf(operation).values()].map(target => {
        const cost = (target.tried + 1) * (isReading(target.end.step) ? READING_COSTS : 1)
        return { target, cost }
      })
      const least = Math.min(...priced.map(({ cost }) => cost))
      const chosen = random.pick(priced.filter(({ cost }) => cost === least))?.target
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
          if (!targets.has(name)) targets.set(name, { end: { step, side }, tried: before[operation]?.[name] ?? 0 })
        }
      }
      if (hasEnded && end) addEnds(ended, { [operation]: { [nameOf(end)]: 1 } })
    },
  }
}

/** Adds what was ended elsewhere. */
export function addEnds(to: Ended, more: Readonly<Ended>): void {
  for (const [operation, places] of Object.entries(more)) {
    const known = to[operation] ?? {}
    to[operation] = known
    for (const [place, count] of Object.entries(places)) known[place] = (known[place] ?? 0) + count
  }
}

export interface EndCounts {
  ends: number
  /** Operations that were ended. */
  operations: number
  /** Different steps of these operations at which they ended. */
  steps: number
  /** Different names of these steps. */
  names: string[]
}

export function countEnds(ended: Readonly<Ended>): EndCounts {
  const places = Object.values(ended).map(Object.entries<number>)
  const stepOf = ([place]: [string, number]) => place.replace(/^(before|after) /, '')
  const steps = places.map(ofOperation => new Set(ofOperation.map(stepOf)))
  return {
    ends: places.flat().reduce((sum, [, count]) => sum + count, 0),
    operations: places.length,
    steps: steps.reduce((sum, { size }) => sum + size, 0),
    names: [...new Set(steps.flatMap(ofOperation => [...ofOperation].map(withoutTurn)))].toSorted(),
  }
}

const withoutTurn = (step: string) => step.replace(/ \(\d+\)$/, '')
