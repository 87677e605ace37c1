import { onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followConnection, LOOK_AGAIN_MS, lookForServer } from './connection.ts'

const server = vi.fn<() => Promise<Response>>()
const healthy = async () => Response.json({ status: 'ok' })
const away = () => Promise.reject(new TypeError('Failed to fetch'))

beforeEach(() => {
  vi.useFakeTimers()
  server.mockReset().mockImplementation(healthy)
  vi.stubGlobal('fetch', server)
})
afterEach(async () => {
  server.mockImplementation(healthy)
  await lookForServer()
  vi.useRealTimers()
})

it('a server that answers is in reach, also in trouble, and whatever the browser says of its network', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(await lookForServer()).toBe(true)
  server.mockResolvedValueOnce(Response.json({}, { status: 503 }))
  expect(await lookForServer()).toBe(true)
  expect(onlineManager.isOnline()).toBe(true)
})

it('the sign-in page of a public network is no answer', async () => {
  server.mockResolvedValueOnce(new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } }))
  expect(await lookForServer()).toBe(false)
})

it('out of reach it is looked for now and then until it is back', async () => {
  server.mockImplementation(away)
  expect(await lookForServer()).toBe(false)
  expect(onlineManager.isOnline()).toBe(false)
  await vi.advanceTimersByTimeAsync(3 * LOOK_AGAIN_MS)
  expect(server).toHaveBeenCalledTimes(4)
  server.mockImplementation(healthy)
  await vi.advanceTimersByTimeAsync(LOOK_AGAIN_MS)
  expect(onlineManager.isOnline()).toBe(true)
  await vi.advanceTimersByTimeAsync(3 * LOOK_AGAIN_MS)
  expect(server).toHaveBeenCalledTimes(5)
})

it('it is looked for once when many ask, and at each change of the network', async () => {
  followConnection()
  const unsubscribe = onlineManager.subscribe(() => undefined)
  await Promise.all([lookForServer(), lookForServer()])
  expect(server).toHaveBeenCalledOnce()
  server.mockImplementation(away)
  dispatchEvent(new Event('offline'))
  await vi.advanceTimersByTimeAsync(0)
  expect(onlineManager.isOnline()).toBe(false)
  server.mockImplementation(healthy)
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(onlineManager.isOnline()).toBe(true)
  unsubscribe()
})
