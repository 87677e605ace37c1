import { createMarket, type Market, PICTURE } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attackOn } from '../wire/attack-on.ts'
import { type Person, usersOf } from '../wire/users.ts'

let market: Market
let attack: ReturnType<typeof attackOn>
let seller: Person
let admin: Person
let newcomer: { email: string; as: string }
let categoryId: string
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
  attack = attackOn(market)
  const users = usersOf(market)
  seller = await users.person('SELLER')
  admin = await users.person('ADMIN')
  newcomer = await users.newcomer()
  categoryId = (await market.category()).id
})
afterAll(() => market.close())

const ofEverything = ['Ana ✔', 'Ana ✅', 'Ana ★', 'A\u200Bna', '\u2060Ana', 'An\u{E0041}a', 'Аna', 'Ana√']
const ofPersons = [...ofEverything, 'Ana Verified', 'Ana (VÉRIFIED)']

const disguised = {
  everything: ['ᴀna', 'Ana ᵛⁱᵖ', '𝐀na', 'Ana 🥈', 'Ana ꪜ', 'Ana ⍻', 'Anaա', 'А1na', 'Aᏼa', 'Sμpport'],
  persons: [
    'Ana v3r1f13d',
    'AnaVerified',
    'V E R I F I E D',
    'veri.fied Ana',
    'Ana 🆅🅴🆁🅸🅵🅸🅴🅳',
    'Ana Vɇɍɨƒɨɇđ',
    'Ana verlfled',
  ],
}

describe('a name in disguise', () => {
  it.each([...disguised.everything, ...disguised.persons])('A154 is no person’s: %j', async name => {
    const { send, rpc, refused } = attack
    const body = { name, email: newcomer.email, role: 'Seller' }
    await refused(() => send('POST', '/users', { as: newcomer.as, body }), 400)
    const idToken = newcomer.as.slice('Bearer '.length)
    await refused(() => rpc('accounts.register', { idToken, name, role: 'SELLER' }), 400)
    await refused(() => send('POST', '/addProduct', { as: seller.as, body: { ...product(), seller_name: name } }), 400)
    await refused(() => rpc('listings.create', { ...listing(), sellerName: name }, { as: seller.as }), 400)
  })

  it.each(disguised.everything)('A154 is no phone’s, place’s or category’s: %j', async name => {
    const { send, rpc, refused } = attack
    for (const field of ['product_name', 'location'])
      await refused(() => send('POST', '/addProduct', { as: seller.as, body: { ...product(), [field]: name } }), 400)
    await refused(() => rpc('listings.create', { ...listing(), productName: name }, { as: seller.as }), 400)
    await refused(() => rpc('catalog.create', { name, image: PICTURE }, { as: admin.as }), 400)
  })

  it('A154 keeps nobody out whose name only sounds so', async () => {
    const body = { ...product(), seller_name: 'Oliver I. Fiedler' }
    expect((await attack.send('POST', '/addProduct', { as: seller.as, body })).status).toBe(200)
  })
})

describe('a name that passes for another', () => {
  it.each(ofPersons)('A145 is no person’s: %j', async name => {
    const { send, rpc, refused } = attack
    const body = { name, email: newcomer.email, role: 'Seller' }
    await refused(() => send('POST', '/users', { as: newcomer.as, body }), 400)
    const idToken = newcomer.as.slice('Bearer '.length)
    await refused(() => rpc('accounts.register', { idToken, name, role: 'SELLER' }), 400)
    await refused(() => send('POST', '/addProduct', { as: seller.as, body: { ...product(), seller_name: name } }), 400)
    await refused(() => rpc('listings.create', { ...listing(), sellerName: name }, { as: seller.as }), 400)
  })

  it.each(ofEverything)('A145 is no phone’s, place’s or category’s: %j', async name => {
    const { send, rpc, refused } = attack
    for (const field of ['product_name', 'location'])
      await refused(() => send('POST', '/addProduct', { as: seller.as, body: { ...product(), [field]: name } }), 400)
    for (const field of ['productName', 'location'])
      await refused(() => rpc('listings.create', { ...listing(), [field]: name }, { as: seller.as }), 400)
    await refused(() => rpc('catalog.create', { name, image: PICTURE }, { as: admin.as }), 400)
  })

  it('A145 stands beside the account’s own, which has the tick', async () => {
    const { id: sellerId } = await market.user({ role: 'SELLER', name: 'Eve Smith' })
    const { id: listingId } = await market.listing({ sellerId, sellerName: 'Amara Osei' })
    const { data } = await attack.rpc('listings.get', { listingId })
    expect(data).toMatchObject({ sellerName: 'Amara Osei', sellerAccountName: 'Eve Smith' })
  })
})

function product() {
  return {
    id: categoryId,
    condition: 'good',
    description: 'Works.',
    image: PICTURE,
    product_name: 'Aurora 9',
    location: 'Portland',
    resale_price: 100,
    orginal_price: 200,
    year_used: 1,
    seller_name: 'Ana',
    email: seller.email,
  }
}

function listing() {
  return {
    categoryId,
    sellerName: 'Ana',
    productName: 'Aurora 9',
    images: [PICTURE],
    condition: 'GOOD',
    description: 'Works.',
    location: 'Portland',
    resalePriceCents: 10_000,
    originalPriceCents: 20_000,
    yearsUsed: 1,
  }
}
