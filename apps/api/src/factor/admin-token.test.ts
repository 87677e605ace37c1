import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { revokeAdmin } from '#accounts/revoke-admin.ts'
import { restClient } from '#http/rest/testing/rest-client.ts'
import { authenticate } from '#identity/authenticate.ts'
import { makeAdminToken } from './admin-token.ts'
import { proveByCode, renewCodes } from './prove-by-code.ts'
import { registerPasskey } from './testing/register.ts'

let market: Market
let client: ReturnType<typeof restClient>
beforeAll(async () => {
  market = await createMarket({ requiresFactor: true })
  client = restClient(market)
})
afterAll(() => market.close())

let adminId: string
let email: string
let key: Awaited<ReturnType<typeof registerPasskey>>
beforeEach(async () => {
  ;({ id: adminId, email } = await market.user({ role: 'ADMIN' }))
  key = await registerPasskey(market, adminId)
})

const makeToken = async () => {
  const { token, ...made } = await market.as(adminId).factor.makeToken()
  return { ...made, as: `Bearer ${token}` }
}
const verify = async (as: string, sellerId?: string) => {
  const id = sellerId ?? (await market.user({ role: 'SELLER' })).id
  return client.send('POST', `/users/${id}`, { as, body: { verified: 'verified' } })
}
const remove = async (as: string) => client.send('DELETE', `/users/${(await market.user()).id}`, { as })

describe('a session that ends while its call waits', () => {
  it('makes no token, no codes and no passkey', async () => {
    const sessionId = adminId
    const { caller } = await authenticate(market.platform, market.tokenOf(adminId))
    if (!caller) throw new Error('The admin is signed in')
    await market.database.session.update({
      where: { id: sessionId },
      data: { endedAt: new Date(), endReason: 'ENDED_ELSEWHERE' },
    })
    const ended = { code: 'SESSION_ENDED' }
    await expect(makeAdminToken(market.platform, caller)).rejects.toMatchObject(ended)
    await expect(renewCodes(market.platform, caller)).rejects.toMatchObject(ended)
    await expect(proveByCode(market.platform, caller, { code: 'x' })).rejects.toMatchObject(ended)
    expect(await market.database.adminToken.count({ where: { userId: adminId } })).toBe(0)
  })
})

describe('an admin’s token', () => {
  it('verifies and removes users on REST without a fresh proof, for 24 hours', async () => {
    const { as, expiresAt } = await makeToken()
    expect(new Date(expiresAt).getTime() / 3_600_000).toBeCloseTo(Date.now() / 3_600_000 + 24, 1)
    await market.timePasses({ hours: 23.9 })
    expect((await verify(as)).body).toEqual({ acknowledged: true, matchedCount: 1, modifiedCount: 1 })
    expect((await remove(as)).body).toEqual({ acknowledged: true, deletedCount: 1 })
    await market.timePasses({ hours: 0.2 })
    expect((await verify(as)).status).toBe(401)
    expect((await remove(as)).status).toBe(401)
  })

  it('is what the refusal of an access token names, with the page', async () => {
    await market.timePasses({ hours: 1 })
    const as = `Bearer ${market.tokenOf(adminId)}`
    for (const answer of [await verify(as), await remove(as)]) {
      const page = expect.stringContaining('http://localhost/dashboard/account')
      expect(answer).toMatchObject({ status: 403, body: { code: 'FACTOR_REQUIRED', message: page } })
    }
  })

  it('opens nothing else', async () => {
    const { as } = await makeToken()
    for (const path of ['/users/Buyer', '/orders?email=a@b.test', '/audit.csv', '/getProduct?email=a@b.test']) {
      expect((await client.send('GET', path, { as })).status, path).toBe(401)
    }
    const answer = await client.send('GET', '/trpc/accounts.me', { as })
    expect(answer.status).toBe(401)
  })

  it('is revoked at once, by itself, with the role and with the account', async () => {
    const [one, other] = [await makeToken(), await makeToken()]
    await market.as(adminId).factor.revokeToken({ tokenId: one.tokenId })
    expect((await verify(one.as)).status).toBe(401)
    await expect(market.as(adminId).factor.revokeToken({ tokenId: one.tokenId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    const revoked = { actorId: adminId, action: 'account.revoke-token' }
    expect(await market.database.auditEntry.count({ where: revoked })).toBe(1)
    expect((await verify(other.as)).status).toBe(200)
    await revokeAdmin(market.database, email)
    expect((await verify(other.as)).status).toBe(401)
    expect(await market.database.adminToken.count({ where: { userId: adminId } })).toBe(0)
  })

  it('is made with a fresh proof, listed without its text, and stored as a hash', async () => {
    await market.timePasses({ hours: 1 })
    await expect(makeToken()).rejects.toMatchObject({ message: expect.stringContaining('Prove first') })
    await key.prove()
    const { as, tokenId } = await makeToken()
    const { tokens } = await market.as(adminId).factor.mine()
    expect(tokens).toEqual([{ id: tokenId, createdAt: expect.any(String), expiresAt: expect.any(String) }])
    expect(JSON.stringify(await market.database.adminToken.findMany())).not.toContain(as.slice(20))
  })

  it('ends with the sessions, when its maker signs out everywhere', async () => {
    const { as } = await makeToken()
    await market.as(adminId).accounts.signOutEverywhere()
    expect((await verify(as)).status).toBe(401)
  })

  it('is one of five at the most', async () => {
    for (let count = 0; count < 5; count += 1) await makeToken()
    await expect(makeToken()).rejects.toMatchObject({ code: 'CONFLICT' })
    await market.timePasses({ hours: 25 })
    await key.prove()
    await makeToken()
  })

  it('refuses another owner', async () => {
    const { tokenId } = await makeToken()
    await expect((await market.asAdmin()).factor.revokeToken({ tokenId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
