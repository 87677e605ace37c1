import http from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import { FastifyOtelInstrumentation } from '@fastify/otel'
import { type Context, context, propagation, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, type Span, type SpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import pg from 'pg'
import { REQUEST_ID } from '#platform/tracing.ts'

interface OpenTelemetrySettings {
  /** Where a collector takes OTLP over HTTP, such as `http://localhost:4318`. */
  endpoint: string
}

/** Traces of this process. */
export interface Tracing {
  /** Begins a span for each request, within the trace that its `traceparent` names. Comes before the routes. */
  watch(app: FastifyInstance, nameOf: (request: FastifyRequest) => string): Promise<void>
  /** The context of a request's span. */
  contextOf(request: FastifyRequest): Context
  /** Sends what is left. */
  stop(): Promise<void>
}

/**
 * Starts OpenTelemetry with its instrumentations, before anything connects. They patch what is loaded already, so a bundle is
 * traced as well as its sources. Headers for the collector, such as a key, are read from `OTEL_EXPORTER_OTLP_HEADERS`.
 */
export function startOpenTelemetry({ endpoint }: OpenTelemetrySettings): Tracing {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'second-ring' }),
    // An event of a span would hold the text of an error, and its stack.
    spanLimits: { eventCountLimit: 0 },
    spanProcessors: [redaction, new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  })
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const statements = new PgInstrumentation({
    enabled: false,
    requireParentSpan: true,
    // By itself a statement's span has the name that the connection gave it, which says nothing.
    requestHook: (span, { query }) => span.updateName(/^\s*(\w+)/.exec(query.text)?.[1]?.toUpperCase() ?? 'SQL'),
  })
  // Without the pool's part a statement that waited belongs to the request that freed its connection.
  patch(statements, { pg, 'pg-pool': Object.getPrototypeOf(pg.Pool) })
  patch(
    new HttpInstrumentation({
      enabled: false,
      disableIncomingRequestInstrumentation: true,
      requireParentforOutgoingSpans: true,
    }),
    { http, https },
  )
  syncBuiltinESMExports()
  const fetches = new UndiciInstrumentation({ requireParentforSpans: true })
  return {
    async watch(app, nameOf) {
      const requests = new FastifyOtelInstrumentation({
        instrumentHooks: false,
        instrumentHandler: false,
        recordExceptions: false,
        requestHook(span, request) {
          span.updateName(nameOf(request))
          // The path may hold what is the user's own, such as an email.
          span.setAttribute('url.path', request.routeOptions.url ?? '')
          span.setAttribute(REQUEST_ID, request.id)
        },
      })
      await app.register(requests.plugin())
    },
    contextOf: request => request.opentelemetry().context ?? context.active(),
    async stop() {
      fetches.disable()
      // A collector that is away is no reason for the process to fail.
      await provider.shutdown().catch(() => undefined)
    },
  }
}

interface Instrumentation {
  getModuleDefinitions(): { name: string; patch?: ((moduleExports: unknown) => unknown) | undefined }[]
}

/** Applies an instrumentation's patches to modules that are loaded already. */
function patch(instrumentation: Instrumentation, modules: Record<string, unknown>): void {
  for (const { name, patch } of instrumentation.getModuleDefinitions()) patch?.(modules[name])
}

/** Leaves out what may be about users: texts of errors, and queries of URLs. */
const redaction: SpanProcessor = {
  onStart: () => undefined,
  onEnding(span: Span) {
    const { status, attributes } = span
    if (status.message !== undefined) span.setStatus({ code: SpanStatusCode.ERROR })
    for (const name of ['url.full', 'url.path', 'url.query']) {
      const value = attributes[name]
      if (typeof value === 'string') span.setAttribute(name, value.replace(/\?.*/, ''))
    }
    if (attributes['url.query'] !== undefined) span.setAttribute('url.query', '')
  },
  onEnd: () => undefined,
  forceFlush: async () => undefined,
  shutdown: async () => undefined,
}
