import { onlineManager } from '@tanstack/react-query'

/** What a call fails with that nobody answered. */
export function networkError(cause?: unknown): TypeError {
  return new TypeError('Network Error. Check your connection and try again.', { cause })
}

/** A write that was not sent, because the server is out of reach. */
export class NotSentError extends TypeError {
  override readonly name = 'NotSentError'
  override readonly message = 'You are offline, and nothing was sent. Try again when you are back online.'
}

/** A request that was rejected as such, before any rule of the product was asked. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
}

/**
 * `fetch` for the server's JSON, without a time limit, whose failures are plain words.
 * @throws NotSentError; TypeError when the server did not answer; RequestError when it, or something on the way, rejected
 * the request
 */
export async function plainFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  if (init?.method === 'POST' && !onlineManager.isOnline()) throw new NotSentError()
  const response = await fetch(input, init).catch((cause: unknown) => {
    throw init?.signal?.aborted ? cause : networkError(cause)
  })
  const isJson = /\bjson\b/i.test(response.headers.get('content-type') ?? '')
  // What is fine and no JSON comes from another: the sign-in page of a public network.
  if (response.ok && !isJson) throw networkError()
  if (response.ok) return response
  const answer: unknown = isJson ? await response.clone().json() : undefined
  if (isOfProcedures(answer)) return response
  const failed = `Request failed with status code ${response.status}. Try again in a minute.`
  throw new RequestError(messageIn(answer) ?? failed)
}

/** Whether the answer is that of procedures, each with its own error, for the tRPC client to read. */
function isOfProcedures(answer: unknown): boolean {
  const first: unknown = Array.isArray(answer) ? answer[0] : answer
  return isRecord(first) && (isRecord(first.error) || isRecord(first.result))
}

function messageIn(answer: unknown): string | undefined {
  return isRecord(answer) && typeof answer.message === 'string' ? answer.message : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
