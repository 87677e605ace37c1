/**
 * How many slips of the hand lie between two words: a letter too many, one too few, another one, or two neighbours in the
 * wrong order (optimal string alignment).
 */
export function editDistance(one: string, other: string): number {
  const [a, b] = [[...one], [...other]]
  let beforeLast: number[] = []
  let last = b.map((_, index) => index).concat(b.length)
  for (const [i, letter] of a.entries()) {
    const row = [i + 1]
    for (const [j, match] of b.entries()) {
      const at = (line: number[], index: number) => line[index] ?? Number.POSITIVE_INFINITY
      const changed = at(last, j) + (letter === match ? 0 : 1)
      const isSwapped = i > 0 && j > 0 && letter === b[j - 1] && a[i - 1] === match
      const swapped = isSwapped ? at(beforeLast, j - 1) + 1 : Number.POSITIVE_INFINITY
      row.push(Math.min(changed, at(last, j + 1) + 1, at(row, j) + 1, swapped))
    }
    ;[beforeLast, last] = [last, row]
  }
  return last.at(-1) ?? 0
}
