import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readFuzzSeed } from '../env.ts'
import { heldBytes } from './memory.ts'
import { type Figures, runFuzz } from './run-fuzz.ts'
import { targets } from './targets.ts'

const MEGABYTE = 1024 * 1024
const ROUNDS = 12

let market: Market
beforeAll(async () => {
  market = await createMarket({ webhooks: false, takesPictures: true })
})
afterAll(() => market.close())

describe('generated input for every procedure and every REST path', () => {
  let figures: Figures
  let grown: number
  beforeAll(async () => {
    const seed = readFuzzSeed()
    let before = 0
    figures = await runFuzz({
      market,
      seed,
      goesOn({ rounds }) {
        // What is made once, such as prepared statements, is there after the first rounds.
        if (rounds === 3) before = heldBytes()
        return rounds < ROUNDS
      },
    })
    grown = heldBytes() - before
  }, 240_000)

  it('is answered, never with a 5xx, with the inside or too late', () => {
    const told = figures.violations.map(({ why, wire, round }) => ({
      why,
      round,
      ...wire,
      body: wire.body?.slice(0, 500),
    }))
    expect(told, `seed ${figures.seed}`).toEqual([])
    expect(figures.inputs).toBeGreaterThan(ROUNDS * 200)
  })

  it('reaches each of them, most of them behind their checks', () => {
    const names = targets().map(({ name }) => name)
    expect(Object.keys(figures.byTarget).sort()).toEqual([...names].sort())
    const succeeded = names.filter(name => figures.byTarget[name]?.['200'] !== undefined)
    expect(succeeded.length, `only ${succeeded}`).toBeGreaterThan(names.length * 0.8)
  })

  it('leaves memory where it was', () => {
    expect(grown).toBeLessThan(64 * MEGABYTE)
  })

  it('leaves the books in order', async () => {
    expect(await market.checkBooks()).toEqual([])
  })
})
