import { DomainError } from '@second-ring/contracts/errors'
import { requestScope } from './request-scope.ts'
import type { Tracing } from './tracing.ts'

/** What is counted of the work itself. */
export interface Counters {
  /** A call of one of the two faces has ended: `OK`, or the code of its refusal. */
  call(ended: { name: string; outcome: string; seconds: number }): void
  /** An event of the payment provider came this long after it had happened there. */
  webhook(seconds: number): void
}

/** Tells those who run the server what it does; each part only when it is looked at. */
export interface Telemetry {
  tracing: Tracing | null
  counters: Counters | null
}

export const noTelemetry: Telemetry = { tracing: null, counters: null }

interface Call<Result> {
  /** Such as `orders.place`, or `POST /orders`. */
  name: string
  work(): Promise<Result>
  /** The code of a result that is a refusal though nothing was thrown. */
  refusalOf?(result: Result): string | null
}

/** Does the work of a call, and tells of it. */
export async function observeCall<Result>({ tracing, counters }: Telemetry, call: Call<Result>): Promise<Result> {
  if (!tracing && !counters) return call.work()
  const { name } = call
  const within = requestScope.getStore()
  const span = within && tracing?.begin({ name, kind: 'call', within })
  const startedAt = performance.now()
  const tell = (refusal: string | null) => {
    counters?.call({ name, outcome: refusal ?? 'OK', seconds: (performance.now() - startedAt) / 1000 })
    span?.end({ failure: refusal ?? undefined })
  }
  try {
    const result = await (span ? requestScope.run(span.scope, call.work) : call.work())
    tell(call.refusalOf?.(result) ?? null)
    return result
  } catch (error) {
    tell(error instanceof DomainError ? error.code : 'ERROR')
    throw error
  }
}
