/** The transition table of something with a life: from each state, the states that it may move to. */
export type TransitionTable<State extends string> = { readonly [From in State]: readonly State[] }

/** The states that a thing of this life may move to from `From`. */
export type NextState<L extends TransitionTable<string>, From extends keyof L> = L[From][number]

/** States that can be reached from `start`, itself included. */
export function reachableFrom<State extends string>(life: TransitionTable<State>, start: State): Set<State> {
  const seen = new Set<State>([start])
  for (const state of seen) for (const next of life[state]) seen.add(next)
  return seen
}
