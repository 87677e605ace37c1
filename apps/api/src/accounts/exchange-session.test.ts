import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let market: Market
let now = new Date()
beforeAll(async () => {
  market = await createMarket({ clock: { now: () => now } })
})
afterAll(() => market.close())

async function signUp(name: string) {
  const email = `${name}-${process.pid}@example.test`
  const { idToken } = await market.identity.signUp({ email, password: 'second-ring', displayName: name })
  return idToken
}

async function me(authorization: string): Promise<number> {
  const response = await fetch(`${market.url}/trpc/accounts.me`, { headers: { authorization } })
  await response.body?.cancel()
  return response.status
}

describe('exchanging a session', () => {
  it('gives a token of an hour that opens protected calls', async () => {
    const idToken = await signUp('exchange')
    await market.anonymous().accounts.register({ idToken, name: 'Ana', role: 'BUYER' })
    const session = await market.anonymous().accounts.exchange({ idToken })
    expect(session.account).toMatchObject({ name: 'Ana', role: 'BUYER' })
    expect(Date.parse(session.expiresAt) - now.getTime()).toBeGreaterThan(3_598_000)
    expect(await me(`bearer ${session.accessToken}`)).toBe(200)
    expect(await me(`Bearer ${idToken}`)).toBe(401)
    const started = now
    now = new Date(started.getTime() + 3_601_000)
    expect(await me(`Bearer ${session.accessToken}`)).toBe(401)
    now = started
  })

  it('asks a user whom only the provider knows to sign up', async () => {
    const idToken = await signUp('stranger')
    await expect(market.anonymous().accounts.exchange({ idToken })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      cause: { code: 'ACCOUNT_MISSING' },
    })
  })

  it('refuses a product token in the place of the provider’s', async () => {
    const { id } = await market.user()
    const accessToken = market.tokenOf(id)
    await expect(market.anonymous().accounts.exchange({ idToken: accessToken })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    })
  })

  it('cuts a deleted user off at the next call', async () => {
    const { id } = await market.user()
    const caller = market.as(id)
    await expect(caller.accounts.me()).resolves.toMatchObject({ id })
    await market.database.user.update({ where: { id }, data: { deletedAt: new Date(), email: null, name: '' } })
    await expect(caller.accounts.me()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('takes the role from the database at every call', async () => {
    const { id } = await market.user({ role: 'BUYER' })
    const caller = market.as(id)
    await expect(caller.listings.mine({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await market.database.user.update({ where: { id }, data: { role: 'SELLER' } })
    await expect(caller.listings.mine({})).resolves.toEqual({ items: [], nextCursor: null })
  })
})
