import {
  confuseWebhooks,
  everything,
  failCards,
  killApi,
  killCards,
  killDatabase,
  killEveryApi,
  killInRush,
  leaveOnlyTheBooks,
  letTimePass,
  type RoundKind,
} from './kinds.ts'

const cardFaults = [failCards('slow'), failCards('error'), failCards('too-many'), failCards('cut')]

/** A handful of each, for `npm test`. */
export const shortSchedule: RoundKind[] = [
  killApi,
  killDatabase,
  killApi,
  ...cardFaults,
  killCards,
  killEveryApi,
  confuseWebhooks,
  killInRush,
  letTimePass,
  killApi,
  killDatabase,
  killCards,
  leaveOnlyTheBooks,
  everything,
]

/** What rounds are besides kills of one process, in turn. */
const others = [
  ...[confuseWebhooks, leaveOnlyTheBooks, ...cardFaults],
  ...[killInRush, letTimePass, killEveryApi, everything],
]

/**
 * One round after the other without an end: half of them kill an API process; PostgreSQL and the card payments are killed
 * in one of six each, and the rest take turns.
 */
export function* longSchedule(): Generator<RoundKind, never> {
  for (let cycle = 0; ; cycle += 1) {
    const other = others[cycle % others.length] ?? everything
    yield* [killApi, killDatabase, killApi, killCards, killApi, other]
  }
}
