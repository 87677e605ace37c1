import type { Database, StatementObserver } from '@second-ring/database'
import type { RunningEvents } from '#platform/events.ts'
import type { Readers } from '#platform/readers.ts'
import { createChangesAhead, type Position } from './changes-ahead.ts'
import { endOfLog } from './log-position.ts'
import { createLookPool } from './look-pool.ts'
import { createReplica, type Replica } from './replica.ts'

interface ReplicaReadersOptions {
  primary: Database
  /** Where the primary's own server is. */
  primaryUrl: string
  replicaUrls: string[]
  events: Pick<RunningEvents, 'isListening' | 'watchAll'>
  onStatement: StatementObserver
  /** Told when a replica is left out; it is tried again by itself. */
  onTrouble: (error: unknown) => void
}

/** Readers that look after themselves between start and stop. */
export interface RunningReaders extends Readers {
  /** Begins to look how far the replicas are; until they have been seen the primary answers. The events listen already. */
  start(): void
  stop(): Promise<void>
  replicas: readonly Pick<Replica, 'name' | 'isInUse' | 'lagMs'>[]
  /** How many reads went where. */
  counts: { readonly replica: number; readonly primary: number }
}

const LOOK_EVERY_MS = 500
/** While a change is known that they may not have replayed. */
const LOOK_AHEAD_EVERY_MS = 20

/**
 * Has replicas answer, in turns, that are known to have replayed the last change of what is read. News of a change come when
 * it is committed, so what the primary's log holds after them holds the change too.
 */
export function createReplicaReaders(options: ReplicaReadersOptions): RunningReaders {
  const { events } = options
  const ahead = createChangesAhead()
  const replicas = options.replicaUrls.map(url => createReplica({ ...options, url }))
  const pool = createLookPool(options.primaryUrl)
  const counts = { replica: 0, primary: 0 }
  let end: Position = 0
  let turn = 0
  let running: Promise<void> | null = null
  let isStopping = false
  let wake = () => {}
  let isIdle = false

  // What happened before this process listened is not told.
  ahead.heard(null)
  events.watchAll(topic => {
    ahead.heard(topic)
    if (isIdle) wake()
  })

  async function lookAtPrimary(): Promise<void> {
    const placing = ahead.placing()
    try {
      end = await endOfLog(pool)
      placing.at(end)
    } catch {
      placing.failed()
    }
  }

  async function keepLooking(): Promise<void> {
    let lookAt = 0
    while (!isStopping) {
      const isDue = performance.now() >= lookAt
      if (isDue) lookAt = performance.now() + LOOK_EVERY_MS
      if (isDue || ahead.isUnplaced()) await lookAtPrimary()
      // None waits for another.
      for (const replica of replicas) void replica.look(end)
      const inUse = replicas.filter(replica => replica.isInUse())
      if (inUse.length > 0) ahead.settle(Math.min(...inUse.map(replica => replica.position())))
      isIdle = inUse.length > 0 && ahead.isEmpty()
      await pause(inUse.length === 0 || isIdle ? LOOK_EVERY_MS : LOOK_AHEAD_EVERY_MS)
    }
  }

  async function pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, ms)
    wake = resolve
    await promise
    clearTimeout(timer)
  }

  function next(needed: Position): Replica | undefined {
    turn = (turn + 1) % replicas.length
    const inTurn = [...replicas.slice(turn), ...replicas.slice(0, turn)]
    return inTurn.find(replica => replica.isInUse() && replica.position() >= needed)
  }

  return {
    replicas,
    counts,
    readerFor({ topics, isFresh }) {
      const replica = isFresh || !events.isListening() ? undefined : next(ahead.neededFor(topics))
      counts[replica ? 'replica' : 'primary'] += 1
      return replica?.database ?? null
    },
    start() {
      running ??= keepLooking()
    },
    async stop() {
      isStopping = true
      wake()
      await running
      for (const replica of replicas) await replica.stop()
      await pool.end()
    },
  }
}
