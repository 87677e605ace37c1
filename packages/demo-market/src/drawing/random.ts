export type Random = {
  /** A number from `low` (included) to `high` (excluded). */
  between(low: number, high: number): number
  pick<Item>(items: readonly Item[]): Item
  chance(probability: number): boolean
}

/** Numbers that look random and are the same for the same seed (mulberry32 over an FNV-1a hash). */
export function randomOf(seed: string): Random {
  let state = 0x811c9dc5
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    between: (low, high) => low + next() * (high - low),
    pick: items => {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error('Nothing to pick from')
      return item
    },
    chance: probability => next() < probability,
  }
}
