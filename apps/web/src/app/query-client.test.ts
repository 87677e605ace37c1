import { MutationObserver, onlineManager } from '@tanstack/react-query'
import { TRPCClientError } from '@trpc/client'
import { afterEach, describe, expect, it } from 'vitest'
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
