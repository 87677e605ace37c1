import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerSignIn } from './register.ts'
import { verifyIdentity } from './verify-identity.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

let count = 0
function newUser() {
  count += 1
  return { email: `Register-${count}-${process.pid}@Example.test`, password: 'second-ring', displayName: 'Ana' }
}

describe('register', () => {
  it('makes a record with the provider’s email, normalised, and the chosen role', async () => {
    const who = newUser()
    const { idToken } = await market.identity.signUp(who)
    const { account, created } = await market.anonymous().accounts.register({ idToken, name: ' Ana ', role: 'SELLER' })
    expect(created).toBe(true)
    expect(account).toMatchObject({ email: who.email.toLowerCase(), name: 'Ana', role: 'SELLER', verified: false })
    const entry = await market.database.auditEntry.findFirst({
      where: { subjectId: account.id, action: 'account.register' },
    })
    expect(entry).toMatchObject({ action: 'account.register', actorId: account.id })
  })

  it('changes nothing the second time: a buyer does not become a seller', async () => {
    const { idToken } = await market.identity.signUp(newUser())
    const first = await market.anonymous().accounts.register({ idToken, name: 'Ana', role: 'BUYER' })
    const second = await market.anonymous().accounts.register({ idToken, name: 'Bea', role: 'SELLER' })
    expect(second).toEqual({ account: first.account, created: false })
  })

  it('makes one record of ten requests at once', async () => {
    const { idToken } = await market.identity.signUp(newUser())
    const register = () => market.anonymous().accounts.register({ idToken, name: 'Ana', role: 'BUYER' })
    const results = await Promise.all(Array.from({ length: 10 }, register))
    expect(new Set(results.map(result => result.account.id)).size).toBe(1)
    expect(results.filter(result => result.created)).toHaveLength(1)
  })

  it('makes none of a sign-in that another call has cleared meanwhile: it would be nobody’s', async () => {
    const email = newUser().email.toLowerCase()
    const { idToken, uid } = await market.identity.signInWithGoogle({ sub: email, email, name: 'Ana' })
    const signIn = await verifyIdentity(market.platform, idToken)
    await market.identity.deleteAccount(uid)
    const late = registerSignIn(market.platform, { signIn, name: 'Ana', role: 'BUYER' })
    await expect(late).rejects.toMatchObject({ code: 'SIGN_IN_AGAIN' })
    expect(await market.database.user.count({ where: { email } })).toBe(0)
  })

  it('refuses an email that another account has', async () => {
    const who = newUser()
    await market.user({ email: who.email.toLowerCase(), role: 'ADMIN' })
    const { idToken } = await market.identity.signUp(who)
    await expect(market.anonymous().accounts.register({ idToken, name: 'Ana', role: 'BUYER' })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
  })

  it('refuses a token that proves nobody', async () => {
    await expect(
      market.anonymous().accounts.register({ idToken: 'x.y.z', name: 'Ana', role: 'BUYER' }),
    ).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('does not bring a deleted account back', async () => {
    const { idToken } = await market.identity.signUp(newUser())
    const { account } = await market.anonymous().accounts.register({ idToken, name: 'Ana', role: 'BUYER' })
    await market.database.user.update({
      where: { id: account.id },
      data: { deletedAt: new Date(), email: null, name: '' },
    })
    await expect(market.anonymous().accounts.register({ idToken, name: 'Ana', role: 'BUYER' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })
})
