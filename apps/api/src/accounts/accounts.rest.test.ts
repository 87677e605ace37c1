import { randomUUID } from 'node:crypto'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { restClient } from '#http/rest/testing/rest-client.ts'

let market: Market
let client: ReturnType<typeof restClient>
beforeAll(async () => {
  market = await createMarket()
  client = restClient(market)
})
afterAll(() => market.close())

const errorBody = (code: string) => ({ message: expect.stringMatching(/\S/), code })
const nobodys = [undefined, 'Bearer null', 'Bearer undefined', 'Bearer garbage']

describe('GET /jwt', () => {
  const getToken = (email: string, as?: string) => client.send('GET', `/jwt?email=${encodeURIComponent(email)}`, { as })

  it('gives a token for the proof of that very email, however it is written', async () => {
    const { email, as } = await client.newcomer()
    await client.send('POST', '/users', { as, body: { name: 'Ana', email, role: 'Seller' } })
    const answer = await getToken(` ${email.toUpperCase()} `, as)
    expect(answer).toMatchObject({ status: 200, body: { accessToken: expect.stringMatching(/^[\w-]+(\.[\w-]+){2}$/) } })
    expect(Object.keys(Object(answer.body))).toEqual(['accessToken'])
    const { accessToken } = answer.body as { accessToken: string }
    const seller = await client.send('GET', `/users/seller/${email}`, { as: `bearer ${accessToken}` })
    expect(seller.body).toEqual({ isSeller: true })
  })

  it('gives one each time to a client that keeps nothing, in a session that is over with the token', async () => {
    const { email, as } = await client.newcomer()
    await client.send('POST', '/users', { as, body: { name: 'Ana', email, role: 'Buyer' } })
    const given = await Promise.all([getToken(email, as), getToken(email, as), getToken(email, as)])
    const tokens = given.map(({ body }) => (body as { accessToken: string }).accessToken)
    for (const token of tokens) {
      expect((await client.send('GET', `/orders?email=${email}`, { as: `bearer ${token}` })).status).toBe(200)
    }
    const holder = market.platform.accessTokens.verify(tokens[0] ?? '')
    const { accounts } = market.as(holder?.userId ?? '', holder?.sessionId)
    expect((await accounts.sessions()).sessions).toHaveLength(3)
    const renewedAt = new Date(Date.now() - 3_700_000)
    await market.database.session.updateMany({ where: { userId: holder?.userId ?? '' }, data: { renewedAt } })
    expect((await accounts.sessions()).sessions).toEqual([])
    expect((await getToken(email, as)).status).toBe(200)
    expect((await accounts.sessions()).sessions).toHaveLength(1)
  })

  it('gives an empty one to someone whom the product does not know', async () => {
    const { email, as } = await client.newcomer()
    expect(await getToken(email, as)).toMatchObject({
      status: 403,
      body: { accessToken: '', message: expect.stringMatching(/Sign up first/), code: 'ACCOUNT_MISSING' },
    })
  })

  it('refuses without proof, with another’s, and with the product’s own token', async () => {
    const victim = await client.user('ADMIN')
    for (const as of [...nobodys, victim.as]) {
      expect(await getToken(victim.email, as), `with ${as}`).toMatchObject({
        status: 401,
        body: errorBody('UNAUTHENTICATED'),
      })
    }
    expect(await getToken(victim.email, (await client.newcomer()).as)).toMatchObject({
      status: 403,
      body: errorBody('FORBIDDEN'),
    })
  })

  it.each(['', '?email=', '?email=undefined', '?email[not]=', '?email=a@b.co&email=c@d.co', '?email=a%00@b.co'])(
    'refuses %j',
    async query => {
      const { as } = await client.newcomer()
      expect(await client.send('GET', `/jwt${query}`, { as })).toMatchObject({
        status: 400,
        body: errorBody('INVALID_INPUT'),
      })
    },
  )
})

describe('POST /users', () => {
  const post = (body: object, as?: string) => client.send('POST', '/users', { as, body })

  it.each(['Buyer', 'Seller'] as const)('records a %s; a second time it is the same one, unchanged', async role => {
    const { email, as } = await client.newcomer()
    const first = await post({ name: 'Ana', email, role, posted: 'x', photo: null }, as)
    expect(first).toMatchObject({ status: 200, body: { acknowledged: true } })
    expect(Object.keys(Object(first.body)).sort()).toEqual(['acknowledged', 'insertedId'])
    const other = role === 'Buyer' ? 'Seller' : 'Buyer'
    expect((await post({ name: 'Bea', email, role: other }, as)).body).toEqual(first.body)
    const row = await market.database.user.findUniqueOrThrow({ where: { email } })
    expect(row).toMatchObject({ name: 'Ana', role: role.toUpperCase(), verifiedAt: null })
  })

  it('has the link mailed that proves the email, once', async () => {
    const { email, as } = await client.newcomer()
    for (let press = 0; press < 2; press += 1) await post({ name: 'Ana', email, role: 'Buyer' }, as)
    expect((await market.identity.codesTo(email)).map(({ requestType }) => requestType)).toEqual(['VERIFY_EMAIL'])
  })

  it('records a person whom the provider mails nothing', async () => {
    const { email, as } = await client.newcomer()
    await market.identity.mailProof(as.replace('Bearer ', ''))
    expect(await post({ name: 'Ana', email, role: 'Buyer' }, as)).toMatchObject({ status: 200 })
  })

  it('refuses without proof, and with another’s', async () => {
    const { email, as } = await client.newcomer()
    const body = { name: 'Ana', email, role: 'Buyer' }
    for (const nobody of nobodys) expect((await post(body, nobody)).status, `with ${nobody}`).toBe(401)
    const victim = await client.user()
    expect(await post({ ...body, email: victim.email }, as)).toMatchObject({
      status: 403,
      body: errorBody('FORBIDDEN'),
    })
    expect(await market.database.user.count({ where: { email } })).toBe(0)
  })

  it('refuses an email that another sign-in has', async () => {
    const taken = await client.user()
    const { as } = await client.newcomer(taken.email)
    expect(await post({ name: 'Ana', email: taken.email, role: 'Buyer' }, as)).toMatchObject({
      status: 409,
      body: errorBody('CONFLICT'),
    })
  })

  it.each([
    { role: 'admin' },
    { role: 'Admin' },
    { role: 'ADMIN' },
    { role: 'buyer' },
    { role: undefined },
    { role: ['Buyer'] },
    { status: 'verified' },
    { verified: true },
    { _id: 'x' },
    { name: '' },
    { name: 'a\u0000b' },
    { name: { not: '' } },
    { email: 'nothing' },
    { email: { not: '' } },
  ])('refuses %j', async change => {
    const { email, as } = await client.newcomer()
    expect(await post({ name: 'Ana', email, role: 'Buyer', ...change }, as)).toMatchObject({
      status: 400,
      body: errorBody('INVALID_INPUT'),
    })
    expect(await market.database.user.count({ where: { email } })).toBe(0)
  })
})

describe('looking up a role', () => {
  it('answers users about themselves, and admins about anyone', async () => {
    const [buyer, seller, admin] = [await client.user(), await client.user('SELLER'), await client.user('ADMIN')]
    for (const { as, email, isAdmin, isSeller } of [
      { ...buyer, isAdmin: false, isSeller: false },
      { ...seller, isAdmin: false, isSeller: true },
      { ...admin, isAdmin: true, isSeller: false },
    ]) {
      for (const asker of [as, admin.as]) {
        const path = encodeURIComponent(email.toUpperCase())
        expect((await client.send('GET', `/users/admin/${path}`, { as: asker })).body).toEqual({ isAdmin })
        expect((await client.send('GET', `/users/seller/${path}`, { as: asker })).body).toEqual({ isSeller })
      }
    }
    const unknown = await client.send('GET', '/users/admin/nobody@example.test', { as: admin.as })
    expect(unknown).toMatchObject({ status: 200, body: { isAdmin: false } })
  })

  it('answers nobody else whether an email is known', async () => {
    const [buyer, admin] = [await client.user(), await client.user('ADMIN')]
    const answers = [admin.email, 'nobody@example.test'].map(email =>
      client.send('GET', `/users/admin/${email}`, { as: buyer.as }),
    )
    const [known, unknown] = await Promise.all(answers)
    expect(known).toMatchObject({ status: 403, body: errorBody('FORBIDDEN') })
    expect(unknown?.body).toEqual(known?.body)
  })

  it('refuse what is no email', async () => {
    const { as } = await client.user()
    for (const email of ['undefined', 'null', '%00', 'x'.repeat(300)]) {
      expect((await client.send('GET', `/users/seller/${email}`, { as })).status, email).toBe(400)
    }
  })
})

describe('an admin', () => {
  it('lists buyers and sellers, newest first, page by page', async () => {
    const admin = await client.user('ADMIN')
    const made = []
    for (let n = 0; n < 3; n += 1) made.push(await client.user('SELLER'))
    const [, second, newest] = made
    await market.database.user.update({ where: { id: newest?.id ?? '' }, data: { verifiedAt: new Date() } })
    const first = await client.send('GET', '/users/Seller?limit=2', { as: admin.as })
    const shown = { role: 'Seller', name: 'Robin Vale' }
    expect(first.body).toEqual([
      { _id: newest?.id, email: newest?.email, ...shown, status: 'verified' },
      { _id: second?.id, email: second?.email, ...shown },
    ])
    const next = /^<(\/users\/Seller\?.+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1]
    const rest = await client.send('GET', next ?? '', { as: admin.as })
    expect(rest.body).toContainEqual(expect.objectContaining({ _id: made[0]?.id }))
    expect(rest.body).not.toContainEqual(expect.objectContaining({ _id: newest?.id }))
    const buyer = await client.user()
    const buyers = await client.send('GET', '/users/Buyer', { as: admin.as })
    expect(buyers.body).toContainEqual({ _id: buyer.id, name: buyer.name, email: buyer.email, role: 'Buyer' })
  })

  it('verifies a seller once, and nothing else of them', async () => {
    const [admin, seller, buyer] = [await client.user('ADMIN'), await client.user('SELLER'), await client.user()]
    const verify = (id: string, body: object = { verified: 'verified' }) =>
      client.send('POST', `/users/${id}`, { as: admin.as, body })
    for (const more of [{ role: 'admin' }, { email: 'x@y.co' }, { status: 'verified' }, { verified: true }]) {
      expect((await verify(seller.id, { verified: 'verified', ...more })).status, JSON.stringify(more)).toBe(400)
    }
    expect((await verify(seller.id, {})).status).toBe(400)
    const counted = { acknowledged: true, matchedCount: 1 }
    expect(await verify(seller.id)).toMatchObject({ status: 200, body: { ...counted, modifiedCount: 1 } })
    expect((await verify(seller.id)).body).toEqual({ ...counted, modifiedCount: 0 })
    expect(await verify(buyer.id)).toMatchObject({ status: 404, body: errorBody('NOT_FOUND') })
    expect((await verify(randomUUID())).status).toBe(404)
    expect((await verify('x')).status).toBe(400)
  })

  it('removes a user once, and ends their access at once', async () => {
    const [admin, buyer] = [await client.user('ADMIN'), await client.user()]
    const remove = () =>
      client.send('DELETE', `/users/${buyer.id}`, { as: admin.as, headers: { 'content-type': 'application/json' } })
    const first = await remove()
    expect(first.body).toEqual({ acknowledged: true, deletedCount: 1 })
    expect((await client.send('GET', `/orders?email=${buyer.email}`, { as: buyer.as })).status).toBe(401)
    expect(await remove()).toMatchObject({ status: 404, body: errorBody('NOT_FOUND') })
    expect((await client.send('DELETE', '/users/x', { as: admin.as })).status).toBe(400)
  })

  it('does not remove themselves', async () => {
    const admin = await client.user('ADMIN')
    const answer = await client.send('DELETE', `/users/${admin.id}`, { as: admin.as })
    expect(answer).toMatchObject({ status: 409 })
    expect(answer.body).toEqual({ acknowledged: true, deletedCount: 0, ...errorBody('CONFLICT') })
    expect((await client.send('GET', '/users/Buyer', { as: admin.as })).status).toBe(200)
  })
})
