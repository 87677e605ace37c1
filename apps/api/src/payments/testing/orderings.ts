/** Every order of the items. */
export function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map(rest => [item, ...rest]))
}

/** Every choice of the items, in their own order; none and all of them too. */
export function subsets<Item>(items: readonly Item[]): Item[][] {
  const [first, ...rest] = items
  if (first === undefined) return [[]]
  return subsets(rest).flatMap(chosen => [chosen, [first, ...chosen]])
}

/**
 * Every order in which acts that follow each other can mix with what each of them causes later.
 * @param causes of each thing that comes later, the act that it comes after
 */
export function interleavings<Name extends string>(
  acts: readonly Name[],
  causes: Readonly<Partial<Record<Name, Name>>>,
): Name[][] {
  const later = Object.keys(causes) as Name[]
  return mix(acts, later, new Set())

  function mix(actsLeft: readonly Name[], laterLeft: readonly Name[], done: ReadonlySet<Name>): Name[][] {
    if (actsLeft.length === 0 && laterLeft.length === 0) return [[]]
    const [act, ...actsAfter] = actsLeft
    const byAct =
      act === undefined ? [] : mix(actsAfter, laterLeft, new Set([...done, act])).map(rest => [act, ...rest])
    const byNews = laterLeft.flatMap((name, index) => {
      const cause = causes[name]
      if (cause === undefined || !done.has(cause)) return []
      return mix(actsLeft, laterLeft.toSpliced(index, 1), done).map(rest => [name, ...rest])
    })
    return [...byAct, ...byNews]
  }
}
