import { expect, it } from 'vitest'
import { createStandings, HOLD_MS } from './standings.ts'

const at = (state: 'AVAILABLE' | 'RESERVED') => ({ id: 'a', state, resalePriceCents: 100 })

function standingsAt() {
  let time = 0
  const standings = createStandings(() => time)
  return {
    standings,
    state: () => standings.of('a')?.state,
    wait: (ms: number) => {
      time += ms
    },
    now: () => time,
  }
}

it('an answer that was asked for before the event does not take its place', () => {
  const { standings, state, wait, now } = standingsAt()
  const asked = now()
  wait(10)
  standings.tell([at('RESERVED')])
  wait(60_000)
  standings.learn([at('AVAILABLE')], asked)
  expect(state()).toBe('RESERVED')
})

it('an answer that was asked for later takes its place, once every process of the server has heard of the event', () => {
  const { standings, state, wait, now } = standingsAt()
  standings.tell([at('AVAILABLE')])
  wait(HOLD_MS - 1)
  standings.learn([at('RESERVED')], now())
  expect(state()).toBe('AVAILABLE')
  wait(1)
  standings.learn([at('RESERVED')], now())
  expect(state()).toBe('RESERVED')
})

it('while the stream is cut every answer that is asked for takes its place, and the latest question wins', () => {
  const { standings, state, wait, now } = standingsAt()
  standings.tell([at('AVAILABLE')])
  wait(1)
  standings.release()
  const [first, second] = [now(), now() + 5]
  standings.learn([at('RESERVED')], second)
  standings.learn([at('AVAILABLE')], first)
  expect(state()).toBe('RESERVED')
  standings.tell([at('AVAILABLE')])
  expect(state()).toBe('AVAILABLE')
})

it('of listings that no stream has told of, answers are kept where they are', () => {
  const { standings, state, now } = standingsAt()
  standings.learn([at('RESERVED')], now())
  expect(state()).toBeUndefined()
})
