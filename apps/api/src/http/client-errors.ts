import { ClientError, withoutPersonalData } from '@second-ring/contracts/client-error'
import type { FastifyInstance } from 'fastify'
import type { Counters } from '#platform/telemetry.ts'
import { parseInput } from './rest/read-input.ts'

const BODY_MAX_BYTES = 4096

/**
 * `POST /client-errors`: where a browser reports an error of the site's code. It is counted and logged, and stored nowhere. The
 * browser leaves out what is personal, and so does this, for what is no browser of ours.
 */
export async function clientErrorsRoute(
  app: FastifyInstance,
  { counters }: { counters: Counters | null },
): Promise<void> {
  app.post('/client-errors', { bodyLimit: BODY_MAX_BYTES }, async (request, reply) => {
    const { kind, name, message, source, route } = parseInput(ClientError, request.body)
    const [shownName, shownMessage, shownRoute] = [name, message, route].map(withoutPersonalData)
    counters?.clientError(kind)
    // The names of built files have digits, and no place for a query.
    const clientError = {
      kind,
      name: shownName,
      message: shownMessage,
      source: source.replace(/[?#].*/, ''),
      route: shownRoute,
    }
    request.log.warn({ clientError }, 'an error in a browser')
    return reply.code(204).send()
  })
}
