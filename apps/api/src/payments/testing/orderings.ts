/** Every order of the items. */
export function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map(rest => [item, ...rest]))
}

/** Every subset of the items, in their own order; none and all of them too. */
export function subsets<Item>(items: readonly Item[]): Item[][] {
  const [first, ...rest] = items
  if (first === undefined) return [[]]
  return subsets(rest).flatMap(chosen => [chosen, [first, ...chosen]])
}

/**
 * Returns every interleaving of actions, which follow each other, with the later events that they cause.
 * @param causes the action that each event comes after
 */
export function interleavings<Name extends string>(
  actions: readonly Name[],
  causes: Readonly<Partial<Record<Name, Name>>>,
): Name[][] {
  const events = Object.keys(causes) as Name[]
  return mix(actions, events, new Set())

  function mix(actionsLeft: readonly Name[], eventsLeft: readonly Name[], done: ReadonlySet<Name>): Name[][] {
    if (actionsLeft.length === 0 && eventsLeft.length === 0) return [[]]
    const [action, ...actionsAfter] = actionsLeft
    const byAction =
      action === undefined
        ? []
        : mix(actionsAfter, eventsLeft, new Set([...done, action])).map(rest => [action, ...rest])
    const byEvent = eventsLeft.flatMap((name, index) => {
      const cause = causes[name]
      if (cause === undefined || !done.has(cause)) return []
      return mix(actionsLeft, eventsLeft.toSpliced(index, 1), done).map(rest => [name, ...rest])
    })
    return [...byAction, ...byEvent]
  }
}
