import { restClient } from '@second-ring/api/http/rest/testing/rest-client'
import { makeScene, type Scene } from '@second-ring/api/http/rest/testing/scene'
import { createMarket, type Market, PICTURE } from '@second-ring/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { attackOn } from '../wire/attack-on.ts'

let market: Market
let attack: ReturnType<typeof attackOn>
let scene: Scene
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
  attack = attackOn(market)
  scene = await makeScene(market, restClient(market))
})
afterAll(() => market.close())

const asAdmin = (path: string, input: unknown) => attack.rpc(path, input, { as: scene.people.admin.as })

/** An empty category that is open. */
let categoryId: string
beforeEach(async () => {
  categoryId = (await market.category()).id
})

describe('the categories', () => {
  it('A126 are changed by admins alone, and by no other path', async () => {
    const changes: [string, object][] = [
      ['catalog.create', { name: 'Mine', image: PICTURE }],
      ['catalog.rename', { categoryId, name: 'Mine' }],
      ['catalog.changePicture', { categoryId, image: PICTURE.replace('0', '1') }],
      ['catalog.place', { categoryId, place: 1 }],
      ['catalog.retire', { categoryId }],
      ['catalog.restore', { categoryId }],
      ['catalog.movePosts', { categoryId: scene.categoryId, toCategoryId: categoryId }],
    ]
    const { buyer, seller } = scene.people
    for (const as of [undefined, buyer.as, seller.as, `${scene.people.admin.as}x`]) {
      const status = as === undefined || as.endsWith('x') ? 401 : 403
      for (const [path, input] of changes) await attack.refused(() => attack.rpc(path, input, { as }), status)
      await attack.refused(() => attack.rpc('catalog.managed', undefined, { as }), status)
    }
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const body = { name: 'Mine', image: PICTURE, position: 0, retired_at: null }
      for (const path of ['/categories', `/categories/${categoryId}`]) {
        await attack.refused(() => attack.send(method, path, { as: scene.people.admin.as, body }), 404, 405)
      }
    }
  })

  it.each([
    ['nothing', ''],
    ['blanks that nobody sees', '\u00a0\u2003'],
    ['a sign that nobody sees', '\u200b'],
    ['a line that goes on', 'Pixel\nNokia'],
    ['NUL', 'Pixel\u0000'],
    ['a text that runs the other way', '\u202eenohp'],
    ['half a sign', 'Pixel\ud800'],
    ['marks without end', `P${'\u0301'.repeat(40)}`],
    ['61 letters', 'x'.repeat(61)],
    ['60,000 letters', 'x'.repeat(60_000)],
    ['a list', ['Pixel']],
    ['an operator', { contains: '' }],
  ])('A127 take no name of %s', async (_what, name) => {
    await attack.refused(() => asAdmin('catalog.create', { name, image: PICTURE }), 400)
    await attack.refused(() => asAdmin('catalog.rename', { categoryId, name }), 400)
  })

  it('A127 take a name once: its case, its accents and its blanks make no other', async () => {
    await asAdmin('catalog.create', { name: 'Élan  Phones', image: PICTURE })
    for (const name of ['élan phones', 'E\u0301LAN PHONES', ' Élan\u00a0Phones ']) {
      await attack.refused(() => asAdmin('catalog.create', { name, image: PICTURE }), 409)
      await attack.refused(() => asAdmin('catalog.rename', { categoryId, name }), 409)
    }
  })

  it('A127 take markup and quotes as text', async () => {
    for (const name of [
      '<img src=x onerror=alert(1)>',
      `'; DROP TABLE categories; --`,
      '../../etc/passwd',
      '__proto__',
    ]) {
      expect((await asAdmin('catalog.create', { name, image: PICTURE })).status).toBe(200)
      const { body } = await attack.send('GET', '/categories')
      expect(body).toContainEqual(expect.objectContaining({ name }))
    }
  })

  it('A128 take no picture that the image host did not give', async () => {
    const images = ['https://evil.test/x.png', '//evil.test/x.webp', 'javascript:alert(1)', '/images/../x.webp', '']
    for (const image of [...images, `http://169.254.169.254/latest`, `${PICTURE}?x`, 'x'.repeat(2001)]) {
      await attack.refused(() => asAdmin('catalog.create', { name: 'Pixel', image }), 400)
      await attack.refused(() => asAdmin('catalog.changePicture', { categoryId, image }), 400)
    }
  })

  it('A129 that are retired take no phone, on both faces, and show none', async () => {
    await asAdmin('catalog.retire', { categoryId })
    const { as, email } = scene.people.seller
    const post = {
      ...{ id: categoryId, condition: 'good', description: 'Works.', image: PICTURE, product_name: 'Aurora 9', email },
      ...{ location: 'Portland', resale_price: 100, orginal_price: 200, year_used: 1, seller_name: 'Ana' },
    }
    await attack.refused(() => attack.send('POST', '/addProduct', { as, body: post }), 400)
    const input = {
      ...{ categoryId, productName: 'Aurora 9', sellerName: 'Ana', condition: 'GOOD', description: 'Works.' },
      ...{
        location: 'Portland',
        images: [PICTURE],
        resalePriceCents: 10_000,
        originalPriceCents: 20_000,
        yearsUsed: 1,
      },
    }
    await attack.refused(() => attack.rpc('listings.create', input, { as }), 400)
    const move = { categoryId: scene.categoryId, toCategoryId: categoryId }
    await attack.refused(() => asAdmin('catalog.movePosts', move), 400)
    expect((await attack.send('GET', `/categories/${categoryId}`)).body).toEqual([])
    expect((await attack.send('GET', '/categories')).body).not.toContainEqual(
      expect.objectContaining({ _id: categoryId }),
    )
    expect((await attack.rpc('catalog.category', { categoryId })).status).toBe(404)
  })

  it('A129 with phones for sale or booked are not retired', async () => {
    await attack.refused(() => asAdmin('catalog.retire', { categoryId: scene.categoryId }), 409)
  })

  it('A130 changed by many admins at once keep one name each, and an order without gaps', async () => {
    const names = ['One', 'one', 'ONE', 'Two', 'two', 'Three']
    const made = await Promise.all(names.map(name => asAdmin('catalog.create', { name, image: PICTURE })))
    expect(made.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409, 409, 409])
    const places = made.flatMap(({ data }) => (data ? [(data as { categoryId: string }).categoryId] : []))
    const moves = places.flatMap(id => [1, 2, 99].map(place => asAdmin('catalog.place', { categoryId: id, place })))
    for (const { status } of await Promise.all(moves)) expect(status).toBe(200)
    const rows = await market.database.category.findMany({ where: { retiredAt: null }, orderBy: { position: 'asc' } })
    expect(rows.map(({ position }) => position)).toEqual(rows.map((_row, index) => index))
  })
})
