import { execFile } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const script = join(dirname(fileURLToPath(import.meta.url)), '../../../../../docs/rest-client.sh')

let market: Market
beforeAll(async () => {
  market = await createMarket({ takesPictures: true })
})
afterAll(() => market.close())

/** Runs the example as it stands; it fails with what the script says, where a program that it needs is missing too. */
async function run(path: string, at = market): Promise<string> {
  const env = { PATH: path, BASE_URL: at.url }
  const { stdout } = await promisify(execFile)('/bin/bash', [script], { env, timeout: 25_000 })
  return stdout
}

describe('docs/rest-client.sh', () => {
  it('says what to do in a market without categories', async () => {
    const empty = await createMarket({ takesPictures: true })
    const path = [dirname(process.execPath), process.env.PATH].join(delimiter)
    try {
      await expect(run(path, empty)).rejects.toThrow('has no category yet')
    } finally {
      await empty.close()
    }
  })

  it('signs up, posts, advertises, books, pays and deletes, as often as it is run', { timeout: 60_000 }, async () => {
    await market.category()
    const path = [dirname(process.execPath), process.env.PATH].join(delimiter)
    for (const times of [1, 2]) {
      const bookingId = /Order (\S+) is paid: true\n$/.exec(await run(path))?.[1] ?? ''
      const order = await market.database.order.findUniqueOrThrow({ where: { id: bookingId } })
      expect(order).toMatchObject({ state: 'PAID', priceCents: 24_999 })
      const states = await market.database.listing.findMany({ orderBy: { state: 'asc' }, select: { state: true } })
      expect(states.filter(({ state }) => state === 'SOLD')).toHaveLength(times)
      expect(states.filter(({ state }) => state === 'REMOVED')).toHaveLength(times)
    }
  })

  it('names what it needs where it is missing', async () => {
    await expect(run('/nowhere')).rejects.toThrow('rest-client.sh needs curl, which is not on the PATH.')
  })
})
