import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

/** What machines ask every few seconds. */
const asked = new Set<string | undefined>(['/healthz', '/readyz'])

/** One line for each request, when it has been answered. What may hold personal data, such as a query, is left out. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override routeNotFound(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    if (asked.has(request.routeOptions.url)) return
    const answered = {
      method: request.method,
      path: shownPath(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ip: request.ip,
    }
    if (error) reply.log.error({ ...answered, err: error }, 'request errored')
    else reply.log.info(answered, 'request')
  }
}

/** The id of a row, or names of procedures. */
const SHOWN =
  /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[a-z][a-zA-Z]{1,30}\.[a-zA-Z]{1,40}(?:,[a-z][a-zA-Z]{1,30}\.[a-zA-Z]{1,40})*)$/

/**
 * The path of a route, with the ids in it. Nothing of what no route has: a path that is mistyped or made up may hold anything,
 * such as a token.
 */
function shownPath({ routeOptions, params }: FastifyRequest): string {
  const { url: route = '(page)' } = routeOptions
  const given = (params ?? {}) as Record<string, string | undefined>
  return route.replaceAll(/:(\w+)/g, (whole, name: string) => {
    const value = given[name] ?? ''
    return SHOWN.test(value) ? value : whole
  })
}
