import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attackOn } from '../wire/attack-on.ts'
import { type Person, usersOf } from '../wire/users.ts'

let market: Market
let attack: ReturnType<typeof attackOn>
let admin: Person
beforeAll(async () => {
  market = await createMarket({ webhooks: false, statementTimeoutMs: 500 })
  attack = attackOn(market)
  admin = await usersOf(market).person('ADMIN')
})
afterAll(() => market.close())

async function found(search: string): Promise<string[]> {
  const { data, status, text } = await attack.rpc(
    'accounts.list',
    { role: 'BUYER', search, limit: 100 },
    { as: admin.as },
  )
  expect(status, text).toBe(200)
  return (data as { items: { name: string }[] }).items.map(({ name }) => name)
}

const signs = [
  '%',
  '_',
  '\\',
  "'",
  '"',
  ':*',
  '&|!',
  '%%',
  '\\%',
  "';--",
  "' OR '1'='1",
  '*',
  '.*',
  '(',
  '[',
  '$1',
  '{}',
  '--',
  '/*',
  '<>',
  '\\\\',
  '||',
  '@@',
  ';',
]

describe('a search', () => {
  it.each(signs)('A62 for %s is taken literally', async sign => {
    const odd = `Odd ${sign} one`
    await market.user({ name: odd })
    await market.user({ name: 'Plain' })
    const names = await found(sign)
    expect(names).toContain(odd)
    expect(names.filter(name => !name.includes(sign))).toEqual([])
    const longer = `Odd ${sign}`
    expect((await found(longer)).filter(name => !name.includes(longer))).toEqual([])
  })

  it.each(signs)('A62 of the audit for %s is taken literally', async sign => {
    const { data, status } = await attack.rpc('audit.list', { action: sign }, { as: admin.as })
    expect(status).toBe(200)
    expect(data).toEqual({ items: [], nextCursor: null })
    const csv = await attack.send('GET', `/audit.csv?action=${encodeURIComponent(sign)}`, { as: admin.as })
    expect(csv.status).toBe(200)
    expect(csv.text.trim().split('\n')).toHaveLength(1)
  })

  it('A62 that no index helps, as one for two characters, does not go through everyone', async () => {
    const ages = Array.from({ length: 1000 }, (_, n) => n)
    await market.database.user.createMany({
      data: [
        { identityUid: 'old', email: 'old@example.test', name: 'Zzyzx', role: 'BUYER', createdAt: new Date(0) },
        ...ages.map(n => ({
          identityUid: `new-${n}`,
          email: `new-${n}@example.test`,
          name: 'New',
          role: 'BUYER' as const,
        })),
      ],
    })
    await market.user({ name: 'Izzy' })
    for (const short of ['zz', 'ZZ', '%%', ' z', 'z']) expect(await found(short)).not.toContain('Zzyzx')
    expect(await found('zz')).toEqual(['Izzy'])
    for (const long of ['zzy', 'Zzyzx', 'zyzx']) expect(await found(long)).toContain('Zzyzx')
  })

  it('A62 that is slow is ended by a time-out of its statement, and answered with when to try again', async () => {
    const unlock = await lockUsers()
    try {
      const slow = await Promise.all([
        attack.rpc('accounts.list', { role: 'BUYER', search: 'slow' }, { as: admin.as }),
        attack.send('GET', '/users/Buyer', { as: admin.as }),
        attack.send('GET', '/audit.csv', { as: admin.as }),
      ])
      for (const { status, headers } of slow) {
        expect(status).toBe(503)
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      }
      expect((await attack.send('GET', '/categories')).status).toBe(200)
    } finally {
      await unlock()
    }
    expect((await attack.send('GET', '/users/Buyer', { as: admin.as })).status).toBe(200)
  })
})

/** Makes every statement about people wait. @returns lets them go on */
async function lockUsers(): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>()
  const holding = market.database.$transaction(async tx => {
    await tx.$executeRaw`LOCK TABLE users IN ACCESS EXCLUSIVE MODE`
    isLocked()
    await released
  })
  await Promise.race([locked, holding])
  return async () => {
    release()
    await holding
  }
}

describe('a search of listings', () => {
  it.each(signs)(
    'A62 for %s is no command: it finds what holds the words beside it, and nothing by itself',
    async sign => {
      const word = `odd${signs.indexOf(sign)}`
      const { id } = await market.listing({ productName: `Plain ${word}` })
      const ask = async (text: string) => {
        const { status, data, text: answer } = await attack.rpc('search.listings', { text, exact: true })
        expect(status, answer).toBe(200)
        return (data as { items: { id: string }[] }).items.map(item => item.id)
      }
      // '$1' holds a word: '1'.
      if (!/[a-z0-9]/i.test(sign)) expect(await ask(sign)).toEqual([])
      if (!/[a-z0-9]/i.test(sign)) expect(await ask(`${sign}${word}${sign}`)).toEqual([id])
      for (const path of ['search.listings', 'search.facets', 'search.suggest']) {
        const input = path === 'search.suggest' ? { text: sign } : { text: sign, location: sign }
        expect((await attack.rpc(path, input)).status).toBe(200)
      }
    },
  )

  it.each([
    { text: 'a\0' },
    { location: '\0' },
    { text: { not: '' } },
    { text: ['a'] },
    { conditions: 'GOOD' },
    { categoryId: {} },
  ])('A62 %j is refused', async input => {
    await attack.refused(() => attack.rpc('search.listings', input), 400)
    await attack.refused(() => attack.rpc('search.facets', input), 400)
  })
})
