import { createPool } from '@second-ring/database'
import { fromPrisma, PgBoss } from 'pg-boss'
import {
  everyHour,
  everyMinute,
  everyNight,
  type JobHandlers,
  type JobName,
  type JobQueue,
  jobNames,
} from '#platform/job-queue.ts'
import { traceFields } from '#platform/tracing.ts'
import { type QueueSettings, tidyQueues } from './tidy-queues.ts'
import { type BatchOptions, shareOf, workBatch, workOptionsOf } from './work-batch.ts'

interface JobQueueOptions {
  /** The address of the PostgreSQL database whose schema `pgboss` holds the jobs. */
  databaseUrl: string
  /** Told of what goes wrong in the queue itself and in jobs; a failed job is tried again. */
  onError: (error: unknown, job?: JobName) => void
  /** The wait before the first retry, in seconds; it doubles up to an hour. 5 by default. */
  retryDelayS?: number
}

/** The queue with its workers, for whoever starts and stops the process. */
export interface RunningJobQueue extends JobQueue {
  /** Opens the queue; makes or upgrades its tables, queues and schedules where they are not of this version. */
  start(): Promise<void>
  /** Works off jobs as they come, here and in every other process that does, each job in one of them. */
  work(handlers: JobHandlers): Promise<void>
  /**
   * Works off everything in line now, retries included, and returns when nothing is left.
   * @throws what a job threw at its fifth attempt
   */
  drain(handlers: JobHandlers): Promise<void>
  /** Whether it has been started, and its tables answer. */
  isUp(): Promise<boolean>
  /** Lets the jobs end that were taken; the others stay in line. */
  stop(): Promise<void>
}

const HOUR_S = 3600
const DAY_S = 24 * HOUR_S
/** With the doubling wait this is two weeks of trying. */
const RETRY_LIMIT = 340
const JOB_MAX_S = 120
const DRAIN_ATTEMPTS = 5
/** How often it is looked whether the minute's jobs are due, and how soon they are then in line. */
const CRON_LOOK_S = 5
const CRON_POLL_S = 1
/** Not at the full hour, when machines are busy with everybody's hourly work. */
const HOURLY = '37 * * * *'
/** When few are awake where most markets are, in UTC. */
const NIGHTLY = '17 3 * * *'
const CONNECT_MS = 10_000
const STOP_TIMEOUT_MS = 20_000

/** Makes the queue's tables in a database that others are copied from. */
export async function installJobQueue(databaseUrl: string): Promise<void> {
  const queue = createPgBossJobQueue({
    databaseUrl,
    onError: error => {
      throw error
    },
  })
  await queue.start()
  await queue.stop()
}

/** Jobs in the product's own database, by pg-boss, over two connections of its own. */
export function createPgBossJobQueue({ databaseUrl, onError, retryDelayS = 5 }: JobQueueOptions): RunningJobQueue {
  const onLost = (error: unknown) => onError(error)
  const pool = createPool(
    {
      connectionString: databaseUrl,
      application_name: 'second-ring-jobs',
      max: 2,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
    },
    onLost,
  )
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    persistWarnings: false,
    cronMonitorIntervalSeconds: CRON_LOOK_S,
    cronWorkerIntervalSeconds: CRON_POLL_S,
  })
  boss.on('error', onLost)
  let isStarted = false
  return {
    async start() {
      await boss.start()
      await tidyQueues({ boss, pool, settings: settingsWith(retryDelayS) })
      isStarted = true
    },
    isUp: async () => isStarted && (await boss.isInstalled().catch(() => false)),
    async enqueue(tx, name, data, notBefore) {
      await boss.send(
        name,
        { ...data, ...traceFields() },
        { db: fromPrisma(tx), ...(notBefore && { startAfter: notBefore }) },
      )
    },
    async work(handlers) {
      for (const name of jobNames) {
        const { atOnce } = shareOf(name)
        const work = (data: never) => run(handlers, name, data)
        await boss.work<never, unknown, BatchOptions>(name, workOptionsOf(name), jobs =>
          workBatch(jobs, { atOnce, work }),
        )
      }
      for (const name of everyMinute) await boss.schedule(name, '* * * * *')
      for (const name of everyHour) await boss.schedule(name, HOURLY, {}, { expireInSeconds: HOUR_S })
      for (const name of everyNight) await boss.schedule(name, NIGHTLY, {}, { expireInSeconds: HOUR_S })
    },
    async drain(handlers) {
      for (const name of everyMinute) await boss.send(name, {})
      for (;;) {
        const done = await Promise.all(jobNames.map(name => drainOnce(handlers, name)))
        if (done.every(count => count === 0)) return
      }
    },
    async stop() {
      isStarted = false
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS })
      if (!pool.ending) await pool.end()
    },
  }

  async function drainOnce(handlers: JobHandlers, name: JobName): Promise<number> {
    const jobs = await boss.fetch<never>(name, { batchSize: 20, ignoreStartAfter: true, includeMetadata: true })
    for (const { id, data, retryCount } of jobs) {
      try {
        await run(handlers, name, data)
        await boss.complete(name, id)
      } catch (error) {
        if (retryCount + 1 >= DRAIN_ATTEMPTS) throw error
        await boss.fail(name, id)
      }
    }
    return jobs.length
  }

  async function run(handlers: JobHandlers, name: JobName, data: never): Promise<void> {
    try {
      await handlers[name](data)
    } catch (error) {
      onError(error, name)
      throw error
    }
  }
}

function settingsWith(retryDelayS: number): QueueSettings {
  return {
    retryLimit: RETRY_LIMIT,
    retryDelay: retryDelayS,
    retryBackoff: retryDelayS > 0,
    retryDelayMax: retryDelayS > 0 ? HOUR_S : null,
    expireInSeconds: JOB_MAX_S,
    retentionSeconds: 30 * DAY_S,
    deleteAfterSeconds: 7 * DAY_S,
  }
}
