import { poolOf } from '@second-ring/database/pool-of'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { instantOf, instantTypes } from './instant-types.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

const moments = [0, 1, 10, 100, 123, 999, 1000, 61_500, 951_782_400_000, 1_795_244_709_070, 32_503_679_999_999]

it.each(['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/St_Johns'])(
  'a moment is the ISO string that its Date would make, written in the time of %s',
  async zone => {
    const client = await poolOf(market.database).connect()
    try {
      await client.query('BEGIN')
      await client.query("SELECT set_config('timezone', $1, true)", [zone])
      const text = 'SELECT at, 7 AS other FROM unnest($1::timestamptz[]) AS at'
      const dates = moments.map(ms => new Date(ms))
      const { rows } = await client.query({ text, values: [dates], types: instantTypes })
      expect(rows).toEqual(dates.map(date => ({ at: date.toISOString(), other: 7 })))
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  },
)

it('a value without a date is an error', () => {
  expect(() => instantOf('infinity')).toThrow('no date')
  expect(instantOf('0044-03-15 12:00:00+00 BC')).toBe('-000043-03-15T12:00:00.000Z')
})
