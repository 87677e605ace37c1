import type { TokenSource } from './token-source.ts'

/** What is sent with a request beside the bearer. */
interface RequestParts {
  headers?: Record<string, string>
  signal?: AbortSignal | null
}

/**
 * `fetch` with the session's bearer, for what is no procedure. A request that is rejected for its bearer is made once more
 * with a new one; a second error ends the session.
 */
export function signedFetch(session: TokenSource) {
  return async (address: string | URL, { headers, ...init }: RequestParts = {}): Promise<Response> => {
    const send = (token: string | null) =>
      fetch(address, { ...init, headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) } })
    const used = await session.accessToken()
    const answer = await send(used)
    if (answer.status !== 401 || !used) return answer
    // The body says why; the answer itself may still be the caller's.
    const told: unknown = await answer
      .clone()
      .json()
      .catch(() => null)
    await session.renewRefused(used, told)
    const renewed = await session.accessToken()
    if (!renewed) return answer
    const second = await send(renewed)
    if (second.status === 401) void session.end('lost')
    return second
  }
}
