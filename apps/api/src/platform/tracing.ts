import { context, propagation, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

/** Does nothing until OpenTelemetry is started (`adapters/telemetry/open-telemetry.ts`). */
const tracer = trace.getTracer('second-ring')
/** The attribute by which the first span of a request or a job is found from the log. */
export const REQUEST_ID = 'second_ring.request_id'

/** Where a trace is handed on, such as to a job: the fields of a `traceparent` header. Empty when nothing is traced. */
export function traceFields(): Record<string, string> {
  const fields: Record<string, string> = {}
  propagation.inject(context.active(), fields)
  return fields
}

/**
 * Does the work of a call in a span of its own, within the one that is active.
 * @param failureOfResult a word for a result that is a failure though nothing was thrown
 */
export function inCallSpan<Result>(
  name: string,
  work: () => Promise<Result>,
  failureOfResult?: (result: Result) => string | null,
): Promise<Result> {
  return tracer.startActiveSpan(name, span => ended(span, work, failureOfResult))
}

/**
 * Does the work of a job in a trace of its own, linked to what caused it.
 * @param fields what {@link traceFields} returned there, among others
 */
export function inJobTrace<Result>(
  { name, requestId, fields }: { name: string; requestId: string; fields: object },
  work: () => Promise<Result>,
): Promise<Result> {
  const cause = trace.getSpanContext(propagation.extract(ROOT_CONTEXT, fields))
  const attributes = { [REQUEST_ID]: requestId }
  const options = { kind: SpanKind.CONSUMER, attributes, links: cause ? [{ context: cause }] : [] }
  return tracer.startActiveSpan(name, options, ROOT_CONTEXT, span => ended(span, work))
}

/** The work, whose end is the span's. A failure is named by its code: its text may be about users. */
async function ended<Result>(
  span: Span,
  work: () => Promise<Result>,
  failureOfResult: (result: Result) => string | null = () => null,
): Promise<Result> {
  const fail = (failure: string) => span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', failure)
  try {
    const result = await work()
    const failure = failureOfResult(result)
    if (failure !== null) fail(failure)
    return result
  } catch (error) {
    fail(failureOf(error))
    throw error
  } finally {
    span.end()
  }
}

/** What an error is, without its text. */
function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
