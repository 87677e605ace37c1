import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { SpanStart, Tracing } from '#platform/tracing.ts'

interface OpenTelemetrySettings {
  /** Where a collector takes OTLP over HTTP, such as `http://localhost:4318`. */
  endpoint: string
}

const kinds: Record<SpanStart['kind'], SpanKind> = {
  request: SpanKind.SERVER,
  call: SpanKind.INTERNAL,
  job: SpanKind.CONSUMER,
  statement: SpanKind.CLIENT,
}

/**
 * Traces by OpenTelemetry. Its spans are begun by hand, for what hooks into modules as they load finds none in a bundle;
 * its own context is not needed, for the request's scope carries the span. Headers for the collector, such as a key, are
 * read from `OTEL_EXPORTER_OTLP_HEADERS` by the exporter itself.
 */
export function createOpenTelemetry({ endpoint }: OpenTelemetrySettings): Tracing {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'second-ring' }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  })
  const tracer = provider.getTracer('second-ring')
  return {
    begin({ name, kind, within, attributes }) {
      const context = within.trace ?? ROOT_CONTEXT
      const requestId = { 'second_ring.request_id': within.requestId }
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes: { ...requestId, ...attributes } }, context)
      return {
        scope: { ...within, trace: trace.setSpan(context, span) },
        end(outcome) {
          if (outcome?.attributes) span.setAttributes(outcome.attributes)
          if (outcome?.failure !== undefined) {
            span.setStatus({ code: SpanStatusCode.ERROR })
            span.setAttribute('error.type', outcome.failure)
          }
          span.end()
        },
      }
    },
    stop: () => provider.shutdown(),
  }
}
