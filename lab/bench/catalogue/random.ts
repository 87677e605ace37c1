/** Numbers that look random, the same for the same seed. */
export interface Random {
  /** From 0 up to, not including, 1. */
  share(): number
  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number
  oneOf<Item>(items: readonly Item[]): Item
  /** Digits of 32 bits, in hexadecimal. */
  hex(): string
}

/** Marsaglia's xorshift of 32 bits. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0 || 1
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state
  }
  const below = (end: number) => Math.floor((next() / 2 ** 32) * end)
  return {
    share: () => next() / 2 ** 32,
    below,
    oneOf<Item>(items: readonly Item[]) {
      const item = items[below(items.length)]
      if (item === undefined) throw new RangeError('There is nothing to pick from')
      return item
    },
    hex: () => next().toString(16).padStart(8, '0'),
  }
}

/** A UUID of version 7 of a moment, as the database makes them of the present one. */
export function idAt(ms: number, random: Random): string {
  const time = ms.toString(16).padStart(12, '0')
  const [one, two, three] = [random.hex(), random.hex(), random.hex()]
  const variant = '89ab'[random.below(4)]
  return `${time.slice(0, 8)}-${time.slice(8)}-7${one.slice(0, 3)}-${variant}${one.slice(3, 6)}-${two}${three.slice(0, 4)}`
}
