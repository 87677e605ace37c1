import { onlineManager } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { NotSentError, plainFetch, RequestError } from './plain-fetch.ts'

const html = { 'content-type': 'text/html' }

async function failureOf(answer: () => Promise<Response>, init?: RequestInit): Promise<unknown> {
  vi.stubGlobal('fetch', vi.fn(answer))
  return plainFetch('/trpc/a', init).then(
    () => expect.unreachable('it was answered'),
    (error: unknown) => error,
  )
}

describe('a call', () => {
  it('is given the answer of procedures, their refusals included', async () => {
    for (const answer of [
      Response.json([{ result: { data: 1 } }]),
      Response.json({ result: { data: 1 } }),
      Response.json([{ error: { message: 'No.' } }], { status: 404 }),
      Response.json({ error: { message: 'No.' } }, { status: 500 }),
      Response.json([{ result: { data: 1 } }, { error: { message: 'No.' } }], { status: 207 }),
    ]) {
      vi.stubGlobal('fetch', async () => answer)
      expect(await plainFetch('/trpc/a')).toBe(answer)
      expect(answer.bodyUsed).toBe(false)
    }
  })

  it.each(['Failed to fetch', 'Load failed', 'NetworkError when attempting to fetch resource.'])(
    'without a network says so in plain words, whatever the browser says: %s',
    async words => {
      const failure = await failureOf(() => Promise.reject(new TypeError(words)))
      expect(failure).toBeInstanceOf(TypeError)
      expect(failure).toMatchObject({ message: 'Network Error. Check your connection and try again.' })
    },
  )

  it.each([502, 503, 504, 404])('that a proxy answers with %d says the number', async status => {
    const failure = await failureOf(async () => new Response('<h1>Sorry</h1>', { status, headers: html }))
    expect(failure).toBeInstanceOf(RequestError)
    expect(failure).toMatchObject({ message: `Request failed with status code ${status}. Try again in a minute.` })
  })

  it('that the sign-in page of a public network answers has not reached the server', async () => {
    const failure = await failureOf(async () => new Response('<h1>Welcome to our Wi-Fi</h1>', { headers: html }))
    expect(failure).toMatchObject({ message: expect.stringMatching(/^Network Error/) })
  })

  it('that is refused before a procedure was asked says what the server says', async () => {
    const failure = await failureOf(async () => Response.json({ message: 'This is too large.' }, { status: 413 }))
    expect(failure).toMatchObject({ name: 'RequestError', message: 'This is too large.' })
    const mute = await failureOf(async () => Response.json('?', { status: 429 }))
    expect(mute).toMatchObject({ message: expect.stringMatching(/^Request failed with status code 429\b/) })
  })

  it('that was given up stays so', async () => {
    const reason = new DOMException('given up', 'AbortError')
    expect(await failureOf(() => Promise.reject(reason), { signal: AbortSignal.abort(reason) })).toBe(reason)
  })
})

it('without a connection a write is not sent and says so; what reads is tried', async () => {
  onlineManager.setOnline(false)
  const answer = Response.json([{ result: { data: 1 } }])
  const fetch = vi.fn(async () => answer)
  try {
    expect(await failureOf(fetch, { method: 'POST' })).toBeInstanceOf(NotSentError)
    expect(fetch).not.toHaveBeenCalled()
    expect(await plainFetch('/trpc/a')).toBe(answer)
  } finally {
    onlineManager.setOnline(true)
  }
})
