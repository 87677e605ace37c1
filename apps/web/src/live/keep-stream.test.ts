import { onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepStream, type OpenStream, RETRY_MS } from './keep-stream.ts'

type Events = Parameters<OpenStream>[0]

let opened: { on: Events; closed: boolean }[]
let stop: () => void
const onCount = vi.fn<(unread: number, isNews: boolean) => void>()
const onOrders = vi.fn()
const onLive = vi.fn<(isLive: boolean) => void>()

beforeEach(() => {
  vi.useFakeTimers()
  opened = []
  onCount.mockClear()
  onOrders.mockClear()
  onLive.mockClear()
  // In the middle of what is waited more or less.
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  show('visible')
  stop = keepStream(
    on => {
      const stream = { on, closed: false }
      opened.push(stream)
      return {
        unsubscribe: () => {
          stream.closed = true
        },
      }
    },
    { onCount, onOrders, onLive },
  )
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function show(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

function stream(index: number): { on: Events; closed: boolean } {
  const found = opened[index]
  if (!found) throw new Error(`There is no stream ${index}`)
  return found
}

it('without a connection there is no stream, and a new one as soon as there is', () => {
  onlineManager.setOnline(false)
  expect(stream(0).closed).toBe(true)
  expect(onLive).toHaveBeenLastCalledWith(false)
  show('hidden')
  show('visible')
  expect(opened).toHaveLength(1)
  onlineManager.setOnline(true)
  expect(opened).toHaveLength(2)
})

describe('watching unread notices', () => {
  it('takes the first count of each connection for what was there, and the next for news', () => {
    const { on } = stream(0)
    on.onConnected()
    on.onCount(2)
    on.onCount(3)
    on.onTrouble()
    on.onConnected()
    on.onCount(3)
    expect(onCount.mock.calls).toEqual([
      [2, false],
      [3, true],
      [3, false],
    ])
    expect(onLive.mock.calls).toEqual([[true], [false], [true]])
    expect(opened).toHaveLength(1)
  })

  it('takes each connection for a change of orders, for one may have been missed before it', () => {
    const { on } = stream(0)
    on.onConnected()
    expect(onOrders).toHaveBeenCalledOnce()
    on.onOrders()
    expect(onOrders).toHaveBeenCalledTimes(2)
    on.onTrouble()
    on.onConnected()
    expect(onOrders).toHaveBeenCalledTimes(3)
  })

  it('opens another stream a while after one was rejected', () => {
    stream(0).on.onEnd()
    expect(onLive).toHaveBeenLastCalledWith(false)
    vi.advanceTimersByTime(RETRY_MS - 1)
    expect(opened).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(opened).toHaveLength(2)
  })

  it('has no stream while its tab is hidden', () => {
    show('hidden')
    expect(stream(0).closed).toBe(true)
    stream(0).on.onCount(9)
    expect(onCount).not.toHaveBeenCalled()
    show('visible')
    expect(opened).toHaveLength(2)
    show('visible')
    expect(opened).toHaveLength(2)
  })

  it('tries at once when its tab is shown again after a rejection', () => {
    stream(0).on.onEnd()
    show('visible')
    expect(opened).toHaveLength(2)
    vi.advanceTimersByTime(RETRY_MS)
    expect(opened).toHaveLength(2)
  })

  it('ends with its caller, whatever state it is in', () => {
    stop()
    expect(stream(0).closed).toBe(true)
    show('hidden')
    show('visible')
    expect(opened).toHaveLength(1)
  })

  it('does not try again after its end', () => {
    stream(0).on.onEnd()
    stop()
    vi.advanceTimersByTime(RETRY_MS)
    expect(opened).toHaveLength(1)
  })
})
