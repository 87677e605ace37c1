import { beforeEach, describe, expect, it, vi } from 'vitest'
import { signedFetch } from './signed-fetch.ts'

let token: string | null
const session = {
  accessToken: async () => token,
  renewRefused: vi.fn<(refused: string) => Promise<void>>(),
  end: vi.fn(async () => undefined),
}
const accepted = new Set<string>()
const server = vi.fn(async (_address: string | URL, init?: RequestInit) => {
  const bearer = new Headers(init?.headers).get('authorization') ?? ''
  return new Response(bearer, { status: accepted.has(bearer) ? 200 : 401 })
})

beforeEach(() => {
  token = 'old'
  accepted.clear()
  server.mockClear()
  session.end.mockClear()
  session.renewRefused.mockReset().mockImplementation(async () => {
    token = 'new'
  })
  vi.stubGlobal('fetch', server)
})

const ask = () => signedFetch(session)('/file', { headers: { accept: 'text/csv' } })

describe('a request with the session’s bearer', () => {
  it('carries it in a header beside its own, and never in the address', async () => {
    accepted.add('Bearer old')
    expect((await ask()).status).toBe(200)
    expect(server).toHaveBeenCalledExactlyOnceWith('/file', {
      headers: { accept: 'text/csv', authorization: 'Bearer old' },
    })
  })

  it('is made once more with a new one when it is refused', async () => {
    accepted.add('Bearer new')
    expect((await ask()).status).toBe(200)
    expect(session.renewRefused).toHaveBeenCalledExactlyOnceWith('old', null)
    expect(server).toHaveBeenCalledTimes(2)
    expect(session.end).not.toHaveBeenCalled()
  })

  it('ends the session when the new one is refused too', async () => {
    expect((await ask()).status).toBe(401)
    expect(server).toHaveBeenCalledTimes(2)
    expect(session.end).toHaveBeenCalledExactlyOnceWith('lost')
  })

  it('is not made again when the session has ended meanwhile', async () => {
    session.renewRefused.mockImplementation(async () => {
      token = null
    })
    expect((await ask()).status).toBe(401)
    expect(server).toHaveBeenCalledOnce()
  })

  it('goes without when nobody is signed in', async () => {
    token = null
    expect((await ask()).status).toBe(401)
    expect(server).toHaveBeenCalledExactlyOnceWith('/file', { headers: { accept: 'text/csv' } })
    expect(session.renewRefused).not.toHaveBeenCalled()
  })
})
