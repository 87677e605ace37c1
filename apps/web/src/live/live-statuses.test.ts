import { expect, it } from 'vitest'
import { createLiveStatuses, HOLD_MS } from './live-statuses.ts'

const at = (state: 'AVAILABLE' | 'RESERVED') => ({ id: 'a', state, resalePriceCents: 100 })

function standingsAt() {
  let time = 0
  const liveStatuses = createLiveStatuses(() => time)
  return {
    liveStatuses,
    state: () => liveStatuses.of('a')?.state,
    wait: (ms: number) => {
      time += ms
    },
    now: () => time,
  }
}

it('an answer that was asked for before the event does not take its place', () => {
  const { liveStatuses, state, wait, now } = standingsAt()
  const asked = now()
  wait(10)
  liveStatuses.tell([at('RESERVED')])
  wait(60_000)
  liveStatuses.learn([at('AVAILABLE')], asked)
  expect(state()).toBe('RESERVED')
})

it('an answer that was asked for later takes its place, once every process of the server has heard of the event', () => {
  const { liveStatuses, state, wait, now } = standingsAt()
  liveStatuses.tell([at('AVAILABLE')])
  wait(HOLD_MS - 1)
  liveStatuses.learn([at('RESERVED')], now())
  expect(state()).toBe('AVAILABLE')
  wait(1)
  liveStatuses.learn([at('RESERVED')], now())
  expect(state()).toBe('RESERVED')
})

it('while the stream is cut every answer that is asked for takes its place, and the latest question wins', () => {
  const { liveStatuses, state, wait, now } = standingsAt()
  liveStatuses.tell([at('AVAILABLE')])
  wait(1)
  liveStatuses.release()
  const [first, second] = [now(), now() + 5]
  liveStatuses.learn([at('RESERVED')], second)
  liveStatuses.learn([at('AVAILABLE')], first)
  expect(state()).toBe('RESERVED')
  liveStatuses.tell([at('AVAILABLE')])
  expect(state()).toBe('AVAILABLE')
})

it('of listings that no stream has told of, answers are kept where they are', () => {
  const { liveStatuses, state, now } = standingsAt()
  liveStatuses.learn([at('RESERVED')], now())
  expect(state()).toBeUndefined()
})
