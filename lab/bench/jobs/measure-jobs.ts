import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createPgBossJobQueue } from '@second-ring/api/adapters/pg-boss/pg-boss-job-queue'
import type { JobHandlers } from '@second-ring/api/platform/job-queue'
import { jobNames } from '@second-ring/api/platform/job-queue'
import { PgBoss } from 'pg-boss'

type Work = (data: { listingId: string }) => Promise<void>

interface Measured {
  /** Jobs a second, from the first that begins to the last that is done. */
  perSecond: number
  done: number
}

const INSERT = 1000
const LOOK_MS = 20

/** Fills a queue and works it off as the product does. */
export async function measureProduct(databaseUrl: string, { jobs, work }: { jobs: number; work: Work }) {
  const boss = await fill(databaseUrl, 'search.match', jobs)
  await boss.stop({ graceful: false })
  const queue = createPgBossJobQueue({ databaseUrl, onError: report })
  await queue.start()
  const measuring = measure(jobs, work)
  const none = jobNames.map(name => [name, async () => undefined])
  const handlers: JobHandlers = { ...Object.fromEntries(none), 'search.match': measuring.work }
  await queue.work(handlers)
  const measured = await measuring.result()
  await queue.stop()
  return measured
}

/** Fills a queue and works it off with pg-boss' own defaults, for so long. */
export async function measureDefaults(databaseUrl: string, { seconds, work }: { seconds: number; work: Work }) {
  const jobs = seconds * 10
  const boss = await fill(databaseUrl, 'bench.defaults', jobs)
  const measuring = measure(jobs, work)
  await boss.work<{ listingId: string }>('bench.defaults', async ([job]) => {
    if (job) await measuring.work(job.data)
  })
  const measured = await measuring.result(seconds * 1000)
  await boss.stop({ graceful: false })
  return measured
}

async function fill(databaseUrl: string, name: string, jobs: number): Promise<PgBoss> {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 2, persistWarnings: false })
  boss.on('error', report)
  await boss.start()
  await boss.createQueue(name)
  for (let left = jobs; left > 0; left -= INSERT) {
    const part = Array.from({ length: Math.min(left, INSERT) }, () => ({ data: { listingId: randomUUID() } }))
    await boss.insert(name, part)
  }
  return boss
}

function measure(jobs: number, work: Work): { work: Work; result(longestMs?: number): Promise<Measured> } {
  let done = 0
  let beganAt = 0
  let endedAt = 0
  return {
    async work(data) {
      beganAt ||= performance.now()
      await work(data)
      done += 1
      endedAt = performance.now()
    },
    async result(longestMs = Number.POSITIVE_INFINITY) {
      while (done < jobs && (beganAt === 0 || performance.now() - beganAt < longestMs)) await wait(LOOK_MS)
      return { perSecond: (done - 1) / ((endedAt - beganAt) / 1000), done }
    },
  }
}

function report(error: unknown): void {
  process.stderr.write(`${error}\n`)
}
