import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimsOf, signed, unsigned } from '../forge/jwt.ts'
import { attackOn } from '../wire/attack-on.ts'
import { usersOf } from '../wire/users.ts'

let market: Market
let attack: ReturnType<typeof attackOn>
let people: ReturnType<typeof usersOf>
beforeAll(async () => {
  market = await createMarket()
  attack = attackOn(market)
  people = usersOf(market)
})
afterAll(() => market.close())

const HOUR_S = 3600

/** Someone with an account, who has just signed in; `idToken` is the provider's. */
async function member() {
  const { email, as } = await people.newcomer()
  const idToken = as.slice('Bearer '.length)
  const { data } = await attack.rpc('accounts.register', { idToken, name: 'Ana', role: 'BUYER' })
  const { account } = data as { account: { id: string } }
  return { id: account.id, email, as, idToken }
}

/** Tries an ID token on every call that takes one, for the person whose email it is. */
async function refusedEverywhere(idToken: string, email: string): Promise<void> {
  const { send, rpc, refused } = attack
  const as = `Bearer ${idToken}`
  await refused(() => send('GET', `/jwt?email=${encodeURIComponent(email)}`, { as }), 401)
  await refused(() => send('POST', '/users', { as, body: { name: 'Eve', email, role: 'Seller' } }), 401)
  await refused(() => send('POST', '/token-sync', { as, body: {} }), 401)
  await refused(() => rpc('accounts.exchange', { idToken }), 401)
  await refused(() => rpc('accounts.register', { idToken, name: 'Eve', role: 'SELLER' }), 401)
}

/** Tries a token as the product's bearer. */
async function refusedAsBearer(token: string, email: string): Promise<void> {
  const { send, rpc, refused } = attack
  const as = `Bearer ${token}`
  await refused(() => send('GET', `/orders?email=${encodeURIComponent(email)}`, { as }), 401)
  await refused(() => rpc('accounts.me', undefined, { as }), 401)
}

describe('the token of an email', () => {
  it('A1 is not given without proof', async () => {
    const { email } = await member()
    const path = `/jwt?email=${encodeURIComponent(email)}`
    for (const as of [undefined, 'Bearer null', 'Bearer undefined', 'Bearer ', 'Bearer x', 'Basic YTpi', '']) {
      await attack.refused(() => attack.send('GET', path, { as }), 401)
    }
    await attack.refused(() => attack.rpc('accounts.exchange', { idToken: 'x' }), 401)
    await attack.refused(() => attack.rpc('accounts.exchange', { email }), 400)
  })

  it('A2 is not given for another person’s proof', async () => {
    const [victim, other] = [await member(), await member()]
    await attack.refused(() => attack.send('GET', `/jwt?email=${victim.email}`, { as: other.as }), 403)
    const body = { name: 'Eve', email: victim.email, role: 'Seller' }
    await attack.refused(() => attack.send('POST', '/users', { as: other.as, body }), 403)
    // The typed API takes no email: whose token it is decides, whatever else is sent.
    const { data } = await attack.rpc('accounts.exchange', { idToken: other.idToken, email: victim.email })
    expect(data).toMatchObject({ account: { id: other.id } })
  })

  it('A3 is not given when the email is named twice', async () => {
    const [victim, other] = [await member(), await member()]
    for (const emails of [
      [victim.email, other.email],
      [other.email, victim.email],
    ]) {
      const query = emails.map(email => `email=${email}`).join('&')
      await attack.refused(() => attack.send('GET', `/jwt?${query}`, { as: other.as }), 400)
      await attack.refused(
        () => attack.send('GET', `/jwt?${query.replaceAll('email=', 'email[]=')}`, { as: other.as }),
        400,
      )
    }
  })
})

describe('an ID token', () => {
  it('A6 that is forged in the sandbox gains nothing: role and email are the database’s, by the uid', async () => {
    const [victim, thief] = [await member(), await member()]
    const admin = await people.person('ADMIN')
    const forged = unsigned({ ...claimsOf(thief.idToken), role: 'admin', admin: true })
    const { data } = await attack.rpc('accounts.exchange', { idToken: forged })
    expect(data).toMatchObject({ account: { id: thief.id, email: thief.email, role: 'BUYER' } })
    const { body } = await attack.send('GET', `/jwt?email=${thief.email}`, { as: `Bearer ${forged}` })
    const as = `Bearer ${(body as { accessToken: string }).accessToken}`
    expect((await attack.rpc('accounts.me', undefined, { as })).data).toMatchObject({ id: thief.id, role: 'BUYER' })
    await attack.refused(() => attack.rpc('accounts.removeUser', { userId: victim.id }, { as }), 403)
    await attack.refused(() => attack.send('DELETE', `/users/${victim.id}`, { as }), 403)
    // Of another email than the account's.
    const renamed = unsigned({ ...claimsOf(thief.idToken), email: admin.email })
    await attack.refused(() => attack.rpc('accounts.exchange', { idToken: renamed }), 403)
    await attack.refused(() => attack.send('GET', `/jwt?email=${admin.email}`, { as: `Bearer ${renamed}` }), 403)
    // Of a uid that the provider does not know.
    const stranger = { ...claimsOf(thief.idToken), sub: 'nobody', user_id: 'nobody', email: victim.email }
    await refusedEverywhere(unsigned(stranger), victim.email)
  })

  it('A7 of another project, audience or issuer is refused', async () => {
    const { idToken, email } = await member()
    const claims = claimsOf(idToken)
    const others = [
      { aud: 'other-project', iss: 'https://securetoken.google.com/other-project' },
      { aud: 'other-project' },
      { aud: [claims.aud, 'other-project'] },
      { iss: 'https://securetoken.google.com/other-project' },
      { iss: 'https://evil.example/demo-second-ring' },
      { aud: undefined, iss: undefined },
    ]
    for (const other of others) await refusedEverywhere(unsigned({ ...claims, ...other }), email)
  })

  it('A8 that has expired, or has no subject, is refused', async () => {
    const { idToken, email } = await member()
    const claims = claimsOf(idToken)
    const now = Math.floor(Date.now() / 1000)
    const others = [
      { exp: now - 1, iat: now - HOUR_S },
      { exp: 'tomorrow' },
      { sub: '' },
      { sub: 1 },
      { sub: 'x'.repeat(129) },
    ]
    for (const other of others) await refusedEverywhere(unsigned({ ...claims, ...other }), email)
  })

  it('A9 is no bearer of the product’s, and the product’s bearer is no ID token', async () => {
    const { idToken, email, id } = await member()
    await refusedAsBearer(idToken, email)
    const { data } = await attack.rpc('accounts.exchange', { idToken })
    const { accessToken } = data as { accessToken: string }
    await refusedEverywhere(accessToken, email)
    await refusedEverywhere(signed({ ...claimsOf(idToken), sub: id }, 'second-ring'), email)
  })

  it('A15 of a session that was revoked at the provider is refused at the next exchange', async () => {
    const { idToken, email } = await member()
    const claims = claimsOf(idToken)
    expect((await attack.rpc('accounts.exchange', { idToken })).status).toBe(200)
    await market.identity.revoke(String(claims.sub), Number(claims.auth_time) + 1)
    // The first one ends the session here too.
    expect((await attack.rpc('accounts.exchange', { idToken })).status).toBe(401)
    await refusedEverywhere(idToken, email)
  })

  it('A15 of an account that was disabled or deleted at the provider is refused at the next exchange', async () => {
    const disabled = await member()
    await market.identity.disable(String(claimsOf(disabled.idToken).sub))
    await refusedEverywhere(disabled.idToken, disabled.email)
    const deleted = await member()
    await market.identity.deleteAccount(String(claimsOf(deleted.idToken).sub))
    await refusedEverywhere(deleted.idToken, deleted.email)
  })
})
