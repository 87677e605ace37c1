import { timesOf } from '@second-ring/testkit'
import { describe, expect, it } from 'vitest'
import { runModel } from './run-model.ts'

/** A hundred sequences, as in the long form, take a minute on two free cores, and several where others work too. */
const TIMEOUT_MS = 5 * 60_000

describe('the market', { timeout: TIMEOUT_MS }, () => {
  const seen = new Set<string>()

  // `pnpm chaos` makes many more, from a seed of its own each time.
  it.each([20_261, 20_262, 20_263])(
    'answers and looks as the model says after every random move, seed %i',
    async seed => {
      const { moves, ended } = await runModel({ seed, sequences: timesOf(100) })
      expect(moves).toBeGreaterThan(400)
      for (const state of ended) seen.add(state)
    },
  )

  it('comes to every state of a claimed deal in them', () => {
    expect([...seen]).toEqual(expect.arrayContaining(['CLAIMED', 'RETURNING', 'PARTLY_REFUNDED']))
  })
})
