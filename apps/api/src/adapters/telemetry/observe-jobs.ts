import { randomUUID } from 'node:crypto'
import type { JobHandlers } from '#platform/job-queue.ts'
import { requestScope } from '#platform/request-scope.ts'
import { inJobTrace } from '#platform/tracing.ts'
import type { Metrics } from './metrics.ts'

/** The same handlers; each run has an id and a trace of its own, as a request has, linked to its cause, and is counted. */
export function observeJobs(handlers: JobHandlers, metrics: Pick<Metrics, 'jobEnded'> | null): JobHandlers {
  const observed = Object.entries(handlers).map(([name, handler]) => [
    name,
    async (data: never) => {
      const startedAt = performance.now()
      const requestId = randomUUID()
      let outcome: 'done' | 'failed' = 'failed'
      try {
        await requestScope.run({ requestId }, () => inJobTrace({ name, requestId, fields: data }, () => handler(data)))
        outcome = 'done'
      } finally {
        metrics?.jobEnded({ name, outcome, seconds: (performance.now() - startedAt) / 1000 })
      }
    },
  ])
  return Object.fromEntries(observed)
}
