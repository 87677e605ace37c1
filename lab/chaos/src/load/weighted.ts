import type { Random } from '../random.ts'

/** One of them, each as often as its number says. @throws RangeError when there is none */
export function weighted<Item>(random: Random, items: readonly (readonly [Item, number])[]): Item {
  let left = random.next() * items.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [item, weight] of items) {
    left -= weight
    if (left < 0) return item
  }
  const last = items.at(-1)
  if (!last) throw new RangeError('There is nothing to choose from')
  return last[0]
}
