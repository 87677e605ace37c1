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

function shownPath({ url, routeOptions }: FastifyRequest): string {
  if (routeOptions.url?.includes(':email')) return routeOptions.url
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}
