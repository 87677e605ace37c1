import { type RequestScope, requestScope } from './request-scope.ts'

export interface SpanStart {
  name: string
  kind: 'request' | 'call' | 'job' | 'statement'
  /** What it is part of; nothing, when it begins a trace. */
  within: RequestScope
  attributes?: Record<string, string | number>
}

export interface TraceSpan {
  /** For what happens within it. */
  scope: RequestScope
  /** @param failure a word for what went wrong, when something did; no text that may be about people */
  end(outcome?: { failure?: string | undefined; attributes?: Record<string, string | number> }): void
}

/** Where spans go, for those who look at what a request did. */
export interface Tracing {
  begin(start: SpanStart): TraceSpan
  /** Sends what is left. */
  stop(): Promise<void>
}

/** Runs work as a span of its own, when what it is part of is traced. */
export async function inSpan<Result>(
  tracing: Tracing | null,
  start: Omit<SpanStart, 'within'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const within = requestScope.getStore()
  if (!tracing || !within) return work()
  const span = tracing.begin({ ...start, within })
  try {
    const result = await requestScope.run(span.scope, work)
    span.end()
    return result
  } catch (error) {
    span.end({ failure: failureOf(error) })
    throw error
  }
}

/** What an error is, without its text. */
export function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
