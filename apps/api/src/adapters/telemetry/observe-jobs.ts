import { randomUUID } from 'node:crypto'
import type { JobHandlers } from '#platform/job-queue.ts'
import { requestScope } from '#platform/request-scope.ts'
import { inSpan, type Tracing } from '#platform/tracing.ts'
import type { Metrics } from './metrics.ts'

interface Observers {
  tracing: Tracing | null
  metrics: Pick<Metrics, 'jobEnded'> | null
}

/** The same handlers; each run has an id and a trace of its own, as a request has, and is counted. */
export function observeJobs(handlers: JobHandlers, { tracing, metrics }: Observers): JobHandlers {
  const observed = Object.entries(handlers).map(([name, handler]) => [
    name,
    async (data: never) => {
      const startedAt = performance.now()
      let outcome: 'done' | 'failed' = 'failed'
      try {
        await requestScope.run({ requestId: randomUUID(), trace: null }, () =>
          inSpan(tracing, { name, kind: 'job' }, () => handler(data)),
        )
        outcome = 'done'
      } finally {
        metrics?.jobEnded({ name, outcome, seconds: (performance.now() - startedAt) / 1000 })
      }
    },
  ])
  return Object.fromEntries(observed)
}
