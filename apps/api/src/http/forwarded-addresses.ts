import type { IncomingMessage, Server } from 'node:http'
import { addressIn } from '#platform/network-of.ts'

const HEADER = 'x-forwarded-for'

/**
 * Reads the addresses that proxies name in one way, before anything goes by them: without the ports that some add. Of what
 * is no address nothing counts, nor of what stands before it; then it is the address of whoever said so.
 */
export function readForwardedAddresses(server: Server): void {
  server.prependListener('request', ({ headers }: IncomingMessage) => {
    const named = headers[HEADER]
    if (named === undefined) return
    const known: string[] = []
    for (const text of `${named}`.split(',').toReversed()) {
      const address = addressIn(text.trim())
      if (address === null) break
      known.unshift(address)
    }
    if (known.length === 0) delete headers[HEADER]
    else headers[HEADER] = known.join(', ')
  })
}
