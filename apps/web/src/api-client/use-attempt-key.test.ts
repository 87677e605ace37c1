import { renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useAttemptKey } from './use-attempt-key.ts'

it('keeps its key while the same is sent again, and takes a new one after success and for another input', async () => {
  const keys: string[] = []
  const send = vi.fn(async ({ idempotencyKey }: { price: number; idempotencyKey: string }) => {
    keys.push(idempotencyKey)
    if (keys.length < 3) throw new Error('No answer')
  })
  const { result, rerender } = renderHook(() => useAttemptKey<{ price: number }, void>(send))
  await expect(result.current({ price: 1 })).rejects.toThrow()
  rerender()
  await expect(result.current({ price: 1 })).rejects.toThrow()
  await result.current({ price: 1 })
  await result.current({ price: 1 })
  await result.current({ price: 2 })
  expect(new Set(keys.slice(0, 3)).size).toBe(1)
  expect(new Set(keys).size).toBe(3)
  expect(keys.every(key => /^[0-9a-f]{32}$/.test(key))).toBe(true)
})

it('shares attempts between components, each under what it is about', async () => {
  const send = vi.fn(async (_: { phone: string; price: number; idempotencyKey: string }) => {
    if (send.mock.calls.length === 1) throw new Error('No answer')
  })
  const shared = { attempts: new Map(), idOf: ({ phone }: { phone: string }) => phone }
  const use = () => renderHook(() => useAttemptKey<{ phone: string; price: number }, void>(send, shared)).result.current
  await expect(use()({ phone: 'a', price: 1 })).rejects.toThrow()
  await use()({ phone: 'b', price: 1 })
  await use()({ phone: 'a', price: 1 })
  const [lost, other, again] = send.mock.calls.map(([{ idempotencyKey }]) => idempotencyKey)
  expect(again).toBe(lost)
  expect(other).not.toBe(lost)
  expect(shared.attempts.size).toBe(0)
})
