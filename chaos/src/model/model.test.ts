import { describe, expect, it } from 'vitest'
import { runModel } from './run-model.ts'

describe('the market', () => {
  // `pnpm chaos` makes many more, from a seed of its own each time.
  it.each([20_261, 20_262, 20_263])(
    'answers and looks as the model says after every random move, seed %i',
    async seed => {
      const { moves } = await runModel({ seed, sequences: 100 })
      expect(moves).toBeGreaterThan(1000)
    },
  )
})
