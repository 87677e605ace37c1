import type { FastifyInstance } from 'fastify'
import type { Readiness } from './readiness.ts'

const RETRY_AFTER_S = 1

/** `GET /healthz`: the process lives. `GET /readyz`: it can do its work, or what keeps it from that, and what it does without. */
export async function healthRoutes(app: FastifyInstance, { readiness }: { readiness: Readiness }): Promise<void> {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    const problems = await readiness.problems()
    const notes = readiness.notes()
    if (Object.keys(problems).length === 0) return { status: 'ready', ...(Object.keys(notes).length > 0 && { notes }) }
    reply.code(503).header('retry-after', RETRY_AFTER_S)
    return { status: 'not ready', problems }
  })
}
