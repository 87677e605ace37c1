import { randomUUID } from 'node:crypto'
import type { JobHandlers } from '../platform/job-queue.ts'
import { requestScope } from '../platform/request-scope.ts'
import { inSpan, type Tracing } from '../platform/tracing.ts'

/** The same handlers; each run has an id and a trace of its own, as a request has. */
export function observeJobs(handlers: JobHandlers, tracing: Tracing | null): JobHandlers {
  const observed = Object.entries(handlers).map(([name, handler]) => [
    name,
    (data: never) =>
      requestScope.run({ requestId: randomUUID(), trace: null }, () =>
        inSpan(tracing, { name, kind: 'job' }, () => handler(data)),
      ),
  ])
  return Object.fromEntries(observed)
}
