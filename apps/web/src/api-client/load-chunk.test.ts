import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CHUNK_TIMEOUT_MS, isChunkTimeout, loadChunk } from './load-chunk.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a part of the site’s code', () => {
  it('is given when it arrives, and no timer stays behind', async () => {
    expect(await loadChunk(async () => 'code')).toBe('code')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is waited for during two minutes, and no longer', async () => {
    expect(CHUNK_TIMEOUT_MS).toBe(120_000)
    const outcome = loadChunk(() => new Promise(() => undefined)).catch((error: unknown) => error)
    const settled = vi.fn()
    void outcome.then(settled)
    await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS - 1)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(isChunkTimeout(await outcome)).toBe(true)
    expect(await outcome).toMatchObject({ message: expect.stringContaining('takes too long') })
  })

  it('that cannot be had says so at once', async () => {
    await expect(loadChunk(() => Promise.reject(new TypeError('gone')))).rejects.toThrow('gone')
    expect(vi.getTimerCount()).toBe(0)
  })
})
