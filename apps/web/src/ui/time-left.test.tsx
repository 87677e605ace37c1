import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { describeTimeLeft, TimeLeft } from './time-left.tsx'

const MINUTE = 60_000
const onOver = vi.fn()

beforeEach(() => {
  onOver.mockClear()
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 12) })
})
afterEach(() => vi.useRealTimers())

function show(leftMs: number) {
  render(<TimeLeft until={new Date(Date.now() + leftMs).toISOString()} over="It is over" onOver={onOver} />)
}
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))
const shown = () => screen.getByRole('timer').textContent

it.each([
  [80 * 60 * MINUTE, '3 days 8 h'],
  [48 * 60 * MINUTE, '48 h 0 min'],
  [192.5 * MINUTE, '3 h 12 min'],
  [12.9 * MINUTE, '12 min'],
  [5 * MINUTE, '5:00'],
  [65_000, '1:05'],
  [999, '0:00'],
])('%i ms are told as %s', (milliseconds, words) => {
  expect(describeTimeLeft(milliseconds)).toBe(words)
})

describe('the time that is left', () => {
  it('goes by the minute, and by the second in the last five', () => {
    show(7 * MINUTE + 30_000)
    expect(shown()).toBe('7 min left')
    pass(30_000)
    pass(MINUTE)
    expect(shown()).toBe('6 min left')
    pass(MINUTE)
    expect(shown()).toBe('5:00 left')
    pass(1000)
    expect(shown()).toBe('4:59 left')
  })

  it('is read on demand, never announced', () => {
    show(MINUTE)
    expect(screen.getByRole('timer')).toHaveAttribute('aria-live', 'off')
  })

  it('says that it is over, once, and again while the screen still shows it', () => {
    show(2000)
    pass(1000)
    expect(onOver).not.toHaveBeenCalled()
    pass(1000)
    expect(screen.getByText('It is over')).toBeVisible()
    expect(onOver).toHaveBeenCalledOnce()
    pass(29_000)
    expect(onOver).toHaveBeenCalledOnce()
    pass(1000)
    expect(onOver).toHaveBeenCalledTimes(2)
  })

  it('is over at once when the instant is past', () => {
    show(-MINUTE)
    expect(screen.getByText('It is over')).toBeVisible()
    expect(onOver).toHaveBeenCalledOnce()
  })

  it('leaves no timer behind', () => {
    show(MINUTE)
    expect(vi.getTimerCount()).toBe(1)
    cleanup()
    expect(vi.getTimerCount()).toBe(0)
  })
})
