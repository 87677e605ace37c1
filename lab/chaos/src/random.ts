/** Chance from a seed: the same seed gives the same numbers, though not the same run, since processes race. */
export interface Random {
  /** At least 0 and below 1. */
  next(): number
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number
  /** True so often, of 1. */
  chance(share: number): boolean
  /** One of them; undefined when there is none. */
  pick<Item>(items: readonly Item[]): Item | undefined
}

/** Mulberry32, by Tommy Ettinger, in the public domain: 32 bits of state, enough to mix up a load. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: share => next() < share,
    pick: items => items[Math.floor(next() * items.length)],
  }
}
