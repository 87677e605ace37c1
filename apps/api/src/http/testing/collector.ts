import fastify from 'fastify'

export interface CollectedSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string | undefined
  links: { traceId: string; spanId: string }[]
  attributes: Record<string, string>
  events: unknown[]
}

/** Takes traces by OTLP over HTTP, and keeps them. */
export interface Collector {
  url: string
  spans: CollectedSpan[]
  stop(): Promise<void>
}

interface OtlpSpan extends Omit<CollectedSpan, 'attributes' | 'links' | 'events'> {
  links?: CollectedSpan['links']
  events?: unknown[]
  attributes: { key: string; value: Record<string, unknown> }[]
}

interface OtlpTraces {
  resourceSpans: { scopeSpans: { spans: OtlpSpan[] }[] }[]
}

export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = []
  const app = fastify({ bodyLimit: 16 * 1024 * 1024 })
  app.post<{ Body: OtlpTraces }>('/v1/traces', async ({ body }) => {
    const sent = body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(scope => scope.spans))
    spans.push(...sent.map(read))
    return {}
  })
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), spans, stop: () => app.close() }
}

function read({ name, traceId, spanId, parentSpanId, links = [], events = [], attributes }: OtlpSpan): CollectedSpan {
  const values = attributes.map(({ key, value }) => [key, String(Object.values(value)[0])])
  return {
    name,
    traceId,
    spanId,
    parentSpanId: parentSpanId || undefined,
    links,
    attributes: Object.fromEntries(values),
    events,
  }
}
