const NETWORK_ERROR = 'Network Error. Check your connection and try again.'

/** A request that was rejected as such, before any rule of the product was asked. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
}

/**
 * `fetch` for the server's JSON, without a time limit, whose failures are plain words.
 * @throws TypeError when the server did not answer; RequestError when it, or something on the way, rejected the request
 */
export async function plainFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init).catch((cause: unknown) => {
    if (init?.signal?.aborted) throw cause
    throw new TypeError(NETWORK_ERROR, { cause })
  })
  const isJson = /\bjson\b/i.test(response.headers.get('content-type') ?? '')
  // What is fine and no JSON comes from another: the sign-in page of a public network.
  if (response.ok && !isJson) throw new TypeError(NETWORK_ERROR)
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
