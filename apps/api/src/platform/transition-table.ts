/** The transition table of a state machine: for each state, the states that may follow. */
export type TransitionTable<State extends string> = { readonly [From in State]: readonly State[] }

/** The states that may follow `From`. */
export type NextState<Table extends TransitionTable<string>, From extends keyof Table> = Table[From][number]

/** States that can be reached from `start`, itself included. */
export function reachableFrom<State extends string>(table: TransitionTable<State>, start: State): Set<State> {
  const seen = new Set<State>([start])
  for (const state of seen) for (const next of table[state]) seen.add(next)
  return seen
}
