import {
  callFaults,
  confuseWebhooks,
  everything,
  failCards,
  failPayees,
  killApi,
  killCards,
  killDatabase,
  killEveryApi,
  killInRush,
  killWhileMoving,
  leaveOnlyTheLedger,
  letTimePass,
  type RoundKind,
  stallCommits,
  terminateSessions,
} from './kinds.ts'

const cardFaults = (Object.keys(callFaults) as (keyof typeof callFaults)[]).map(failCards)

/** A handful of each, for `npm test`. */
export const shortSchedule: RoundKind[] = [
  killApi,
  killDatabase,
  terminateSessions,
  ...cardFaults,
  killCards,
  killEveryApi,
  confuseWebhooks,
  killInRush,
  letTimePass,
  failPayees,
  stallCommits,
  killWhileMoving,
  killApi,
  terminateSessions,
  leaveOnlyTheLedger,
  everything,
]

/** What rounds are besides kills of one process, in turn. */
const others = [
  ...[terminateSessions, confuseWebhooks, leaveOnlyTheLedger, stallCommits, ...cardFaults],
  ...[failPayees, killWhileMoving],
  ...[terminateSessions, killInRush, letTimePass, failPayees, killEveryApi, killWhileMoving, everything],
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
