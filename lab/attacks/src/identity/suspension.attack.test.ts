import { createMarket, type Market, PICTURE } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attackOn } from '../wire/attack-on.ts'
import { firstOfStream } from '../wire/first-of-stream.ts'
import { usersOf } from '../wire/users.ts'

const REASON = 'Sold phones that were not theirs'
const booking = { meetingPlace: 'Library', phone: '5550100', expectedPriceCents: 20_000 }

let market: Market
let attack: ReturnType<typeof attackOn>
let people: ReturnType<typeof usersOf>
let admin: Awaited<ReturnType<Market['asAdmin']>>
beforeAll(async () => {
  market = await createMarket({ webhooks: false, takesPictures: true })
  attack = attackOn(market)
  people = usersOf(market)
  admin = await market.asAdmin()
})
afterAll(async () => {
  expect(await market.checkLedger()).toEqual([])
  await market.close()
})

/** A member of the shop with all that their browser holds. */
async function member() {
  const { email, as: proof } = await people.newcomer()
  const { send, rpc } = attack
  await send('POST', '/users', { as: proof, body: { name: 'Ana', email, role: 'Seller' } })
  const { headers } = await send('POST', '/token-sync', { as: proof, body: {} })
  const { body } = await send('GET', `/jwt?email=${email}`, { as: proof })
  const as = `Bearer ${(body as { accessToken: string }).accessToken}`
  const { id } = (await rpc('accounts.me', undefined, { as })).data as { id: string }
  return { id, email, proof, as, cookie: (headers.get('set-cookie') ?? '').split(';')[0] ?? '' }
}

const suspend = (userId: string) => admin.accounts.suspend({ userId, reason: REASON })
const listingState = async (id: string) => (await market.database.listing.findUniqueOrThrow({ where: { id } })).state

function postIn(categoryId: string) {
  const prices = { resalePriceCents: 20_000, originalPriceCents: 40_000 }
  const texts = { productName: 'Aurora 12', description: 'Good', location: 'Oslo', sellerName: 'Ana' }
  return { categoryId, ...texts, ...prices, images: [PICTURE], condition: 'GOOD', yearsUsed: 1 }
}

describe('a suspended user', () => {
  it('A188 does nothing with an old token, cookie, stream, upload or order, and reads why', async () => {
    const { send, rpc, refused } = attack
    const user = await member()
    const { as, cookie, email } = user
    const { id: listingId } = await market.listing()
    const { orderId } = (await rpc('orders.place', { listingId, ...booking }, { as })).data as { orderId: string }
    const stream = await fetch(`${market.url}/live?notices=true`, {
      headers: { accept: 'text/event-stream', authorization: as },
    })
    await suspend(user.id)
    // The stream that was open ends by itself.
    for await (const chunk of stream.body ?? []) expect(chunk.length).toBeGreaterThan(0)
    const answers = [
      await refused(() => rpc('accounts.me', undefined, { as }), 401),
      await refused(() => rpc('payments.createIntent', { orderId }, { as }), 401),
      await refused(() => rpc('orders.place', { listingId, ...booking }, { as }), 401),
      await refused(() => rpc('accounts.requestDeletion', { confirmation: 'DELETE' }, { as }), 401),
      await refused(() => rpc('accounts.requestExport', {}, { as }), 401),
      await refused(() => send('GET', `/orders?email=${email}`, { as }), 401),
      await refused(() => send('GET', `/orders?email=${email}`, { headers: { cookie } }), 401),
      await refused(
        () => send('POST', '/create-payment-intent', { as, body: { price: 200, bookingId: orderId } }),
        401,
      ),
    ]
    for (const { text } of answers) expect(text).toContain(REASON)
    const form = new FormData()
    form.set('image', new Blob(['x']), 'x.png')
    await refused(() => send('POST', '/1/upload?key=demo', { as, raw: form }), 401)
    expect((await firstOfStream(`${market.url}/live?notices=true`, as)).code).toBe('SESSION_ENDED')
  })

  it('A189 does not sign in or up again, on either transport, nor by another proof of the same email', async () => {
    const { send, rpc, refused } = attack
    const { id, email, proof } = await member()
    await market.database.user.update({ where: { id }, data: { emailVerifiedAt: new Date() } })
    await suspend(id)
    const idToken = proof.replace('Bearer ', '')
    const body = { name: 'Ana', email, role: 'Seller' }
    const answers = [
      await refused(() => rpc('accounts.exchange', { idToken }), 403),
      await refused(() => rpc('accounts.register', { idToken, name: 'Ana', role: 'BUYER' }), 403),
      await refused(() => send('GET', `/jwt?email=${email}`, { as: proof }), 403),
      await refused(() => send('POST', '/users', { as: proof, body }), 403),
      await refused(() => send('POST', '/token-sync', { as: proof, body: {} }), 403),
    ]
    for (const { text } of answers) expect(text).toContain(REASON)
    // Their sign-in is gone at the provider, and the same email is proven by another one.
    const { identityUid } = await market.database.user.findUniqueOrThrow({ where: { id } })
    await market.identity.deleteAccount(identityUid)
    const google = await market.identity.signInWithGoogle({ sub: `google-${email}`, email, name: 'Ana' })
    await refused(() => rpc('accounts.register', { idToken: google.idToken, name: 'Ana', role: 'BUYER' }), 403)
    await refused(() => send('POST', '/users', { as: `Bearer ${google.idToken}`, body }), 403)
    expect(await market.database.session.count({ where: { userId: id, endedAt: null } })).toBe(0)
  })

  it('A190 leaves nothing of a booking, post or payment that comes in the same moment', async () => {
    const { rpc } = attack
    for (let round = 0; round < 5; round += 1) {
      const user = await member()
      const { as } = user
      const [wanted, own, { id: categoryId }] = await Promise.all([
        market.listing(),
        market.listing({ sellerId: user.id }),
        market.category(),
      ])
      await market.upload({ userId: user.id })
      const first = await market.listing()
      const { orderId } = (await rpc('orders.place', { listingId: first.id, ...booking }, { as })).data as {
        orderId: string
      }
      const other = await member()
      const statuses = await Promise.all([
        rpc('orders.place', { listingId: wanted.id, ...booking }, { as }),
        rpc('orders.place', { listingId: own.id, ...booking }, { as: other.as }),
        rpc('payments.createIntent', { orderId }, { as }),
        rpc('listings.create', postIn(categoryId), { as }),
        rpc('listings.advertise', { listingId: own.id }, { as }),
        suspend(user.id).then(() => ({ status: 200 })),
      ])
      for (const { status } of statuses) expect([200, 401, 403, 404, 409]).toContain(status)
      const sides = { OR: [{ buyerId: user.id }, { listing: { sellerId: user.id } }] }
      expect(await market.database.order.count({ where: { ...sides, state: { in: ['PLACED', 'PAID'] } } })).toBe(0)
      const unsold = { sellerId: user.id, state: { in: ['AVAILABLE' as const, 'RESERVED' as const] } }
      expect(await market.database.listing.count({ where: unsold })).toBe(0)
      expect(await listingState(wanted.id)).toBe('AVAILABLE')
      await market.runJobs()
    }
  })
})

describe('the power to suspend', () => {
  it('A191 is no seller’s, not over an admin or oneself, and counts once when it is used twice', async () => {
    const { send, rpc, refused } = attack
    const [seller, victim] = [await people.person('SELLER'), await people.person('BUYER')]
    const [one, other] = [await people.person('ADMIN'), await people.person('ADMIN')]
    const of = (userId: string) => ({ userId, reason: REASON })
    for (const { as } of [seller, victim]) {
      await refused(() => rpc('accounts.suspend', of(victim.id), { as }), 403)
      await refused(() => rpc('accounts.liftSuspension', { userId: victim.id }, { as }), 403)
      await refused(() => send('POST', `/users/${victim.id}/suspension`, { as, body: { reason: REASON } }), 403)
      await refused(() => send('DELETE', `/users/${victim.id}/suspension`, { as }), 403)
    }
    await refused(() => rpc('accounts.suspend', of(victim.id)), 401)
    await refused(() => rpc('accounts.suspend', of(other.id), { as: one.as }), 409)
    await refused(() => rpc('accounts.suspend', of(one.id), { as: one.as }), 409)
    await refused(() => send('POST', `/users/${other.id}/suspension`, { as: one.as, body: { reason: REASON } }), 409)
    await refused(() => send('POST', `/users/${victim.id}/suspension`, { as: one.as, body: { reason: ' ' } }), 400)
    const twice = await Promise.all(
      [one, other].map(({ as }) => send('POST', `/users/${victim.id}/suspension`, { as, body: { reason: REASON } })),
    )
    const counted = twice.map(({ body }) => (body as { modifiedCount: number }).modifiedCount)
    expect(counted.toSorted()).toEqual([0, 1])
    await refused(() => rpc('accounts.me', undefined, { as: victim.as }), 401)
    const lifted = await Promise.all(
      [one, other].map(({ as }) => send('DELETE', `/users/${victim.id}/suspension`, { as })),
    )
    expect(lifted.map(({ body }) => (body as { modifiedCount: number }).modifiedCount).toSorted()).toEqual([0, 1])
    // What was held before the suspension stays ended.
    await refused(() => rpc('accounts.me', undefined, { as: victim.as }), 401)
  })
})

describe('a banned email', () => {
  it('A192 has no account again in capitals, with spaces, by Google or by an old client; other spellings are others’', async () => {
    const { send, rpc, refused } = attack
    const local = `ana.${crypto.randomUUID()}`
    const email = `${local}@example.test`
    const banned = await market.user({ email })
    await admin.accounts.removeUser({ userId: banned.id, banReason: REASON })
    const register = (idToken: string) => rpc('accounts.register', { idToken, name: 'Ana', role: 'BUYER' })
    const { idToken } = await market.identity.signUp({ email: email.toUpperCase(), password: 'second-ring' })
    await market.identity.mailProof(idToken)
    await market.identity.proveEmail(email)
    await refused(() => register(idToken), 403)
    for (const written of [email, email.toUpperCase(), ` ${email} `]) {
      const body = { name: 'Ana', email: written, role: 'Buyer' }
      await refused(() => send('POST', '/users', { as: `Bearer ${idToken}`, body }), 403)
    }
    const google = await market.identity.signInWithGoogle({ sub: `google-${local}`, email, name: 'Ana' })
    await refused(() => register(google.idToken), 403)
    // Who has an email with other dots is not known to be the same person.
    const dotless = await market.identity.signUp({ email: email.replace('.', ''), password: 'second-ring' })
    expect((await register(dotless.idToken)).status).toBe(200)
  })

  it('A224 is not told to whoever has not proven it, and their account of it becomes no proven one', async () => {
    const { send, rpc, refused } = attack
    const answersOf = async (email: string) => {
      const { idToken } = await market.identity.signUp({ email, password: 'second-ring' })
      const as = `Bearer ${idToken}`
      const made = await send('POST', '/users', { as, body: { name: 'Ana', email, role: 'Buyer' } })
      const registered = await rpc('accounts.register', { idToken, name: 'Ana', role: 'BUYER' })
      const entered = await rpc('accounts.exchange', { idToken })
      return { idToken, statuses: [made.status, registered.status, entered.status] }
    }
    const email = `banned-${crypto.randomUUID()}@example.test`
    const banned = await market.user({ email })
    await admin.accounts.removeUser({ userId: banned.id, banReason: REASON })
    const stranger = await answersOf(email)
    expect(stranger.statuses).toEqual((await answersOf(`other-${email}`)).statuses)
    await market.identity.proveEmail(email)
    await refused(() => rpc('accounts.exchange', { idToken: stranger.idToken }), 403)
    expect(await market.database.user.count({ where: { email, emailVerifiedAt: { not: null } } })).toBe(0)
  })

  it('A193 is no weapon against the owner of an email that a squatter signed up with', async () => {
    const { rpc, refused, send } = attack
    const email = `owner-${crypto.randomUUID()}@example.test`
    const squatter = await market.identity.signUp({ email, password: 'second-ring' })
    const registered = await rpc('accounts.register', { idToken: squatter.idToken, name: 'Ana', role: 'BUYER' })
    const { account } = registered.data as { account: { id: string } }
    const { as } = await people.person('ADMIN')
    const ban = { userId: account.id, banReason: REASON }
    await refused(() => rpc('accounts.removeUser', ban, { as }), 409)
    // Neither does a suspension of the squatter's hold the owner.
    await suspend(account.id)
    const signIn = () => market.identity.signInWithGoogle({ sub: `google-${email}`, email, name: 'Owner' })
    const claim = { idToken: (await signIn()).idToken, name: 'Owner', role: 'BUYER' }
    expect((await rpc('accounts.register', claim)).status).toBe(403)
    const owner = await signIn()
    const fresh = await rpc('accounts.register', { idToken: owner.idToken, name: 'Owner', role: 'BUYER' })
    expect(fresh.data).toMatchObject({ created: true })
    const { body } = await send('GET', `/jwt?email=${email}`, { as: `Bearer ${owner.idToken}` })
    expect(body).toMatchObject({ accessToken: expect.stringMatching(/./) })
  })
})
