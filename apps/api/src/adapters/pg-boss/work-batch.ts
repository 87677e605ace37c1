import type { Job, JobResult, WorkOptions } from 'pg-boss'
import { everyHour, everyMinute, everyNight, type JobName, quickJobs } from '#platform/job-queue.ts'

/** How many jobs of one name a process takes at a time, and how many of them it does at once. */
interface Share {
  taken: number
  atOnce: number
}

/**
 * A batch is settled as a whole, so those that wait for a provider are taken few at a time, and all done at once. Quick
 * ones need a connection all the while: two at once leave most of the pool to requests.
 */
const QUICK: Share = { taken: 50, atOnce: 2 }
const OUTSIDE: Share = { taken: 5, atOnce: 5 }
/** Each does all that there is to do. */
const MINUTE: Share = { taken: 1, atOnce: 1 }

const POLL_S = 1

export function shareOf(name: JobName): Share {
  if (isIn(everyMinute, name) || isIn(everyHour, name) || isIn(everyNight, name)) return MINUTE
  return isIn(quickJobs, name) ? QUICK : OUTSIDE
}

export type BatchOptions = WorkOptions & { perJobResults: true }

/** How pg-boss takes them: without waiting while there are more, and one that fails fails alone. */
export function workOptionsOf(name: JobName): BatchOptions {
  const batchSize = shareOf(name).taken
  return { batchSize, burstWhenBatchFull: true, perJobResults: true, pollingIntervalSeconds: POLL_S }
}

/**
 * Does the jobs, so many at once, and says what became of each. Those whose time runs out before they have begun are left
 * out: they are tried again.
 */
export async function workBatch<Data>(
  jobs: Job<Data>[],
  { atOnce, work }: { atOnce: number; work(data: Data): Promise<void> },
): Promise<JobResult[]> {
  const results: JobResult[] = []
  const left = jobs.values()
  async function workOff(): Promise<void> {
    for (const job of left) {
      if (job.signal.aborted) return
      results.push(await resultOf(job.id, work(job.data)))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, workOff))
  return results
}

async function resultOf(id: string, working: Promise<void>): Promise<JobResult> {
  try {
    await working
    return { id, status: 'completed' }
  } catch (error) {
    return { id, status: 'failed', output: { message: String(error) } }
  }
}

function isIn(names: readonly JobName[], name: JobName): boolean {
  return names.includes(name)
}
