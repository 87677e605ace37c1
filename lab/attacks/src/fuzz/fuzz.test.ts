import { createMarket, type Market, timesOf } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readFuzzSeed } from '../env.ts'
import { steadyGrowth } from './memory.ts'
import { withRoutes } from './route-table.ts'
import { runFuzz } from './run-fuzz.ts'
import type { Statistics } from './statistics.ts'
import { type Target, targetsOf } from './targets.ts'

const ROUNDS = 6
const PER_TARGET = timesOf(18)
/** Rounds after which what is made once, such as prepared statements, is there. */
const WARM_UP = 2
const GROWTH_MAX_MB = 48

let market: Market
let targets: Target[]
let figures: Statistics
beforeAll(async () => {
  const { opened, routes } = await withRoutes(() =>
    createMarket({ webhooks: false, takesPictures: true, accountLimits: 'all=1000000' }),
  )
  market = opened
  targets = targetsOf(routes)
  const goesOn = ({ rounds }: Statistics) => rounds < ROUNDS
  figures = await runFuzz({ market, targets, seed: readFuzzSeed(), perTarget: PER_TARGET, perLeaf: 1, goesOn })
}, 240_000)
afterAll(() => market.close())

describe('generated input for every procedure and every path', () => {
  it('is answered, never with a 5xx, with the inside or too late', () => {
    const told = figures.violations.map(({ wire, ...of }) => ({ ...of, ...wire, body: wire.body?.slice(0, 500) }))
    expect(told, `seed ${figures.seed}`).toEqual([])
    expect(figures.total.inputs).toBeGreaterThan(ROUNDS * targets.length * PER_TARGET)
  })

  it('is for all that the product describes, and for what the router has, a stream too', async () => {
    const response = await fetch(`${market.url}/openapi.json`)
    const { paths } = (await response.json()) as { paths: Record<string, object> }
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(method => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    )
    expect(described.length).toBeGreaterThan(15)
    expect(Object.keys(figures.byTarget)).toEqual(expect.arrayContaining(described))
    expect(Object.keys(figures.byTarget)).toEqual(expect.arrayContaining(['GET /live', 'orders.place', 'GET /readyz']))
  })

  it('gets behind the checks often enough', () => {
    // What the image host answers stands behind no check of the product, and takes no JSON.
    const own = targets.map(({ name }) => name).filter(name => !/ \/(?:images|1\/upload)/.test(name))
    const never = own.filter(name => figures.byTarget[name]?.accepted === 0)
    expect(never.length, `never accepted: ${never}`).toBeLessThanOrEqual(own.length * 0.1)
    expect(figures.good.accepted / figures.good.inputs).toBeGreaterThan(0.35)
  })

  it('leaves memory where it was', () => {
    expect(steadyGrowth(figures.held.slice(WARM_UP)), `${figures.held}`).toBeLessThan(GROWTH_MAX_MB)
  })

  it('leaves the books in order', async () => {
    expect(await market.checkLedger()).toEqual([])
  })
})
