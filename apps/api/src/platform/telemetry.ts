import type { ClientError } from '@second-ring/contracts/client-error'
import { DomainError } from '@second-ring/contracts/errors'
import { inCallSpan } from './tracing.ts'

/** What is counted of the work itself. */
export interface Counters {
  /** A call of one of the two transports has ended: `OK`, or the code of its error. */
  call(ended: { name: string; outcome: string; seconds: number }): void
  /** An event of the payment provider came this long after it had happened there. */
  webhook(seconds: number): void
  /** A browser has reported an error of the site's code. */
  clientError(kind: ClientError['kind']): void
}

/** Tells those who run the server what it does; counted only when it is looked at. */
export interface Telemetry {
  counters: Counters | null
}

export const noTelemetry: Telemetry = { counters: null }

interface Call<Result> {
  /** Such as `orders.place`, or `POST /orders`. */
  name: string
  work(): Promise<Result>
  /** The code of a result that is an error though nothing was thrown. */
  errorCodeOf?(result: Result): string | null
}

/** Does the work of a call, counts it and traces it. */
export async function observeCall<Result>({ counters }: Telemetry, call: Call<Result>): Promise<Result> {
  const { name, work, errorCodeOf } = call
  if (!counters) return inCallSpan(name, work, errorCodeOf)
  const startedAt = performance.now()
  const count = (outcome: string) => counters.call({ name, outcome, seconds: (performance.now() - startedAt) / 1000 })
  try {
    const result = await inCallSpan(name, work, errorCodeOf)
    count(errorCodeOf?.(result) ?? 'OK')
    return result
  } catch (error) {
    count(error instanceof DomainError ? error.code : 'ERROR')
    throw error
  }
}
