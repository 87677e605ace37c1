import { DomainError } from '@second-ring/contracts/errors'
import type { FastifyInstance } from 'fastify'

/** Of these a second one is somebody else's word: one reader takes the first, and another the last. */
const single = ['authorization', 'content-type', 'host']
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/**
 * Rejects, on every path, requests that no honest client sends and that different readers read differently. To be registered
 * after what counts requests.
 */
export function rejectMalformed(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw, headers }) => {
    const twice = single.find(name => count(raw.rawHeaders, name) > 1)
    if (twice) throw new DomainError('INVALID_INPUT', `${twice}: send it once.`)
    const isNamed = headers.host !== undefined || raw.httpVersion === '1.0'
    if (!isNamed) throw new DomainError('INVALID_INPUT', 'host: send the name of a host.')
    if (headers.host !== undefined && !HOST.test(headers.host)) {
      throw new DomainError('INVALID_INPUT', 'host: this is not the name of a host.')
    }
    if (raw.url?.includes('%00')) throw new DomainError('INVALID_INPUT', 'This address cannot be read.')
  })
}

function count(rawHeaders: string[], name: string): number {
  let found = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === name.length && rawHeaders[at]?.toLowerCase() === name) found += 1
  }
  return found
}
