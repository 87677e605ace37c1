import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const MEGABYTE = 1024 * 1024

/** Megabytes that this process holds once everything that nobody needs is let go of. */
export function heldMegabytes(): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') for (let n = 0; n < 3; n += 1) collect()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / MEGABYTE
}

/**
 * By how much memory has grown in the course of equal rounds: the least that was held in their last third against the
 * least in their first. A peak that goes away does not count, what stays in every round does.
 */
export function steadyGrowth(held: readonly number[]): number {
  if (held.length < 2) return 0
  const third = Math.ceil(held.length / 3)
  return Math.min(...held.slice(-third)) - Math.min(...held.slice(0, third))
}
