import { createTRPCClient, TRPCClientError, type TRPCLink } from '@trpc/client'
import { initTRPC } from '@trpc/server'
import { observable } from '@trpc/server/observable'
import { describe, expect, it, vi } from 'vitest'
import { askForFactor, offerFactor } from './ask-for-factor.ts'
import { FactorDismissed, proveAndFetchAgain } from './prove-and-fetch-again.ts'
import { proveAndRepeat } from './prove-and-repeat.ts'

const trpc = initTRPC.create()
const router = trpc.router({
  remove: trpc.procedure.input((input: unknown) => input as { idempotencyKey: string }).mutation(() => 'removed'),
})
type Router = typeof router

function setUp({ proves, accepts = proves }: { proves: boolean; accepts?: boolean }) {
  const calls: unknown[] = []
  const ask = vi.fn(async () => proves)
  const server: TRPCLink<Router> =
    () =>
    ({ op }) =>
      observable(observer => {
        calls.push(op.input)
        if (accepts && calls.length > 1) {
          observer.next({ result: { data: 'removed' } })
          observer.complete()
        } else {
          const error = { data: { domainCode: 'FACTOR_REQUIRED', httpStatus: 403 } }
          observer.error(new TRPCClientError('Prove first that it is you.', { result: { error } } as never))
        }
      })
  return { client: createTRPCClient<Router>({ links: [proveAndRepeat(ask), server] }), calls, ask }
}

const input = { idempotencyKey: 'k' }

describe('a call that asks for the second factor', () => {
  it('is repeated once it is proven, under the same key', async () => {
    const { client, calls, ask } = setUp({ proves: true })
    expect(await client.remove.mutate(input)).toBe('removed')
    expect(calls).toEqual([input, input])
    expect(ask).toHaveBeenCalledTimes(1)
  })

  it('fails with its own message when it is not proven', async () => {
    const { client, calls } = setUp({ proves: false })
    await expect(client.remove.mutate(input)).rejects.toThrow('Prove first that it is you.')
    expect(calls).toHaveLength(1)
  })

  it('is repeated once alone', async () => {
    const { client, calls, ask } = setUp({ proves: true, accepts: false })
    await expect(client.remove.mutate(input)).rejects.toThrow('Prove first that it is you.')
    expect([calls.length, ask.mock.calls.length]).toEqual([2, 1])
  })
})

describe('a request that asks for it', () => {
  const refusal = (code: string) => Response.json({ message: 'No.', code }, { status: 403 })

  it('is sent again once it is proven', async () => {
    const send = vi.fn<() => Promise<Response>>()
    send.mockResolvedValueOnce(refusal('FACTOR_REQUIRED')).mockResolvedValueOnce(new Response('file'))
    expect(await (await proveAndFetchAgain(send, async () => true)()).text()).toBe('file')
  })

  it('ends when it is not, and is answered as it was when something else is missing', async () => {
    const ask = vi.fn(async () => false)
    const dismissed = proveAndFetchAgain(async () => refusal('FACTOR_REQUIRED'), ask)()
    await expect(dismissed).rejects.toThrow(FactorDismissed)
    const answer = await proveAndFetchAgain(async () => refusal('FORBIDDEN'), ask)()
    expect(await answer.json()).toMatchObject({ code: 'FORBIDDEN' })
    expect(ask).toHaveBeenCalledTimes(1)
  })
})

describe('asking', () => {
  it('is once for all who ask meanwhile, and in vain where nothing can ask', async () => {
    expect(await askForFactor()).toBe(false)
    const shown: ((isProven: boolean) => void)[] = []
    const end = offerFactor(answer => shown.push(answer))
    const both = [askForFactor(), askForFactor()]
    expect(shown).toHaveLength(1)
    shown[0]?.(true)
    expect(await Promise.all(both)).toEqual([true, true])
    end()
    expect(await askForFactor()).toBe(false)
  })
})
