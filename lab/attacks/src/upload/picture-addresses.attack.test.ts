import { createMarket, type Market, PICTURE } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { attackOn } from '../wire/attack-on.ts'
import { type Person, usersOf } from '../wire/users.ts'

let market: Market
let seller: Person
let buyer: Person
let categoryId: string
beforeAll(async () => {
  market = await createMarket({ webhooks: false, takesPictures: true })
  seller = await usersOf(market).person('SELLER')
  buyer = await usersOf(market).person()
  categoryId = (await market.category()).id
})
afterAll(() => market.close())

const anywhere = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'data:image/png;base64,iVBORw0KGgo=',
  'file:///etc/passwd',
  'blob:http://localhost/1',
  'ftp://evil.example/a.png',
  'gopher://127.0.0.1:5432/',
  'http://evil.example/a.png',
  'https://evil.example/a.png',
  '//evil.example/a.png',
  '\\\\evil.example\\a.png',
  '/\\evil.example/a.png',
  'http://127.0.0.1:5432/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::1]/a.png',
  'http://localhost:1/a.png',
  'x',
  '',
  ' ',
  '/',
]

/** Sends an address as the picture of a post, on every call that takes one. */
async function refusedEverywhere(url: string, at = market.url): Promise<void> {
  const { send, rpc, refused } = attackOn({ ...market, url: at })
  const { as, email } = seller
  const post = {
    id: categoryId,
    condition: 'good',
    description: 'Works.',
    image: url,
    product_name: 'Aurora 9',
    location: 'Portland',
    resale_price: 100,
    orginal_price: 200,
    year_used: 1,
    seller_name: 'Ana',
    email,
  }
  await refused(() => send('POST', '/addProduct', { as, body: post }), 400)
  const advertised = { product_name: 'Aurora 12', image: url, resale_price: 200 }
  await refused(() => send('POST', '/addProductTohome', { as, body: advertised }), 400)
  const booking = {
    product: 'Aurora 12',
    product_img: url,
    email: buyer.email,
    price: 200,
    location: 'L',
    phone: '555 0100',
  }
  await refused(() => send('POST', '/orders', { as: buyer.as, body: booking }), 400)
  const { id: listingId } = await market.listing({ sellerId: seller.id })
  const listing = {
    categoryId,
    productName: 'Aurora 9',
    sellerName: 'Ana',
    condition: 'GOOD',
    description: 'Works.',
    location: 'Portland',
    resalePriceCents: 10_000,
    originalPriceCents: 20_000,
    yearsUsed: 1,
  }
  for (const images of [[url], [PICTURE, url]]) {
    await refused(() => rpc('listings.create', { ...listing, images }, { as }), 400)
    const edit = { listingId, description: 'Works.', resalePriceCents: 100, images }
    await refused(() => rpc('listings.edit', edit, { as }), 400)
  }
}

describe('the address of a picture', () => {
  it.each([
    ...anywhere,
    `http://localhost.evil.example${PICTURE}`,
    `http://evil.example/http://localhost${PICTURE}`,
    `http://localhost@evil.example${PICTURE}`,
    `https://localhost${PICTURE}`,
    `http://localhost:80.evil.example${PICTURE}`,
    `/x/..${PICTURE}`,
    `${PICTURE}?x=1`,
    `${PICTURE}#x`,
    `${PICTURE}\n`,
    PICTURE.toUpperCase(),
    PICTURE.replace('.webp', '.svg'),
    PICTURE.replace('.webp', '-320.webp'),
    PICTURE.replace('/images/', '/images//'),
    '/images/../config.json',
    '/images/%2e%2e/config.json',
    `/images/${'0'.repeat(31)}.webp`,
  ])('A76 is not of this host and refused: %s', async url => {
    await refusedEverywhere(url)
  })

  it('A76 has to be below the image host’s own address, where that is another site', async () => {
    const api = await market.startProcess({
      SANDBOX_IMAGE_HOST_URL: '',
      IMAGE_HOST_URL: 'https://upload.example/1/upload',
      IMAGE_HOST_BASE_URL: 'https://pictures.example/market/',
    })
    const others = [
      ...anywhere,
      PICTURE,
      'https://pictures.example/other/a.png',
      'https://pictures.example/market/../other/a.png',
      'https://pictures.example/market/%2e%2e/other/a.png',
      'https://pictures.example.evil.example/market/a.png',
      'https://evil.example@pictures.example/market/a.png',
      'https://pictures.example:8443/market/a.png',
      'http://pictures.example/market/a.png',
      'https://pictures.example\\@evil.example/market/a.png',
      'https://upload.example/market/a.png',
      'https://PICTURES.example.evil.example/market/a.png',
    ]
    try {
      for (const url of others) await refusedEverywhere(url, api.url)
    } finally {
      await api.stop()
    }
  })

  it('A76 has to be the site’s or the bucket’s, where the API keeps pictures in one', async () => {
    const api = await market.startProcess({
      SANDBOX_IMAGE_HOST_URL: '',
      // Nothing is asked of it: an address is judged by itself.
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_REGION: 'eu-test-1',
      S3_BUCKET: 'pictures',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
      S3_PUBLIC_URL: 'https://cdn.example/market',
    })
    const others = [
      ...anywhere,
      'https://cdn.example/market/a.webp',
      `https://cdn.example${PICTURE}`,
      `https://cdn.example/market/x/..${PICTURE}`,
      `https://cdn.example/market/%2e%2e${PICTURE}`,
      `https://cdn.example/market//${PICTURE}`,
      `https://cdn.example.evil.example/market${PICTURE}`,
      `https://evil.example@cdn.example/market${PICTURE}`,
      `https://cdn.example:8443/market${PICTURE}`,
      `http://cdn.example/market${PICTURE}`,
      `https://cdn.example\\@evil.example/market${PICTURE}`,
      `https://cdn.example/market${PICTURE}?x=1`,
      `http://127.0.0.1:9/pictures${PICTURE}`,
    ]
    try {
      for (const url of others) await refusedEverywhere(url, api.url)
    } finally {
      await api.stop()
    }
  })
})
