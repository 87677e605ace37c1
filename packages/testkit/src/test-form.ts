import { isLongForm } from './env.ts'

/** So many of all ways, spread evenly from the first on; in the long form all of them. */
export function someOf<Way>(ways: readonly Way[], count: number): Way[] {
  if (isLongForm() || ways.length <= count) return [...ways]
  return ways.filter(
    (_way, index) => Math.floor((index * count) / ways.length) > Math.floor(((index - 1) * count) / ways.length),
  )
}

/** How often to try what goes wrong by chance: a third as often as in the long form. */
export function timesOf(long: number): number {
  return isLongForm() ? long : Math.ceil(long / 3)
}
