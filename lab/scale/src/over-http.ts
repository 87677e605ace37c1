import { MAX_AGE_HEADER } from '@second-ring/contracts/shared-reads'

/** The procedures of one process, over HTTP as a browser calls them. */
export interface OverHttp {
  ask<Answer>(procedure: string, input: unknown): Promise<Answer>
  /** @throws Error with the error's words */
  tell<Answer>(procedure: string, input: unknown): Promise<Answer>
}

/** Calls a process as whoever this token is of, as nobody without one; bypassing its cache when it has to be fresh. */
export function overHttp(origin: string, { accessToken = '', isFresh = false } = {}): OverHttp {
  const headers = {
    'content-type': 'application/json',
    ...(accessToken !== '' && { authorization: `Bearer ${accessToken}` }),
    ...(isFresh && { [MAX_AGE_HEADER]: '0' }),
  }
  return {
    ask: (procedure, input) =>
      answerOf(fetch(`${origin}/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`, { headers })),
    tell: (procedure, input) =>
      answerOf(fetch(`${origin}/trpc/${procedure}`, { method: 'POST', headers, body: JSON.stringify(input) })),
  }
}

async function answerOf<Answer>(asked: Promise<Response>): Promise<Answer> {
  const response = await asked
  const body = (await response.json()) as { result?: { data: Answer }; error?: { message: string } }
  if (!body.result) throw new Error(`${response.status}: ${body.error?.message}`)
  return body.result.data
}
