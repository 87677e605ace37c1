import { setTimeout as pause } from 'node:timers/promises'
import type { Database, StatementObserver } from '@second-ring/database'
import type { RunningEvents } from '#platform/events.ts'
import type { Readers } from '#platform/readers.ts'
import { createChangedTopics } from './changed-topics.ts'
import { createMeasuringPool, createReplica, type Heartbeat, type Replica } from './replica.ts'

interface ReplicaReadersOptions {
  primary: Database
  /** Where the primary's own server is. */
  primaryUrl: string
  replicaUrls: string[]
  events: Pick<RunningEvents, 'isListening' | 'watchAll'>
  onStatement: StatementObserver
  /** Called when a replica is left out; it is tried again by itself. */
  onTrouble: (error: unknown) => void
}

/** Readers whose replicas are measured between start and stop. */
export interface RunningReaders extends Readers {
  /** Begins to measure the replicas; until then the primary answers. The events listen already. */
  start(): void
  stop(): Promise<void>
  replicas: readonly Pick<Replica, 'name' | 'isInUse' | 'lagMs'>[]
  /** How many reads went where. */
  counts: { readonly replica: number; readonly primary: number }
}

const HEARTBEAT_MS = 250

/**
 * Has replicas answer, in turns, that lag by at most a second and have the last change of what is read. The lag is measured
 * by commits on the primary, four a second, so that a quiet primary and a replica that is cut off are not taken for each other.
 */
export function createReplicaReaders(options: ReplicaReadersOptions): RunningReaders {
  const { events } = options
  const changed = createChangedTopics()
  const replicas = options.replicaUrls.map(url => createReplica({ ...options, url }))
  const primary = createMeasuringPool(options.primaryUrl)
  const counts = { replica: 0, primary: 0 }
  const stopping = new AbortController()
  let running: Promise<void> | null = null
  let turn = 0
  events.watchAll(changed.note)

  async function keepMeasuring(): Promise<void> {
    const { signal } = stopping
    while (!signal.aborted) {
      // Without the primary's heartbeat the lag of all replicas grows.
      const heartbeat = await beat().catch(() => null)
      // None waits for another.
      if (heartbeat) for (const replica of replicas) void replica.measure(heartbeat)
      await pause(HEARTBEAT_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  // A commit that leaves a record in the log and nothing else.
  async function beat(): Promise<Heartbeat> {
    const at = performance.now()
    const { rows } = await primary.query<{ seconds: number }>(
      `SELECT extract(epoch FROM clock_timestamp())::float8 AS seconds
       FROM pg_logical_emit_message(true, 'second-ring', '')`,
    )
    return { at, committedAt: rows[0]?.seconds ?? Number.POSITIVE_INFINITY }
  }

  function next(lastChange: number): Replica | undefined {
    turn = (turn + 1) % replicas.length
    const inTurn = [...replicas.slice(turn), ...replicas.slice(0, turn)]
    return inTurn.find(replica => replica.isInUse() && replica.upToDateAt() > lastChange)
  }

  return {
    replicas,
    counts,
    readerFor({ topics, isFresh }) {
      // All listings change all the time: a search may miss the changes of a second.
      const held = topics.filter(topic => topic !== 'listings')
      const replica = isFresh || !events.isListening() ? undefined : next(changed.lastChangeOf(held))
      counts[replica ? 'replica' : 'primary'] += 1
      return replica?.database ?? null
    },
    start() {
      // What changed before the events listened is not known.
      changed.note(null)
      running ??= keepMeasuring()
    },
    async stop() {
      stopping.abort()
      await running
      for (const replica of replicas) await replica.stop()
      await primary.end()
    },
  }
}
