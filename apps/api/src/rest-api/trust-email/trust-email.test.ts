import { randomUUID } from 'node:crypto'
import { createMarket, type Market } from '@second-ring/testkit'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenApiDocument } from '#http/rest/openapi.ts'
import { restClient } from '#http/rest/testing/rest-client.ts'
import { restPlugin } from '../rest-plugin.ts'

let market: Market
let client: ReturnType<typeof restClient>
beforeAll(async () => {
  market = await createMarket({ trustsEmail: true })
  client = restClient(market)
})
afterAll(() => market.close())

const newEmail = () => `${randomUUID()}@example.test`
const record = (email: string, as?: string, role = 'Buyer') =>
  client.send('POST', '/users', { as, body: { name: 'Ana', email, role } })

/** How long an access token is valid, in seconds. */
function lifeOf(accessToken: string): number {
  const { iat, exp } = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString())
  return exp - iat
}

describe('with emails trusted', () => {
  it('an old client goes its whole way without a proof', async () => {
    const [buyer, seller] = [newEmail(), newEmail()]
    for (const none of [undefined, 'Bearer null', 'Bearer undefined']) {
      expect(await record(buyer, none)).toMatchObject({ status: 200, body: { acknowledged: true } })
    }
    await record(seller, undefined, 'Seller')
    expect((await client.send('GET', `/users/seller/${seller}`)).body).toEqual({ isSeller: true })
    expect((await client.send('GET', `/users/seller/${buyer}`)).body).toEqual({ isSeller: false })
    expect((await client.send('GET', `/users/admin/${buyer}`)).body).toEqual({ isAdmin: false })
    const { body } = await client.send('GET', `/jwt?email=${buyer.toUpperCase()}`)
    const as = `bearer ${(body as { accessToken: string }).accessToken}`
    expect((await client.send('GET', `/orders?email=${buyer}`, { as })).body).toEqual([])
    const order = await market.order()
    expect((await client.send('GET', `/orders/${order.id}`)).body).toMatchObject({ _id: order.id, price: 200 })
  })

  it('whoever names an admin’s email is taken to be them: it is for a laboratory', async () => {
    const admin = await client.user('ADMIN')
    expect((await client.send('GET', `/users/admin/${admin.email}`)).body).toEqual({ isAdmin: true })
    const { body } = await client.send('GET', `/jwt?email=${admin.email}`, { as: (await client.user()).as })
    const as = `bearer ${(body as { accessToken: string }).accessToken}`
    expect((await client.send('GET', '/users/Buyer', { as })).status).toBe(200)
  })

  it('the answers are otherwise the same', async () => {
    expect(await client.send('GET', `/jwt?email=${newEmail()}`)).toMatchObject({
      status: 403,
      body: { accessToken: '', code: 'ACCOUNT_MISSING' },
    })
    const email = newEmail()
    const [first, second] = [await record(email), await record(email, undefined, 'Seller')]
    expect(second.body).toEqual(first.body)
    expect((await client.send('GET', `/users/seller/${email}`)).body).toEqual({ isSeller: false })
    for (const role of ['admin', 'ADMIN', undefined]) {
      const body = { name: 'Ana', email: newEmail(), role }
      expect((await client.send('POST', '/users', { body })).status).toBe(400)
    }
    expect((await client.send('GET', '/jwt?email=a@b.co&email=c@d.co')).status).toBe(400)
    expect((await client.send('GET', '/orders/x')).status).toBe(400)
    expect((await client.send('GET', '/orders/0199a3a2-7e5d-7c40-8d8e-111111111111')).status).toBe(404)
  })

  it('a token of GET /jwt lives two days, for old clients never renew one; every other token an hour', async () => {
    const email = newEmail()
    await record(email)
    const { body } = await client.send('GET', `/jwt?email=${email}`)
    expect(lifeOf((body as { accessToken: string }).accessToken)).toBe(2 * 24 * 3600)
    const { email: proven, as } = await client.newcomer()
    await record(proven, as)
    const { accessToken } = await market.anonymous().accounts.exchange({ idToken: as.replace('Bearer ', '') })
    expect(lifeOf(accessToken)).toBe(3600)
  })

  it('every other call asks for its token as ever', async () => {
    const email = newEmail()
    await record(email)
    expect((await client.send('GET', `/orders?email=${email}`)).status).toBe(401)
    expect((await client.send('GET', `/getProduct?email=${email}`)).status).toBe(401)
    expect((await client.send('GET', '/users/Buyer')).status).toBe(401)
    expect((await client.send('POST', '/token-sync')).status).toBe(401)
    expect((await client.send('POST', '/orders', { body: {} })).status).toBe(401)
    await expect(market.anonymous().accounts.register({ idToken: email, name: 'A', role: 'BUYER' })).rejects.toThrow()
  })

  it('one record is made of ten requests at once', async () => {
    const email = newEmail()
    const answers = await Promise.all(Array.from({ length: 10 }, () => record(email)))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 200 })
  })

  it('the document says that anyone may', async () => {
    const { paths } = (await client.send('GET', '/openapi.json')).body as OpenApiDocument
    expect(paths['/jwt']?.get).toMatchObject({ security: [], description: 'Anyone may call this.' })
    expect(paths['/users/Buyer']?.get?.security).toEqual([{ accessToken: [] }])
  })
})

describe('a proof that is sent', () => {
  it('makes a proven record, and a bad one none', async () => {
    const { email, as } = await client.newcomer()
    expect((await record(newEmail(), as)).status).toBe(403)
    expect((await record(email, 'Bearer garbage')).status).toBe(401)
    expect((await record(email, as)).status).toBe(200)
    const row = await market.database.user.findUniqueOrThrow({ where: { email } })
    expect(row.identityUid).not.toContain('unproven')
  })

  it('of an email that was recorded without one takes nothing over', async () => {
    const email = newEmail()
    const { body } = await record(email)
    const row = await market.database.user.findUniqueOrThrow({ where: { email } })
    expect(row.identityUid).toMatch(/^unproven:[0-9a-f-]{36}$/)
    const { insertedId } = body as { insertedId: string }
    const entry = await market.database.auditEntry.findFirstOrThrow({
      where: { subjectId: insertedId, action: 'account.register' },
    })
    expect(entry).toMatchObject({ action: 'account.register', reason: 'The email is unproven: REST_TRUST_EMAIL' })
    const { idToken } = await market.identity.signUp({ email, password: 'second-ring', displayName: 'Ana' })
    const proven = market.anonymous().accounts
    await expect(proven.exchange({ idToken })).rejects.toMatchObject({ cause: { code: 'ACCOUNT_MISSING' } })
    await expect(proven.register({ idToken, name: 'Eve', role: 'SELLER' })).rejects.toMatchObject({
      cause: { code: 'CONFLICT', message: expect.stringContaining('exists already') },
    })
    expect(await market.database.user.findUniqueOrThrow({ where: { email } })).toEqual(row)
    // The admin's removal of that record makes the email free for the one who proves it.
    await (await market.asAdmin()).accounts.removeUser({ userId: row.id })
    await market.runJobs()
    const { account, created } = await proven.register({ idToken, name: 'Ana', role: 'SELLER' })
    expect({ created, ...account }).toMatchObject({ created: true, email, role: 'SELLER' })
  })
})

describe('at boot', () => {
  it.each([true, false])('a warning is in the log when emails are trusted: %s', async trustsEmail => {
    const lines: string[] = []
    const app = fastify({ logger: { stream: { write: line => lines.push(line) } } })
    await app.register(restPlugin, { platform: market.platform, trustsEmail, isHttps: false, rateLimitScale: null })
    await app.close()
    const warnings = lines.map(line => JSON.parse(line)).filter(({ level }) => level === 40)
    expect(warnings.map(({ msg }) => msg)).toEqual(
      trustsEmail ? [expect.stringMatching(/^REST_TRUST_EMAIL is set:/)] : [],
    )
  })
})
