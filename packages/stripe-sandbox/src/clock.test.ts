import { expect, test, vi } from 'vitest'
import { advancingClock, systemClock } from './clock.ts'
import { sandboxControls } from './controls/sandbox-controls.ts'
import { ManualClock } from './testing/manual-clock.ts'
import { SECRET_KEY, startSandbox } from './testing/start-sandbox.ts'

const HOUR_MS = 60 * 60 * 1000

test('a clock that is moved on calls what is due, the earliest first, and keeps the rest waiting', () => {
  const base = new ManualClock()
  const clock = advancingClock(base)
  const called: string[] = []
  clock.after(2 * HOUR_MS, () => called.push('second'))
  clock.after(HOUR_MS, () => called.push('first'))
  clock.after(3 * HOUR_MS, () => called.push('third'))
  clock.after(HOUR_MS, () => called.push('never'))()
  const before = clock.now()
  clock.advance(2 * HOUR_MS)
  expect(called).toEqual(['first', 'second'])
  expect(clock.now() - before).toBe(2 * HOUR_MS)
  expect(base.waits()).toEqual([HOUR_MS])
  base.advance(HOUR_MS)
  expect(called).toEqual(['first', 'second', 'third'])
})

test('the system’s clock waits longer than its timers can', () => {
  vi.useFakeTimers()
  try {
    const callback = vi.fn()
    systemClock.after(60 * 24 * HOUR_MS, callback)
    systemClock.after(60 * 24 * HOUR_MS, callback)()
    vi.advanceTimersByTime(60 * 24 * HOUR_MS - 1)
    expect(callback).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(callback).toHaveBeenCalledTimes(1)
  } finally {
    vi.useRealTimers()
  }
})

test('a test call moves the sandbox’s clock', async () => {
  const sandbox = await startSandbox()
  const controls = sandboxControls({ url: sandbox.url, secretKey: SECRET_KEY })
  const create = () => sandbox.stripe.paymentIntents.create({ amount: 5000, currency: 'usd' })
  const first = await create()
  await controls.advanceClock(3600)
  expect((await create()).created - first.created).toBeGreaterThanOrEqual(3600)
})
