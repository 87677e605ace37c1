import { type ClientError, withoutPersonalData } from '@second-ring/contracts/client-error'
import { TRPCClientError } from '@trpc/client'
import { isChunkMissing, isChunkTimeout } from '#api-client/load-chunk.ts'
import { RequestError } from '#api-client/plain-fetch.ts'

/** A broken page may throw at every move: what it says first is enough. */
const MOST = 5

/** How browsers say that there is no network. */
const NO_NETWORK = /^(?:Failed to fetch|NetworkError|Network Error|Load failed)/

const reported = new Set<string>()

/**
 * Reports an error of the site's own code to the server, once for each, and at most five of a page load. What the server has said
 * itself, and trouble on the way, is no error of the code.
 * @param matches the routes of what is shown; the last is the screen's
 */
export function reportError(kind: ClientError['kind'], error: unknown, matches: readonly { routeId: string }[]): void {
  // An error of another site's code comes as nothing.
  if (error === null || error === undefined) return
  if (error instanceof TRPCClientError || error instanceof RequestError || isChunkTimeout(error)) return
  const { name, message, stack } = error instanceof Error ? error : { name: typeof error, message: String(error) }
  if (isChunkMissing(error) || NO_NETWORK.test(message)) return
  const text = withoutPersonalData(message).slice(0, 300)
  const report = `${name} ${text}`
  if (reported.size >= MOST || reported.has(report)) return
  reported.add(report)
  const route = matches.at(-1)?.routeId ?? ''
  const clientError: ClientError = { kind, name: name.slice(0, 60), message: text, source: sourceOf(stack), route }
  navigator.sendBeacon('/client-errors', new Blob([JSON.stringify(clientError)], { type: 'application/json' }))
}

/** The first place in the code that a stack names: file, line and column, without the site's own address. */
function sourceOf(stack = ''): string {
  return (/[^\s()@]+:\d+:\d+/.exec(stack)?.[0] ?? '').replace(location.origin, '').slice(0, 200)
}
