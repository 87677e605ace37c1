import { restClient } from '@second-ring/api/http/rest/testing/rest-client'
import { makeScene, type Scene } from '@second-ring/api/http/rest/testing/scene'
import { appRouter } from '@second-ring/api/trpc-api/app-router'
import { createMarket, type Market, PICTURE } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attackOn } from '../wire/attack-on.ts'
import { type Person, usersOf } from '../wire/users.ts'

let market: Market
let attack: ReturnType<typeof attackOn>
let scene: Scene
beforeAll(async () => {
  // Without webhooks, so that nothing but the calls changes anything.
  market = await createMarket({ webhooks: false })
  attack = attackOn(market)
  scene = await makeScene(market, restClient(market))
})
afterAll(() => market.close())

const newPost = () => ({
  id: scene.categoryId,
  condition: 'good',
  description: 'Works.',
  image: PICTURE,
  product_name: 'Aurora 9',
  location: 'Portland',
  resale_price: 100,
  orginal_price: 200,
  year_used: 1,
  seller_name: 'Ana',
})

describe('whoever is no seller or no admin', () => {
  it('A27 posts nothing: a buyer', async () => {
    const { as, email } = scene.people.buyer
    await attack.refused(() => attack.send('POST', '/addProduct', { as, body: { ...newPost(), email } }), 403)
    const input = {
      categoryId: scene.categoryId,
      productName: 'Aurora 9',
      sellerName: 'Ana',
      condition: 'GOOD',
      description: 'Works.',
      location: 'Portland',
      images: [PICTURE],
      resalePriceCents: 10_000,
      originalPriceCents: 20_000,
      yearsUsed: 1,
    }
    await attack.refused(() => attack.rpc('listings.create', input, { as }), 403)
    expect((await attack.rpc('listings.create', input, { as: scene.people.seller.as })).status).toBe(200)
  })

  it.each(['buyer', 'seller'] as const)('A28 deletes and lists nobody: a %s', async caller => {
    const { as } = scene.people[caller]
    const { send, rpc, refused } = attack
    for (const id of [scene.people['another buyer'].id, scene.people.admin.id, scene.people[caller].id]) {
      await refused(() => send('DELETE', `/users/${id}`, { as }), 403)
      await refused(() => rpc('accounts.removeUser', { userId: id }, { as }), 403)
      await refused(() => rpc('accounts.previewRemoval', { userId: id }, { as }), 403)
    }
    for (const role of ['Buyer', 'Seller']) {
      const answer = await refused(() => send('GET', `/users/${role}`, { as }), 403)
      expect(answer.text).not.toContain('@')
      await refused(() => rpc('accounts.list', { role: role.toUpperCase() }, { as }), 403)
    }
  })
})

describe('a seller', () => {
  it('A29 does not verify themself', async () => {
    const { as, id } = scene.people.seller
    const { send, rpc, refused } = attack
    await refused(() => send('POST', `/users/${id}`, { as, body: { verified: 'verified' } }), 403)
    await refused(() => rpc('accounts.verifySeller', { userId: id }, { as }), 403)
    await refused(() => send('POST', `/users/${id}`, { body: { verified: 'verified' } }), 401)
  })
})

describe('a person’s role', () => {
  it('A30 is not chosen to be admin', async () => {
    const { as, email } = await usersOf(market).newcomer()
    const idToken = as.slice('Bearer '.length)
    const { send, rpc, refused } = attack
    for (const role of ['admin', 'Admin', 'ADMIN', ' Buyer', 'buyer', ['Buyer', 'admin'], { not: 'Buyer' }, null, 1]) {
      await refused(() => send('POST', '/users', { as, body: { name: 'Eve', email, role } }), 400)
      await refused(() => rpc('accounts.register', { idToken, name: 'Eve', role }), 400)
    }
    for (const extra of [{ isAdmin: true }, { admin: 1 }]) {
      const { data } = await rpc('accounts.register', { idToken, name: 'Eve', role: 'BUYER', ...extra })
      expect(data).toMatchObject({ account: { role: 'BUYER' } })
    }
  })

  it('A31 is not changed by signing up again', async () => {
    const { as, email } = await usersOf(market).newcomer()
    const idToken = as.slice('Bearer '.length)
    const made = await attack.send('POST', '/users', { as, body: { name: 'Ben', email, role: 'Buyer' } })
    const { send, rpc, refused } = attack
    const again = await refused(() => send('POST', '/users', { as, body: { name: 'Eve', email, role: 'Seller' } }), 200)
    expect(again.body).toEqual(made.body)
    const { data } = await refused(() => rpc('accounts.register', { idToken, name: 'Eve', role: 'SELLER' }), 200)
    expect(data).toMatchObject({ created: false, account: { name: 'Ben', role: 'BUYER' } })
  })

  it('A32 is not sent along with a verification', async () => {
    const { send, rpc, refused } = attack
    const { as } = scene.people.admin
    const { id } = scene.people.seller
    for (const extra of [
      { role: 'admin' },
      { email: 'eve@example.test' },
      { status: 'verified' },
      { _id: id },
      { state: 'x' },
    ]) {
      await refused(() => send('POST', `/users/${id}`, { as, body: { verified: 'verified', ...extra } }), 400)
    }
    for (const verified of ['unverified', '', true, null, ['verified'], { not: '' }]) {
      await refused(() => send('POST', `/users/${id}`, { as, body: { verified } }), 400)
    }
    // The name is only compared with the seller's.
    await refused(() => rpc('accounts.verifySeller', { userId: id, name: 'Eve' }, { as }), 409)
    const input = { userId: id, role: 'ADMIN', email: 'eve@example.test', name: scene.people.seller.name }
    expect((await rpc('accounts.verifySeller', input, { as })).status).toBe(200)
    const seller = await market.database.user.findUniqueOrThrow({ where: { id } })
    expect(seller).toMatchObject({ role: 'SELLER', email: scene.people.seller.email, name: scene.people.seller.name })
  })

  it('A37 of the last admin is not given up: they do not delete themself, and nothing demotes them', async () => {
    const { as, id } = scene.people.admin
    expect(await market.database.user.count({ where: { role: 'ADMIN', deletedAt: null } })).toBe(1)
    const { send, rpc, refused } = attack
    const { body } = await refused(() => send('DELETE', `/users/${id}`, { as }), 409)
    expect(body).toMatchObject({ deletedCount: 0 })
    await refused(() => rpc('accounts.removeUser', { userId: id }, { as }), 409)
    await refused(() => send('POST', `/users/${id}`, { as, body: { role: 'Buyer' } }), 400)
    await refused(() => send('POST', `/users/${id}`, { as, body: { verified: 'verified' } }), 404)
  })

  it('A37 of two admins who delete each other at once, one remains', async () => {
    const [one, other] = [await usersOf(market).person('ADMIN'), await usersOf(market).person('ADMIN')]
    for (const { id } of [one, other]) {
      expect((await attack.send('DELETE', `/users/${id}`, { as: scene.people.admin.as })).status).toBe(409)
    }
    const answers = await Promise.all([
      attack.send('DELETE', `/users/${other.id}`, { as: one.as }),
      attack.rpc('accounts.removeUser', { userId: one.id }, { as: other.as }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    const left = await market.database.user.count({ where: { id: { in: [one.id, other.id] }, deletedAt: null } })
    expect(left).toBe(1)
  })
})

describe('what a client may not say of itself', () => {
  const authority = {
    _id: crypto.randomUUID(),
    status: 'verified',
    paid: true,
    advertisedAt: new Date(0).toISOString(),
  }

  it('A35 is refused on the REST paths', async () => {
    const { send, refused } = attack
    const { seller, buyer } = scene.people
    const booking = {
      product: scene.available.name,
      product_img: PICTURE,
      email: buyer.email,
      price: 200,
      location: 'L',
      phone: '555 0100',
    }
    for (const [name, value] of Object.entries({
      ...authority,
      sellerId: buyer.id,
      state: 'SOLD',
      role: 'admin',
      verified: true,
    })) {
      const post = { ...newPost(), email: seller.email, [name]: value }
      await refused(() => send('POST', '/addProduct', { as: seller.as, body: post }), 400)
      await refused(() => send('POST', '/orders', { as: buyer.as, body: { ...booking, [name]: value } }), 400)
      await refused(() => send('GET', `/orders?email=${buyer.email}&${name}=1`, { as: buyer.as }), 400)
    }
  })

  it('A35 has no effect on the typed face', async () => {
    const { seller, buyer } = scene.people
    const claims = {
      ...authority,
      id: authority._id,
      sellerId: buyer.id,
      buyerId: seller.id,
      state: 'SOLD',
      postedAt: authority.advertisedAt,
      priceCents: 1,
      handoverCode: '000000',
    }
    const post = {
      categoryId: scene.categoryId,
      productName: 'Aurora 9',
      sellerName: 'Ana',
      condition: 'GOOD',
      description: 'Works.',
      location: 'Portland',
      images: [PICTURE],
      resalePriceCents: 10_000,
      originalPriceCents: 20_000,
      yearsUsed: 1,
    }
    const made = await attack.rpc('listings.create', { ...claims, ...post }, { as: seller.as })
    const { listingId } = made.data as { listingId: string }
    expect(listingId).not.toBe(claims.id)
    const listing = await market.database.listing.findUniqueOrThrow({ where: { id: listingId } })
    expect(listing).toMatchObject({ sellerId: seller.id, state: 'AVAILABLE', advertisedAt: null })
    expect(listing.postedAt.getTime()).toBeGreaterThan(0)
    const booking = { ...claims, listingId, phone: '555 0100', meetingPlace: 'Library', expectedPriceCents: 10_000 }
    const { orderId } = (await attack.rpc('orders.place', booking, { as: buyer.as })).data as { orderId: string }
    const order = await market.database.order.findUniqueOrThrow({ where: { id: orderId } })
    expect(order).toMatchObject({ buyerId: buyer.id, state: 'PLACED', priceCents: 10_000, handoverCode: null })
  })
})

describe('every procedure', () => {
  const byPath: object = appRouter._def.procedures
  const everyone = [
    'accounts.exchange',
    'accounts.register',
    'catalog.categories',
    'catalog.category',
    'catalog.retired',
    'listings.advertised',
    'listings.byCategory',
    'listings.bySeller',
    'listings.get',
    'listings.gone',
    'listings.priceBand',
    'listings.seller',
    'listings.similar',
    'mails.unsubscribe',
    'search.facets',
    'search.listings',
    'search.suggest',
  ]
  const sellers = [
    'claims.answer',
    'claims.renewReturnCode',
    'earnings.deal',
    'fees.quote',
    'listings.advertise',
    'listings.create',
    'listings.edit',
    'listings.mine',
    'listings.remove',
    'listings.stopAdvertising',
    'orders.claimHandover',
    'orders.handOver',
    'payouts.account',
    'payouts.refreshAccount',
    'payouts.startOnboarding',
  ]
  const staff = ['earnings.deals', 'earnings.statement', 'earnings.summary', 'orders.release', 'payments.refund']
  const notForAdmins = ['accounts.cancelDeletion', 'accounts.startSelling']
  const admins = [
    'cases.addNote',
    'cases.byOrder',
    'cases.decide',
    'cases.list',
    'cases.open',
    'orders.all',
    'orders.decideHandover',
    'payments.askRefundAgain',
    'payments.decideUnmatched',
    'payments.disputeEvidence',
    'payments.open',
    'payments.settleRefundOutside',
    'payments.submitEvidence',
    'payments.summary',
    'accounts.bannedEmails',
    'accounts.byId',
    'accounts.endUserSessions',
    'accounts.freezePayouts',
    'accounts.liftBan',
    'accounts.liftSuspension',
    'accounts.list',
    'accounts.listingsOf',
    'accounts.ordersOf',
    'accounts.previewRemoval',
    'accounts.proposeRemoval',
    'accounts.releasePayouts',
    'accounts.removeUser',
    'accounts.sessionsOf',
    'accounts.suspend',
    'accounts.unverifySeller',
    'accounts.verifySeller',
    'accounts.withdrawRemoval',
    'accounts.endUserSessions',
    'audit.list',
    'catalog.changePicture',
    'catalog.create',
    'catalog.managed',
    'catalog.movePosts',
    'catalog.place',
    'catalog.rename',
    'catalog.restore',
    'catalog.retire',
    'factor.makeToken',
    'factor.mine',
    'factor.proveByCode',
    'factor.proveByPasskey',
    'factor.registerPasskey',
    'factor.removePasskey',
    'factor.renewCodes',
    'factor.revokeToken',
    'factor.startPasskey',
    'factor.startProof',
    'listings.flagged',
    'listings.previewRemoval',
    'listings.removeAny',
    'reports.dismiss',
    'reports.open',
    'reports.queue',
  ]

  async function codeFor(path: string, caller?: Person): Promise<string | undefined> {
    return (await attack.rpc(path, {}, { as: caller?.as })).code
  }

  it.each(Object.keys(byPath))('A40 %s asks who is calling, and lets no wrong role in', async path => {
    if (everyone.includes(path)) {
      expect(['INVALID_INPUT', undefined]).toContain(await codeFor(path))
      return
    }
    expect(await codeFor(path)).toBe('UNAUTHENTICATED')
    const { buyer, seller, admin } = scene.people
    const isFor = (role: 'buyer' | 'seller' | 'admin'): boolean =>
      (!sellers.includes(path) || role === 'seller') &&
      (!admins.includes(path) || role === 'admin') &&
      (!notForAdmins.includes(path) || role !== 'admin') &&
      (!staff.includes(path) || role !== 'buyer')
    for (const [role, person] of Object.entries({ buyer, seller, admin }) as ['buyer', Person][]) {
      // What the call before did to its session is not what is tried here.
      await market.database.session.updateMany({
        where: { userId: person.id },
        data: { endedAt: null, endReason: null },
      })
      if (isFor(role)) expect(await codeFor(path, person), role).not.toBe('FORBIDDEN')
      else expect(await codeFor(path, person), role).toBe('FORBIDDEN')
    }
    // Who has just started to sell is a buyer for the next.
    await market.database.user.update({ where: { id: buyer.id }, data: { role: 'BUYER' } })
  })
})
