import { restClient } from '@second-ring/api/http/rest/testing/rest-client'
import { makeScene, type Scene } from '@second-ring/api/http/rest/testing/scene'
import { createMarket, type Market, PICTURE } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attackOn } from '../wire/attack-on.ts'
import type { Person } from '../wire/users.ts'

let market: Market
let attack: ReturnType<typeof attackOn>
let scene: Scene
let stranger: Person
let rival: Person
beforeAll(async () => {
  // Without webhooks, so that nothing but the calls changes anything.
  market = await createMarket({ webhooks: false })
  attack = attackOn(market)
  scene = await makeScene(market, restClient(market))
  stranger = scene.people['another buyer']
  rival = scene.people['another seller']
})
afterAll(() => market.close())

const nobody = { email: '', as: undefined }

describe('another’s order', () => {
  it('A22 is not shown', async () => {
    const { send, rpc, refused } = attack
    const { id } = scene.order
    for (const { as } of [stranger, rival]) {
      await refused(() => send('GET', `/orders/${id}`, { as }), 404)
      await refused(() => rpc('orders.byId', { orderId: id }, { as }), 404)
    }
    await refused(() => send('GET', `/orders/${id}`), 401)
    await refused(() => rpc('orders.byId', { orderId: id }), 401)
    // What is another's and what is not there learn apart by nothing.
    const there = await send('GET', `/orders/${id}`, { as: stranger.as })
    const gone = await send('GET', `/orders/${scene.booked.id}`, { as: stranger.as })
    expect(there.body).toEqual(gone.body)
  })

  it('A23 is not in the list of whoever names another email', async () => {
    const { email } = scene.people.buyer
    for (const { as } of [stranger, scene.people.seller, scene.people.admin]) {
      const answer = await attack.refused(() => attack.send('GET', `/orders?email=${email}`, { as }), 403)
      expect(answer.text).not.toContain(scene.order.id)
    }
    await attack.refused(() => attack.send('GET', `/orders?email=${email}`), 401)
    const mine = await attack.rpc('orders.mine', { email, buyerId: scene.people.buyer.id }, { as: stranger.as })
    expect(mine.data).toEqual({ items: [], nextCursor: null })
  })

  it('A24 is not in a list without an email, which is refused', async () => {
    const queries = [
      '',
      '?',
      '?email',
      '?email=',
      '?email=%20',
      '?Email=a@x.co',
      '?email=undefined',
      '?email=null',
      '?email[not]=x',
      '?email=*',
      '?email=%25',
    ]
    for (const { as } of [stranger, scene.people.admin]) {
      for (const query of queries) {
        const answer = await attack.refused(() => attack.send('GET', `/orders${query}`, { as }), 400)
        expect(answer.text).not.toContain(scene.order.id)
      }
    }
  })

  it('A39 keeps its code, phone number and meeting place from everyone but its buyer and seller', async () => {
    const { send, rpc, refused } = attack
    const { listing, orderId } = await paidOrder()
    const secrets = ['+1 555 010 0777', 'Behind the fountain', await codeOf(orderId)]
    const reads = (as: string | undefined) => [
      () => send('GET', `/orders/${orderId}`, { as }),
      () => send('GET', `/categories/${scene.categoryId}`, { as }),
      () => send('GET', '/getAddProduct', { as }),
      () => rpc('orders.byId', { orderId }, { as }),
      () => rpc('orders.mine', {}, { as }),
      () => rpc('listings.byCategory', { categoryId: listing.categoryId }, { as }),
      () => rpc('listings.advertised', {}, { as }),
      () => rpc('listings.favorites', {}, { as }),
      () => rpc('listings.mine', {}, { as }),
      () => rpc('notices.list', {}, { as }),
      () => rpc('orders.myWaitingPlaces', {}, { as }),
    ]
    await rpc('listings.setFavorite', { listingId: listing.id, favorite: true }, { as: stranger.as })
    for (const { as } of [nobody, stranger, rival]) {
      for (const read of reads(as)) for (const secret of secrets) expect((await read()).text).not.toContain(secret)
      await refused(() => rpc('orders.renewHandoverCode', { orderId }, { as }), 401, 404)
    }
    // The seller learns where and whom to meet, and is given the code by the buyer alone.
    const [phone = '', place = '', code = ''] = secrets
    const sellers = await Promise.all(reads(scene.people.seller.as).map(read => read()))
    expect(sellers.some(({ text }) => text.includes(phone) && text.includes(place))).toBe(true)
    for (const { text } of sellers) expect(text).not.toContain(code)
    await refused(() => rpc('orders.renewHandoverCode', { orderId }, { as: scene.people.seller.as }), 404)
    await refused(() => rpc('orders.renewHandoverCode', { orderId }, { as: scene.people.admin.as }), 404)
    expect((await rpc('orders.byId', { orderId }, { as: scene.people.admin.as })).text).not.toContain(code)
    expect((await rpc('orders.byId', { orderId }, { as: scene.people.buyer.as })).text).toContain(code)
  })
})

describe('another’s posts', () => {
  it('A25 are not listed for whoever names another email', async () => {
    const path = `/getProduct?email=${scene.people.seller.email}`
    for (const { as } of [stranger, rival, scene.people.admin]) {
      await attack.refused(() => attack.send('GET', path, { as }), 403)
    }
    await attack.refused(() => attack.send('GET', path), 401)
    const mine = await attack.rpc('listings.mine', { sellerId: scene.people.seller.id }, { as: rival.as })
    expect(mine.data).toEqual({ items: [], nextCursor: null })
  })

  it('A26 are not deleted', async () => {
    const { id } = scene.available
    await attack.refused(() => attack.send('DELETE', `/deleteProduct/${id}`, { as: rival.as }), 404)
    await attack.refused(() => attack.rpc('listings.remove', { listingId: id }, { as: rival.as }), 404)
    for (const { as } of [stranger, scene.people.admin]) {
      await attack.refused(() => attack.send('DELETE', `/deleteProduct/${id}`, { as }), 403)
      await attack.refused(() => attack.rpc('listings.remove', { listingId: id }, { as }), 403)
    }
    await attack.refused(() => attack.send('DELETE', `/deleteProduct/${id}`), 401)
    await attack.refused(() => attack.rpc('listings.remove', { listingId: id }), 401)
  })

  it('A36 are not advertised, changed or taken off Home', async () => {
    const { id, name } = scene.available
    const edit = { listingId: id, description: 'Mine now', resalePriceCents: 100 }
    for (const [as, status] of [
      [rival.as, 404],
      [stranger.as, 403],
      [scene.people.admin.as, 403],
      [undefined, 401],
    ] as const) {
      const { send, rpc, refused } = attack
      await refused(() => send('POST', '/addProductTohome', { as, body: { _id: id } }), status)
      const described = { product_name: name, image: PICTURE, resale_price: '200' }
      await refused(() => send('POST', '/addProductTohome', { as, body: described }), status)
      await refused(() => rpc('listings.advertise', { listingId: id }, { as }), status)
      await refused(() => rpc('listings.stopAdvertising', { listingId: id }, { as }), status)
      await refused(() => rpc('listings.edit', edit, { as }), status)
    }
  })
})

describe('another’s email', () => {
  it('A33 tells nothing of a person, not even whether they are there', async () => {
    const asked = [scene.people.admin.email, scene.people.seller.email, 'nobody@example.test']
    for (const { as } of [stranger, scene.people.seller]) {
      for (const kind of ['admin', 'seller']) {
        const emails = asked.filter(email => email !== scene.people.seller.email || as !== scene.people.seller.as)
        const answers = []
        for (const email of emails) {
          const { text } = await attack.refused(() => attack.send('GET', `/users/${kind}/${email}`, { as }), 403)
          answers.push(text)
        }
        expect(new Set(answers).size).toBe(1)
      }
    }
    for (const email of asked) await attack.refused(() => attack.send('GET', `/users/admin/${email}`), 401)
  })

  it('A34 is no name to post, book or pay under', async () => {
    const { send, refused } = attack
    const { email } = scene.people.seller
    const { categoryId, available, order } = scene
    const product = {
      id: categoryId,
      condition: 'good',
      description: 'Works.',
      image: PICTURE,
      product_name: 'Aurora 9',
      location: 'Portland',
      resale_price: 100,
      orginal_price: 200,
      year_used: 1,
      seller_name: 'Sana',
      email,
    }
    const booking = {
      name: 'Ben',
      product: available.name,
      product_img: PICTURE,
      email,
      price: 200,
      location: 'Library',
      phone: '555 0100',
    }
    const payment = { price: 200, transactionId: order.transactionId, email, bookingId: order.id }
    await refused(() => send('POST', '/addProduct', { as: rival.as, body: product }), 403)
    await refused(() => send('POST', '/addProductTohome', { as: rival.as, body: { _id: available.id, email } }), 403)
    await refused(() => send('POST', '/orders', { as: stranger.as, body: booking }), 403)
    await refused(() => send('POST', '/payments', { as: scene.people.buyer.as, body: payment }), 403)
  })
})

describe('one’s own phone', () => {
  it('A38 is not to be booked', async () => {
    const { as, email } = scene.people.seller
    const { id, name } = scene.available
    const booking = {
      name: 'Me',
      product: name,
      product_img: PICTURE,
      email,
      price: 200,
      location: 'Library',
      phone: '555 0100',
      productId: id,
    }
    const { body } = await attack.refused(() => attack.send('POST', '/orders', { as, body: booking }), 200)
    expect(body).toEqual({ acknowledged: false, message: 'You cannot book your own product' })
    const input = { listingId: id, phone: '555 0100', meetingPlace: 'Library', expectedPriceCents: 20_000 }
    const answer = await attack.refused(() => attack.rpc('orders.place', input, { as }), 409)
    expect(answer.code).toBe('OWN_LISTING')
  })
})

/** A phone of the scene's seller, paid by the scene's buyer. */
async function paidOrder() {
  const listing = await market.listing({ sellerId: scene.people.seller.id, categoryId: scene.categoryId })
  const buyer = market.as(scene.people.buyer.id)
  const booking = {
    listingId: listing.id,
    phone: '+1 555 010 0777',
    meetingPlace: 'Behind the fountain',
    expectedPriceCents: 20_000,
  }
  const { orderId } = await buyer.orders.place(booking)
  const { clientSecret } = await buyer.payments.createIntent({ orderId })
  await buyer.payments.confirm({ orderId, transactionId: await market.card.pay(clientSecret) })
  return { listing, orderId }
}

async function codeOf(orderId: string): Promise<string> {
  const { handoverCode } = await market.as(scene.people.buyer.id).orders.byId({ orderId })
  if (handoverCode === null) throw new Error('This order has no code')
  return handoverCode
}
