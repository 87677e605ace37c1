import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query'
import { TRPCClientError } from '@trpc/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient, retryDelay } from './query-client.ts'

function refusal(httpStatus: number) {
  return new TRPCClientError('refused', { result: { error: { data: { httpStatus } } } } as never)
}

describe('retries', () => {
  const { retry, gcTime } = createQueryClient().getDefaultOptions().queries ?? {}
  const again = (failures: number, error: Error) => typeof retry === 'function' && retry(failures, error)

  it('tries three times more when there was no answer', () => {
    const offline = new TRPCClientError('Failed to fetch')
    expect([0, 1, 2, 3].map(failures => again(failures, offline))).toEqual([true, true, true, false])
  })

  it.each([500, 503, 429])('tries again on %d', status => expect(again(0, refusal(status))).toBe(true))
  it.each([400, 401, 403, 404, 409])('takes %d as final', status => expect(again(0, refusal(status))).toBe(false))

  it('waits twice as long each time, thirty seconds at most', () => {
    expect([0, 1, 2, 4, 5, 10].map(retryDelay)).toEqual([1000, 2000, 4000, 16_000, 30_000, 30_000])
  })

  it('keeps unused data for five minutes', () => expect(gcTime).toBe(300_000))
})

describe('without a network', () => {
  afterEach(() => onlineManager.setOnline(true))

  it('a fetch and an act fail at once, and nothing is done later', async () => {
    onlineManager.setOnline(false)
    const client = createQueryClient()
    const fail = () => Promise.reject(new Error('Network Error'))
    await expect(client.fetchQuery({ queryKey: ['a'], queryFn: fail })).rejects.toThrow('Network Error')
    await expect(new MutationObserver(client, { mutationFn: fail }).mutate()).rejects.toThrow('Network Error')
  })
})

describe('after a mutation', () => {
  /** A client with three queries on the screen, each of which was fetched once; mutations that end when they are told to. */
  async function client() {
    const client = createQueryClient()
    const fetched: string[] = []
    let hold: Promise<void> | undefined
    for (const path of ['search.saved', 'orders.mine', 'orders.details']) {
      const queryFn = async () => {
        await hold
        fetched.push(path)
        return path
      }
      new QueryObserver(client, { queryKey: [path.split('.'), { type: 'query' }], queryFn }).subscribe(() => undefined)
    }
    await vi.waitFor(() => expect(fetched).toHaveLength(3))
    fetched.length = 0
    const mutate = (path: string, mutationFn: () => Promise<unknown>, meta = {}) =>
      new MutationObserver(client, { mutationKey: [path.split('.')], mutationFn, meta }).mutate()
    const holdReads = () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      hold = promise
      return resolve
    }
    return { fetched, mutate, holdReads }
  }
  const succeed = async () => 'done'
  const fail = () => Promise.reject(refusal(409))

  it('what it may have changed is read again before it ends, and nothing else', async () => {
    const { fetched, mutate } = await client()
    await mutate('search.save', succeed)
    expect(fetched).toEqual(['search.saved'])
  })

  it('that failed too, which nobody waits for', async () => {
    const { fetched, mutate, holdReads } = await client()
    const release = holdReads()
    await expect(mutate('search.save', fail)).rejects.toThrow()
    release()
    await vi.waitFor(() => expect(fetched).toEqual(['search.saved']))
  })

  it('in the background nobody waits for what is read again', async () => {
    const { fetched, mutate, holdReads } = await client()
    const release = holdReads()
    await mutate('search.save', succeed, { inBackground: true })
    expect(fetched).toEqual([])
    release()
    await vi.waitFor(() => expect(fetched).toEqual(['search.saved']))
  })

  it('of several of one kind it is read again once, after the last', async () => {
    const { fetched, mutate } = await client()
    const last = Promise.withResolvers<void>()
    const both = [mutate('search.mute', succeed), mutate('search.mute', () => last.promise)]
    await both[0]
    expect(fetched).toEqual([])
    last.resolve()
    await both[1]
    expect(fetched).toEqual(['search.saved'])
  })
})
