import { createTRPCClient, TRPCClientError, type TRPCLink } from '@trpc/client'
import { initTRPC } from '@trpc/server'
import { observable } from '@trpc/server/observable'
import { describe, expect, it, vi } from 'vitest'
import type { Session } from '#session/session.ts'
import { renewOnUnauthorized } from './renew-on-unauthorized.ts'

const trpc = initTRPC.create()
const router = trpc.router({ hello: trpc.procedure.query(() => 'hello') })
type Router = typeof router

function setUp(accepted: string, renewed: string | null = 'new') {
  let token: string | null = 'old'
  const session = {
    accessToken: vi.fn(async () => token),
    renewRefused: vi.fn(async () => {
      token = renewed
    }),
    end: vi.fn(async () => undefined),
  } as Partial<Session> as Session
  const calls: (string | null)[] = []
  const server: TRPCLink<Router> = () => () =>
    observable(observer => {
      calls.push(token)
      if (token === accepted) {
        observer.next({ result: { data: 'hello' } })
        observer.complete()
      } else {
        observer.error(
          new TRPCClientError('Sign in to go on.', { result: { error: { data: { httpStatus: 401 } } } } as never),
        )
      }
    })
  return { client: createTRPCClient<Router>({ links: [renewOnUnauthorized(session), server] }), session, calls }
}

describe('a call whose bearer is refused', () => {
  it('is made once more with a renewed one', async () => {
    const { client, session, calls } = setUp('new')
    expect(await client.hello.query()).toBe('hello')
    expect(calls).toEqual(['old', 'new'])
    expect(session.end).not.toHaveBeenCalled()
  })

  it('ends the session when the renewed one is refused too', async () => {
    const { client, session, calls } = setUp('none')
    await expect(client.hello.query()).rejects.toThrow('Sign in to go on.')
    expect(calls).toEqual(['old', 'new'])
    expect(session.end).toHaveBeenCalledExactlyOnceWith('lost')
  })

  it('is not repeated when the session has ended meanwhile', async () => {
    const { client, calls } = setUp('none', null)
    await expect(client.hello.query()).rejects.toThrow('Sign in to go on.')
    expect(calls).toEqual(['old'])
  })

  it('is made once when it is accepted', async () => {
    const { client, calls } = setUp('old')
    expect(await client.hello.query()).toBe('hello')
    expect(calls).toEqual(['old'])
  })
})
