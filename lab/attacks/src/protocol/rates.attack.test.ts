import { BYTES_OF_A_CALL } from '@second-ring/contracts/call-weights'
import { BODY_MAX_BYTES } from '@second-ring/contracts/limits'
import { RATE_LIMITS } from '@second-ring/contracts/rate-limits'
import { createMarket, type Market, PICTURE } from '@second-ring/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '../wire/answer.ts'
import { attackOn } from '../wire/attack-on.ts'
import { stateOf } from '../wire/database-state.ts'
import { usersOf } from '../wire/users.ts'

let market: Market
afterEach(() => market.close())

type Headers = Record<string, string>

/** A sign-in by either face in turn, without a proof. */
function signIn(n: number, headers: Headers = {}): Promise<Answer> {
  const { send, rpc } = attackOn(market)
  if (n % 3 === 0) return rpc('accounts.exchange', { idToken: 'forged' }, { headers })
  const as = 'Bearer forged'
  return n % 3 === 1
    ? send('GET', '/jwt?email=a@example.test', { as, headers })
    : send('POST', '/token-sync', { as, body: {}, headers })
}

/** A sign-up by either face in turn, without a proof. */
function signUp(n: number, headers: Headers = {}): Promise<Answer> {
  const { send, rpc } = attackOn(market)
  if (n % 2 === 0) return rpc('accounts.register', { idToken: 'forged', name: 'Eve', role: 'BUYER' }, { headers })
  const body = { name: 'Eve', email: 'a@example.test', role: 'Buyer' }
  return send('POST', '/users', { as: 'Bearer forged', body, headers })
}

/** Makes a call 100 times, which changes nothing, and tells the statuses; who has to wait learns for how long. */
async function statusesOf100(call: (n: number) => Promise<Answer>): Promise<number[]> {
  const before = await stateOf(market.database)
  const statuses: number[] = []
  for (let n = 0; n < 100; n += 1) {
    const answer = await call(n)
    if (answer.status === 429) expectWait(answer)
    statuses.push(answer.status)
  }
  expect(await stateOf(market.database)).toEqual(before)
  return statuses
}

function expectWait({ headers, code, text }: Answer): void {
  expect(code, text).toBe('TOO_MANY_REQUESTS')
  const wait = Number(headers.get('retry-after'))
  expect(wait).toBeGreaterThanOrEqual(1)
  expect(wait).toBeLessThanOrEqual(60)
}

/** So many that are heard, and the rest told to wait. */
const heard = (most: number) => Array.from({ length: 100 }, (_, n) => (n < most ? 401 : 429))

describe('what one address asks in a minute', () => {
  beforeEach(async () => {
    market = await createMarket({ webhooks: false, rateLimitScale: 1 })
  })

  it('A20 100 exchanges are not all heard: after 60 it is told when to try again, on every path', async () => {
    const { as, email } = await usersOf(market).person()
    const idToken = (await usersOf(market).newcomer()).as
    // Making the people above counts too, as far as it goes by the product.
    const statuses = await statusesOf100(signIn)
    expect(statuses.indexOf(429)).toBeLessThanOrEqual(RATE_LIMITS.signIn.most)
    expect(statuses.lastIndexOf(401)).toBe(statuses.indexOf(429) - 1)
    const { send, refused } = attackOn(market)
    expectWait(await refused(() => send('GET', `/jwt?email=${email}`, { as: idToken }), 429))
    expectWait(await refused(() => send('HEAD', `/jwt?email=${email}`, { as: idToken }).then(asTold), 429))
    // Who has signed in before goes on.
    expect((await send('GET', `/orders?email=${email}`, { as })).status).toBe(200)
  })

  it('A20 100 sign-ups are not all heard: after 20 it is told when to try again, on every path', async () => {
    expect(await statusesOf100(signUp)).toEqual(heard(RATE_LIMITS.register.most))
  })

  it('A20 calls are counted one by one in a batch too', async () => {
    const { send } = attackOn(market)
    const path = `/trpc/${Array.from({ length: 10 }, () => 'accounts.exchange').join(',')}?batch=1`
    const body = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [n, { idToken: 'forged' }]))
    const answers: Answer[] = []
    for (let n = 0; n < 10; n += 1) answers.push(await send('POST', path, { body }))
    const codes = answers.flatMap(answer => (answer.body as { error: { data: { code: string } } }[]).map(codeIn))
    const expected = heard(RATE_LIMITS.signIn.most).map(status =>
      status === 401 ? 'UNAUTHORIZED' : 'TOO_MANY_REQUESTS',
    )
    expect(codes).toEqual(expected)
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  })
})

describe('a forged address', () => {
  const forgeries: ((n: number) => Headers)[] = [
    n => ({ 'x-forwarded-for': `203.0.113.${n}` }),
    n => ({ 'x-forwarded-for': `203.0.113.${n}, 198.51.100.${n}` }),
    n => ({ forwarded: `for=203.0.113.${n};proto=https` }),
    n => ({ 'x-real-ip': `203.0.113.${n}` }),
    n => ({
      'x-client-ip': `203.0.113.${n}`,
      'true-client-ip': `203.0.113.${n}`,
      'cf-connecting-ip': `203.0.113.${n}`,
    }),
    n => ({ 'x-forwarded-for': `2001:db8::${n}`, 'x-cluster-client-ip': `203.0.113.${n}` }),
    n => ({ 'x-forwarded-for': `127.0.0.1, ${'203.0.113.1, '.repeat(200)}::${n}` }),
  ]
  const forged = (n: number): Headers => forgeries[n % forgeries.length]?.(n) ?? {}

  it('A66 is in the bucket of the real one: sign-ins', async () => {
    market = await createMarket({ webhooks: false, rateLimitScale: 1 })
    expect(await statusesOf100(n => signIn(n, forged(n)))).toEqual(heard(RATE_LIMITS.signIn.most))
  })

  it('A66 is in the bucket of the real one: sign-ups, and all that is asked', async () => {
    market = await createMarket({ webhooks: false, rateLimitScale: 1 })
    expect(await statusesOf100(n => signUp(n, forged(n)))).toEqual(heard(RATE_LIMITS.register.most))
    const { send } = attackOn(market)
    const flood = async (n: number) => (await send('GET', '/categories', { headers: forged(n) })).status
    const left = RATE_LIMITS.flood.most - 100
    const statuses = await inRows(
      Array.from({ length: left + 50 }, (_, n) => n),
      flood,
    )
    expect(statuses.filter(status => status === 200)).toHaveLength(left)
    expect(statuses.filter(status => status === 429)).toHaveLength(50)
  })

  it('A66 before the one that a trusted proxy saw is not looked at', async () => {
    market = await createMarket({ webhooks: false, rateLimitScale: 1, trustedProxies: ['loopback'] })
    const through = (client: string) => (n: number) => signIn(n, { 'x-forwarded-for': `198.51.100.${n}, ${client}` })
    expect(await statusesOf100(through('203.0.113.1'))).toEqual(heard(RATE_LIMITS.signIn.most))
    // Of IPv6 one customer has a whole network, and so has one bucket.
    const roaming = (n: number) => signIn(n, { 'x-forwarded-for': `2001:db8:0:1::${n.toString(16)}` })
    expect(await statusesOf100(roaming)).toEqual(heard(RATE_LIMITS.signIn.most))
    expect((await through('203.0.113.2')(0)).status).toBe(401)
  })

  it('A330 of another network of the same home of IPv6 has a share of the home’s bucket', async () => {
    market = await createMarket({ webhooks: false, rateLimitScale: 1, trustedProxies: ['loopback'] })
    const fromHome = (n: number) =>
      signUp(n, { 'x-forwarded-for': `2001:db8:0:1${n.toString(16).padStart(2, '0')}::1` })
    expect(await statusesOf100(fromHome)).toEqual(heard(4 * RATE_LIMITS.register.most))
  })
})

const { most: MOST_UNPROVEN, seconds: HOUR_S } = RATE_LIMITS.bookUnprovenAnHour

/** Books a phone by one transport or the other, as somebody new. */
async function bookAsNew(
  n: number,
  { isProven = false, listingId = '', createdAt = new Date() } = {},
): Promise<Answer> {
  const { id, email } = await market.user({ emailVerifiedAt: isProven ? new Date() : null, createdAt })
  const as = `bearer ${market.tokenOf(id)}`
  const productId = listingId || (await market.listing()).id
  if (n % 2 === 0) {
    const input = { listingId: productId, meetingPlace: 'Library', phone: '555 0100', expectedPriceCents: 20_000 }
    return attackOn(market).rpc('orders.place', input, { as })
  }
  const body = { name: 'Eve', product: 'Aurora 12', product_img: '', email, price: 200, location: 'Library' }
  return attackOn(market).send('POST', '/orders', { as, body: { ...body, phone: '555 0100', productId } })
}

describe('what accounts without a proven email book', () => {
  beforeEach(async () => {
    market = await createMarket({ webhooks: false, rateLimitScale: 1 })
  })

  it('A235 45 accounts of one address book 5 phones an hour, on both transports; proven ones are not counted', async () => {
    const answers = await inRows(
      Array.from({ length: 45 }, (_, n) => n),
      n => bookAsNew(n),
    )
    expect(await market.database.order.count()).toBe(MOST_UNPROVEN)
    const late = answers.filter(({ status }) => status === 429)
    expect(late).toHaveLength(45 - MOST_UNPROVEN)
    for (const { headers, code, text } of late) {
      expect(code).toBe('TOO_MANY_REQUESTS')
      expect(text).toContain('Try again in 60 minutes, or prove your email')
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(HOUR_S - 600)
    }
    for (let n = 0; n < MOST_UNPROVEN * 2; n += 1) {
      const answer = await bookAsNew(n, { isProven: true })
      expect(answer.status, answer.text).toBe(200)
    }
  })

  it('A236 bookings that are rejected leave those of others at the same address alone', async () => {
    const { id: listingId } = await market.listing({ state: 'RESERVED' })
    await inRows(
      Array.from({ length: 20 }, (_, n) => n),
      n => bookAsNew(n, { listingId }),
    )
    for (let n = 0; n < MOST_UNPROVEN; n += 1) expect((await bookAsNew(n)).text).toMatch(/orderId|insertedId/)
    expect((await bookAsNew(0)).status).toBe(429)
  })
})

it('A252 accounts of the last week, each with a proven email, book 15 phones an hour at one address; older ones are not counted', async () => {
  market = await createMarket({ webhooks: false, rateLimitScale: 1 })
  const { most } = RATE_LIMITS.bookRecentAnHour
  const answers = await inRows(
    Array.from({ length: 30 }, (_, n) => n),
    n => bookAsNew(n, { isProven: true }),
  )
  expect(await market.database.order.count()).toBe(most)
  const late = answers.filter(({ status }) => status === 429)
  expect(late).toHaveLength(30 - most)
  for (const { text } of late) expect(text).toContain('Accounts of the last week')
  const createdAt = new Date(Date.now() - 8 * 86_400_000)
  expect((await bookAsNew(0, { isProven: true, createdAt })).status).toBe(200)
})

it('A253 accounts without a proven email fill neither Home nor a category from one address', async () => {
  market = await createMarket({ webhooks: false, rateLimitScale: 1 })
  const { id: categoryId } = await market.category()
  const statuses: { post: number; advert: number }[] = []
  for (let n = 0; n < 20; n += 1) statuses.push(await postAsNew(categoryId, null))
  expect(await market.database.listing.count()).toBe(RATE_LIMITS.postUnprovenAnHour.most)
  expect(await market.database.listing.count({ where: { advertisedAt: { not: null } } })).toBe(
    RATE_LIMITS.advertiseUnprovenADay.most,
  )
  expect(statuses.at(-1)).toEqual({ post: 429, advert: 429 })
  expect(await postAsNew(categoryId, new Date())).toEqual({ post: 200, advert: 200 })
})

/** Posts a phone as somebody new, and advertises it, or another one where it was not taken. */
async function postAsNew(categoryId: string, emailVerifiedAt: Date | null): Promise<{ post: number; advert: number }> {
  const { id: sellerId } = await market.user({ role: 'SELLER', emailVerifiedAt })
  const as = `bearer ${market.tokenOf(sellerId)}`
  const { rpc } = attackOn(market)
  const input = {
    ...{ categoryId, productName: 'Aurora 9', sellerName: 'Eve', condition: 'GOOD', description: 'Works.' },
    ...{ location: 'Portland', images: [PICTURE], resalePriceCents: 10_000, originalPriceCents: 20_000, yearsUsed: 1 },
  }
  const post = await rpc('listings.create', input, { as })
  const { listingId } = (post.body as { result?: { data: { listingId: string } } }).result?.data ?? {
    listingId: crypto.randomUUID(),
  }
  const advert = await rpc('listings.advertise', { listingId }, { as })
  return { post: post.status, advert: advert.status }
}

function codeIn({ error }: { error: { data: { code: string } } }): string {
  return error.data.code
}

/** An answer without a body, as if it had said what its headers tell. */
function asTold(answer: Answer): Answer {
  return { ...answer, code: answer.status === 429 ? 'TOO_MANY_REQUESTS' : undefined }
}

async function inRows<Item, Result>(items: Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let at = 0; at < items.length; at += 50) {
    results.push(...(await Promise.all(items.slice(at, at + 50).map(work))))
  }
  return results
}

it('A261 bodies as large as they may be, and larger, again and again from one address', async () => {
  const scale = 0.1
  market = await createMarket({ webhooks: false, rateLimitScale: scale, trustedProxies: ['127.0.0.1'] })
  const most = Math.floor((RATE_LIMITS.flood.most * scale) / (BODY_MAX_BYTES / BYTES_OF_A_CALL + 1))
  const { send } = attackOn(market)
  const paths = ['/trpc/orders.place', '/payments', '/webhooks/card-payments', '/orders']
  const post = (address: string, n: number, length: number) =>
    send('POST', paths[n % paths.length] ?? '', {
      raw: `"${'x'.repeat(length - 2)}"`,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    })
  for (const [address, length] of [
    ['203.0.113.7', BODY_MAX_BYTES],
    ['203.0.113.8', 4 * BODY_MAX_BYTES],
  ] as const) {
    const statuses: number[] = []
    for (let n = 0; n < most + 4; n += 1) statuses.push((await post(address, n, length)).status)
    expect(statuses.slice(0, most)).not.toContain(429)
    expect(statuses.slice(-4)).toEqual([429, 429, 429, 429])
  }
  expect((await send('GET', '/categories', { headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(200)
})
