import { revokeAdmin } from '@second-ring/api/accounts/revoke-admin'
import { authenticator } from '@second-ring/api/factor/testing/authenticator'
import { registerPasskey } from '@second-ring/api/factor/testing/register'
import type { PasskeyCreation, PasskeyRequest } from '@second-ring/contracts/factor/passkeys'
import { RATE_LIMITS } from '@second-ring/contracts/rate-limits'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { claimsOf, signed, unsigned } from '../forge/jwt.ts'
import { attackOn } from '../wire/attack-on.ts'
import { type Person, usersOf } from '../wire/users.ts'

let market: Market
let attack: ReturnType<typeof attackOn>
beforeAll(async () => {
  market = await createMarket({ requiresFactor: true, webhooks: false })
  attack = attackOn(market)
})
afterAll(() => market.close())

let admin: Person
let other: Person
let proof: Awaited<ReturnType<typeof registerPasskey>>
let others: Awaited<ReturnType<typeof registerPasskey>>
beforeEach(async () => {
  admin = await usersOf(market).person('ADMIN')
  other = await usersOf(market).person('ADMIN')
  proof = await registerPasskey(market, admin.id)
  others = await registerPasskey(market, other.id)
  await market.timePasses({ hours: 1 })
})

const challengeOf = async ({ as }: Person) =>
  (await attack.rpc('factor.startProof', undefined, { as })).data as PasskeyRequest
const prove = ({ as }: Person, answer: unknown) => attack.rpc('factor.proveByPasskey', { answer }, { as })
const proveByCode = ({ as }: Person, code: string) => attack.rpc('factor.proveByCode', { code }, { as })

/** Removes somebody new on both transports. @returns the two statuses */
async function removals({ as }: Pick<Person, 'as'>): Promise<number[]> {
  const [one, two] = [await market.user(), await market.user()]
  const typed = await attack.rpc('accounts.removeUser', { userId: one.id }, { as })
  const rest = await attack.send('DELETE', `/users/${two.id}`, { as })
  return [typed.status, rest.status]
}

describe('the second factor of an admin', () => {
  it('A312 is proven for one device, and not for a sign-in of the same second by somebody who has the password', async () => {
    const { email, as: signIn } = await usersOf(market).newcomer()
    const idToken = signIn.slice('Bearer '.length)
    const { data: made } = await attack.rpc('accounts.register', { idToken, name: 'Ana', role: 'BUYER' })
    const { id } = (made as { account: { id: string } }).account
    const exchange = async (sent = {}) => {
      const { data } = await attack.rpc('accounts.exchange', { idToken }, sent)
      return (data as { accessToken: string }).accessToken
    }
    const proven = { role: 'ADMIN', emailVerifiedAt: new Date() } as const
    await market.database.user.update({ where: { id }, data: proven })
    const owners = await exchange({ headers: { 'user-agent': 'Firefox/140' } })
    const owner = { as: `Bearer ${owners}` }
    const { sid } = claimsOf(owners)
    await market.database.factorProof.create({ data: { userId: id, sessionId: String(sid) } })
    const passkey = { credentialId: id, publicKey: Buffer.from('x'), counter: 0, transports: [], name: 'Key' }
    await market.database.passkey.create({ data: { userId: id, ...passkey } })
    // Of a second in which both signed in the provider gives the two the very same token.
    const { body } = await attack.send('GET', `/jwt?email=${email}`, { as: signIn })
    const { headers } = await attack.send('POST', '/token-sync', { as: signIn, body: {} })
    const [, cookie = ''] = /=([^;]*)/.exec(headers.get('set-cookie') ?? '') ?? []
    const forged = `Bearer ${unsigned({ ...claimsOf(owners), sid })}`
    const thieves = [
      await exchange({ headers: { 'user-agent': 'Chromium/140' } }),
      await exchange({ as: forged }),
      await exchange({ as: `Bearer ${market.tokenOf(admin.id)}` }),
      (body as { accessToken: string }).accessToken,
      cookie,
    ]
    const seen = (await attack.rpc('accounts.sessions', undefined, owner)).data as { sessions: { id: string }[] }
    for (const stolen of thieves) {
      expect(claimsOf(stolen).sid).not.toBe(sid)
      expect(seen.sessions.map(session => session.id)).toContain(claimsOf(stolen).sid)
      expect(await removals({ as: `Bearer ${stolen}` })).toEqual([403, 403])
    }
    expect(await market.database.mail.count({ where: { userId: id, kind: 'new-sign-in' } })).toBeGreaterThan(0)
    expect((await removals(owner))[0]).toBe(200)
    // Renewed by its own token, also once that has expired.
    expect(claimsOf(await exchange(owner)).sid).toBe(sid)
    const key = market.environment.ACCESS_TOKEN_SECRET ?? ''
    const expired = signed({ ...claimsOf(owners), iat: 1, exp: 2 }, key)
    expect(claimsOf(await exchange({ as: `Bearer ${expired}` })).sid).toBe(sid)
    await attack.refused(() => attack.rpc('accounts.me', undefined, { as: `Bearer ${expired}` }), 401)
  })

  it('A161 is not proven by another’s challenge, passkey or recovery code, nor registered by another’s challenge', async () => {
    const challenge = await challengeOf(admin)
    expect((await prove(other, others.key.answer(challenge))).status).toBe(409)
    expect((await prove(admin, others.key.answer(challenge))).status).toBe(409)
    expect((await prove(other, proof.key.answer(await challengeOf(other)))).status).toBe(409)
    expect((await proveByCode(other, proof.recoveryCodes[0] ?? '')).status).toBe(409)
    expect(await removals(other)).toEqual([403, 403])
    await proof.prove()
    const { data } = await attack.rpc('factor.startPasskey', {}, { as: admin.as })
    await others.prove()
    const passkey = authenticator(market.platform.publicUrl).create(data as PasskeyCreation)
    const registering = await attack.rpc('factor.registerPasskey', { name: 'Mine', passkey }, { as: other.as })
    expect(registering.status).toBe(409)
    expect(await market.database.passkey.count({ where: { userId: other.id } })).toBe(1)
  })

  it('A162 is not proven by what was signed before, for another site, by a copy or without a check of who holds it', async () => {
    const answer = proof.key.answer(await challengeOf(admin))
    expect((await prove(admin, answer)).status).toBe(200)
    await market.timePasses({ hours: 1 })
    expect((await prove(admin, answer)).status).toBe(409)
    for (const wrong of [{ origin: 'https://second-ring.example' }, { counter: 1 }, { isVerified: false }]) {
      expect((await prove(admin, proof.key.answer(await challengeOf(admin), wrong))).status).toBe(409)
    }
    const late = proof.key.answer(await challengeOf(admin))
    await market.timePasses({ hours: 0.1 })
    expect((await prove(admin, late)).status).toBe(409)
    const twice = proof.key.answer(await challengeOf(admin))
    const both = await Promise.all([prove(admin, twice), prove(admin, twice)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    await market.timePasses({ hours: 1 })
    expect(await removals(admin)).toEqual([403, 403])
  })

  it('A163 is not proven by a recovery code twice, at once neither, nor by guesses, which are limited', async () => {
    const [code = ''] = proof.recoveryCodes
    const both = await Promise.all([proveByCode(admin, code), proveByCode(admin, code)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const limited = await createMarket({ requiresFactor: true, rateLimitScale: 1, webhooks: false })
    try {
      const guessing = await usersOf(limited).person('ADMIN')
      await registerPasskey(limited, guessing.id)
      const statuses: number[] = []
      for (let guess = 0; guess <= RATE_LIMITS.proveFactor.most; guess += 1) {
        const sent = { code: `aaaa-${guess}` }
        statuses.push((await attackOn(limited).rpc('factor.proveByCode', sent, { as: guessing.as })).status)
      }
      expect(new Set(statuses)).toEqual(new Set([409, 429]))
    } finally {
      await limited.close()
    }
  })

  it('A164 counts for ten minutes, on both transports', async () => {
    const { id } = await market.user()
    const { refused, rpc, send } = attack
    const asked = await refused(() => rpc('accounts.removeUser', { userId: id }, { as: admin.as }), 403)
    expect(asked.text).toContain('FACTOR_REQUIRED')
    const { body } = await refused(() => send('DELETE', `/users/${id}`, { as: admin.as }), 403)
    expect(body).toMatchObject({ code: 'FACTOR_REQUIRED', message: expect.stringContaining('/dashboard/account') })
    await refused(() => send('GET', '/audit.csv', { as: admin.as }), 403)
    await proof.prove()
    expect(await removals(admin)).toEqual([200, 200])
    await market.timePasses({ hours: 11 / 60 })
    expect(await removals(admin)).toEqual([403, 403])
    for (const path of ['factor.renewCodes', 'factor.makeToken']) {
      expect((await rpc(path, undefined, { as: admin.as })).status, path).toBe(403)
    }
    expect((await rpc('factor.startPasskey', {}, { as: admin.as })).status).toBe(403)
  })

  it('A165 counts in the session that proved it alone, and so does a challenge', async () => {
    await proof.prove()
    const elsewhere = crypto.randomUUID()
    await market.as(admin.id, elsewhere).accounts.me()
    const stolen = { ...admin, as: `Bearer ${market.tokenOf(admin.id, elsewhere)}` }
    expect(await removals(stolen)).toEqual([403, 403])
    expect((await prove(stolen, proof.key.answer(await challengeOf(admin)))).status).toBe(409)
    expect((await attack.rpc('factor.makeToken', undefined, { as: stolen.as })).status).toBe(403)
    expect(await removals(admin)).toEqual([200, 200])
  })

  it('A166 of one admin alone removes no other, and its proposer does not confirm it', async () => {
    const third = await usersOf(market).person('ADMIN')
    await proof.prove()
    for (let round = 0; round < 2; round += 1) {
      const answer = await attack.send('DELETE', `/users/${third.id}`, { as: admin.as })
      expect(answer).toMatchObject({ status: 409, body: { acknowledged: false, deletedCount: 0 } })
      const { rpc } = attack
      expect((await rpc('accounts.removeUser', { userId: third.id }, { as: admin.as })).status).toBe(409)
      await rpc('accounts.proposeRemoval', { userId: third.id }, { as: admin.as })
    }
    expect(await market.database.user.count({ where: { id: third.id, deletedAt: null } })).toBe(1)
    const unproven = await attack.rpc('accounts.removeUser', { userId: third.id }, { as: other.as })
    expect(unproven.status).toBe(403)
    await others.prove()
    expect((await attack.send('DELETE', `/users/${third.id}`, { as: other.as })).status).toBe(200)
  })

  it('A167 opens nothing to an admin whose role is revoked, nor does their token', async () => {
    await proof.prove()
    const { data } = await attack.rpc('factor.makeToken', undefined, { as: admin.as })
    const token = { as: `Bearer ${(data as { token: string }).token}` }
    const { id: freed } = await market.user()
    expect((await attack.send('DELETE', `/users/${freed}`, token)).status).toBe(200)
    const answer = proof.key.answer(await challengeOf(admin))
    await revokeAdmin(market.database, admin.email)
    for (const status of await removals(admin)) expect([401, 403]).toContain(status)
    expect(await removals(token)).toEqual([401, 401])
    expect([401, 403]).toContain((await prove(admin, answer)).status)
    expect([401, 403]).toContain((await proveByCode(admin, proof.recoveryCodes[0] ?? '')).status)
    const { as } = await usersOf(market).person('ADMIN')
    expect((await attack.rpc('factor.startPasskey', {}, { as })).status, 'without a set-up link').toBe(403)
  })
})
