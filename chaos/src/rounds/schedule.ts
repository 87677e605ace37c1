import {
  confuseWebhooks,
  everything,
  failCards,
  killApi,
  killCards,
  killDatabase,
  killEveryApi,
  killInRush,
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
  everything,
]

const EVERY = 12

/**
 * One round after the other without an end: most kill an API process; PostgreSQL and the card payments are killed in one
 * of six each, and the rest take turns.
 */
export function* longSchedule(): Generator<RoundKind, never> {
  const others = [confuseWebhooks, ...cardFaults, killInRush, letTimePass, killEveryApi, everything]
  for (let cycle = 0; ; cycle += 1) {
    const other = others[cycle % others.length] ?? killApi
    const kinds = [killDatabase, killCards, other, killDatabase, killCards]
    const rest = Array.from({ length: EVERY - kinds.length }, () => killApi)
    yield* rest.flatMap((kind, index) => [kind, ...kinds.slice(index, index + 1)])
  }
}
