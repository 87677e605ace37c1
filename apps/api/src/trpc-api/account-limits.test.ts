import {
  accountLimitNames,
  type CountedLimitName,
  defaultAccountLimits,
  EXPERIENCED_DEALS,
  isCounted,
  limitMessage,
  type TrustLevel,
  trustLevels,
} from '@second-ring/contracts/account-limits'
import type { Condition } from '@second-ring/contracts/listings/listing'
import { createMarket, type Market, PICTURE } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oldBooking, oldProduct } from '#http/rest/testing/old-payloads.ts'
import { type Answer, restClient } from '#http/rest/testing/rest-client.ts'
import { recordUpload } from '#platform/uploads.ts'

let market: Market
let client: ReturnType<typeof restClient>
let categoryId: string
beforeAll(async () => {
  market = await createMarket()
  client = restClient(market)
  categoryId = (await market.category()).id
})
afterAll(() => market.close())

interface Someone {
  id: string
  email: string
}

const HOUR_MS = 3_600_000
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * HOUR_MS)
const asBearer = ({ id }: Someone) => `bearer ${market.tokenOf(id)}`

const condition: Condition = 'GOOD'
const newPost = { productName: 'Aurora 9', sellerName: 'Sana', images: [PICTURE], condition }
const texts = { description: 'Works.', location: 'Portland' }
const numbers = { resalePriceCents: 20_000, originalPriceCents: 40_000, yearsUsed: 1 }
const post = (user: Someone) => market.as(user.id).listings.create({ ...newPost, ...texts, ...numbers, categoryId })
const postByRest = (user: Someone) =>
  client.send('POST', '/addProduct', { as: asBearer(user), body: oldProduct({ categoryId, email: user.email }) })

const meeting = { phone: '555 0199', meetingPlace: 'Library', expectedPriceCents: 20_000 }
const book = async (user: Someone) =>
  market.as(user.id).orders.place({ listingId: (await market.listing()).id, ...meeting })
const bookByRest = async (user: Someone) => {
  const { id: productId } = await market.listing()
  const body = { ...oldBooking({ product: 'Aurora 12', email: user.email, price: 200 }), productId }
  return client.send('POST', '/orders', { as: asBearer(user), body })
}

const advertise = async (user: Someone) => {
  const { id: listingId } = await market.listing({ sellerId: user.id, postedAt: daysAgo(2) })
  return market.as(user.id).listings.advertise({ listingId })
}
const advertiseByRest = async (user: Someone) => {
  const { id: _id } = await market.listing({ sellerId: user.id, postedAt: daysAgo(2) })
  return client.send('POST', '/addProductTohome', { as: asBearer(user), body: { _id, email: user.email } })
}

async function posts(user: Someone, count: number, overrides: object) {
  const row = { ...newPost, ...texts, ...numbers, sellerId: user.id, categoryId, ...overrides }
  await market.database.listing.createMany({ data: Array.from({ length: count }, () => row) })
}

async function orders(user: Someone, count: number, overrides: Parameters<Market['order']>[0]) {
  for (let each = 0; each < count; each += 1) await market.order({ buyerId: user.id, ...overrides })
}

interface Way {
  /** Makes what counts, as many times. */
  fill(user: Someone, count: number): Promise<unknown>
  /** Does it once more, by a procedure, or by what each transport calls. */
  act(user: Someone): Promise<unknown>
  byRest?(user: Someone): Promise<Answer>
}

const ways: Record<CountedLimitName, Way> = {
  openBookings: {
    fill: (user, count) => orders(user, count, { placedAt: daysAgo(2) }),
    act: book,
    byRest: bookByRest,
  },
  bookingsADay: {
    async fill(user, count) {
      const { id: listingId } = await market.listing()
      await orders(user, count, { listingId, state: 'CANCELLED' })
    },
    act: book,
    byRest: bookByRest,
  },
  livePosts: { fill: (user, count) => posts(user, count, { postedAt: daysAgo(2) }), act: post, byRest: postByRest },
  postsADay: { fill: (user, count) => posts(user, count, { state: 'SOLD' }), act: post, byRest: postByRest },
  liveAdverts: {
    fill: (user, count) => posts(user, count, { postedAt: daysAgo(2), advertisedAt: daysAgo(1) }),
    act: advertise,
    byRest: advertiseByRest,
  },
  advertsADay: {
    fill: ({ id }, count) =>
      market.database.auditEntry.createMany({
        data: Array.from({ length: count }, () => ({
          actorId: id,
          action: 'listing.advertise',
          subjectType: 'listing',
          subjectId: id,
        })),
      }),
    act: advertise,
    byRest: advertiseByRest,
  },
  waitingPlaces: {
    async fill({ id: userId }, count) {
      for (let each = 0; each < count; each += 1) {
        const { id: listingId } = await market.listing({ state: 'RESERVED' })
        await market.database.waitingEntry.create({ data: { listingId, userId } })
      }
    },
    async act({ id }) {
      const { id: listingId } = await market.listing({ state: 'RESERVED' })
      return market.as(id).orders.joinWaitingList({ listingId })
    },
  },
  savedSearches: {
    async fill({ id }, count) {
      for (let each = 1; each <= count; each += 1) await market.as(id).search.save({ minPriceCents: each * 100 })
    },
    act: ({ id }) => market.as(id).search.save({ minPriceCents: 999_900 }),
  },
  picturesADay: {
    fill: ({ id: userId }, count) =>
      market.database.upload.createMany({
        data: Array.from({ length: count }, (_, each) => ({ userId, reference: `/images/${each}`, dueAt: new Date() })),
      }),
    act: ({ id: userId }) =>
      recordUpload(market.platform, { userId, reference: `/images/${'a'.repeat(32)}.webp`, look: null }).then(
        () => ({}),
      ),
  },
  newCodesADay: {
    fill: ({ id }, count) =>
      market.database.auditEntry.createMany({
        data: Array.from({ length: count }, (_, each) => ({
          actorId: id,
          action: each % 2 === 0 ? 'order.renew-code' : 'order.renew-return-code',
          subjectType: 'order',
          subjectId: id,
        })),
      }),
    async act({ id }) {
      const { id: listingId } = await market.listing({ state: 'RESERVED' })
      const { id: orderId } = await market.order({ buyerId: id, listingId })
      const { clientSecret } = await market.as(id).payments.createIntent({ orderId })
      const transactionId = await market.card.pay(clientSecret)
      await market.as(id).payments.confirm({ orderId, transactionId })
      return market.as(id).orders.renewHandoverCode({ orderId })
    },
  },
  reportsADay: {
    async fill({ id: reporterId }, count) {
      const { id: listingId } = await market.listing()
      const report = { listingId, reporterId, reason: 'STOLEN', state: 'DISMISSED', note: '' } as const
      const handled = { handledById: reporterId, handledAt: new Date() }
      await market.database.report.createMany({
        data: Array.from({ length: count }, () => ({ ...report, ...handled })),
      })
    },
    act: async ({ id }) => market.as(id).reports.file({ listingId: (await market.listing()).id, reason: 'STOLEN' }),
  },
}

async function raise({ id }: Someone, level: TrustLevel): Promise<void> {
  const where = { id }
  if (level === 'proven') await market.database.user.update({ where, data: { emailVerifiedAt: new Date() } })
  if (level === 'verified') await market.database.user.update({ where, data: { verifiedAt: new Date() } })
  if (level !== 'experienced') return
  for (let deal = 0; deal < EXPERIENCED_DEALS; deal += 1) {
    await market.sale({}, { buyerId: id, placedAt: daysAgo(9) })
  }
}

async function someone(level: TrustLevel): Promise<Someone> {
  const user = await market.user({ role: 'SELLER', emailVerifiedAt: null })
  for (const each of trustLevels.slice(1, trustLevels.indexOf(level) + 1)) await raise(user, each)
  return user
}

/** Whether an answer of the REST paths says no. */
function isRejection(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null || !('status' in answer)) return false
  const { status, body } = answer as Answer
  return status !== 200 || (body as { acknowledged?: boolean }).acknowledged === false
}

const counted = accountLimitNames.filter(isCounted)
const rows = counted.flatMap(name => trustLevels.map(level => [name, level] as const))

describe('each limit, reached', () => {
  it.each(rows)('%s: %s is rejected on both transports, and a higher level goes on', async (name, level) => {
    const { fill, act, byRest } = ways[name]
    const most = defaultAccountLimits[name][level]
    const user = await someone(level)
    await fill(user, most)
    // Until when is known only of what was counted.
    const [message = ''] = limitMessage({ name, level, limits: defaultAccountLimits, freeAt: 'then' }).split('. ')
    const rejected = { code: 'LIMIT_REACHED', message: expect.stringContaining(message) }
    const failed = await act(user).catch((error: unknown) => error)
    expect(failed instanceof Error && failed.cause ? failed.cause : failed).toMatchObject(rejected)
    if (byRest) {
      const isAcknowledged = byRest === bookByRest || byRest === advertiseByRest
      const answer = { acknowledged: false, message: rejected.message }
      const expected = isAcknowledged ? { status: 200, body: answer } : { status: 409, body: rejected }
      expect(await byRest(user)).toMatchObject(expected)
    }
    if (name.endsWith('ADay')) {
      expect(failed).toMatchObject({ message: expect.stringMatching(/after \d{4}-\d\d-\d\d \d\d:\d\d UTC/) })
    }
    const next = trustLevels[trustLevels.indexOf(level) + 1]
    if (!next || defaultAccountLimits[name][next] <= most) return
    await raise(user, next)
    expect(await act(user)).toBeDefined()
  })

  it('leaves room for one less', async () => {
    for (const name of counted) {
      const user = await someone('new')
      await ways[name].fill(user, defaultAccountLimits[name].new - 1)
      expect(await ways[name].act(user)).toBeDefined()
    }
  })
})

describe('one’s own limits', () => {
  it('are shown with what is used of them, and what the next level may', async () => {
    const user = await someone('new')
    await book(user)
    await post(user)
    const { level, limits } = await market.as(user.id).accounts.limits()
    expect(level).toBe('new')
    expect(limits.map(({ name }) => name)).toEqual(accountLimitNames)
    const used = Object.fromEntries(limits.map(({ name, used }) => [name, used]))
    expect(used).toMatchObject({ openBookings: 1, bookingsADay: 1, livePosts: 1, postsADay: 1, liveAdverts: 0 })
    expect(limits.find(({ name }) => name === 'openBookings')).toMatchObject({ most: 1, next: 3 })
    for (const each of trustLevels.slice(1)) {
      await raise(user, each)
      expect((await market.as(user.id).accounts.limits()).level).toBe(each)
    }
  })

  it('are those alone that the role can come to', async () => {
    const { limits } = await (await market.asBuyer()).accounts.limits()
    expect(limits.map(({ name }) => name)).toEqual([
      'openBookings',
      'bookingsADay',
      'waitingPlaces',
      'savedSearches',
      'noticesOfASearch',
      'picturesADay',
      'newCodesADay',
      'reportsADay',
      'cancellationProposals',
      'meetingProposals',
    ])
  })

  it('are those of the server, where it has others', async () => {
    const other = await createMarket({ accountLimits: 'openBookings=9' })
    const { limits } = await (await other.asBuyer()).accounts.limits()
    await other.close()
    expect(limits.find(({ name }) => name === 'openBookings')).toMatchObject({ most: 9, next: 9 })
  })
})

describe('an account without a proven email', () => {
  it('reads what to do about it', async () => {
    const user = await someone('new')
    await book(user)
    await expect(book(user)).rejects.toThrow(
      'You have 1 unpaid booking, the most without a proven email. Pay it or cancel it, or prove your email to book more.',
    )
  })

  it('is not told to delete a post where that would not help', async () => {
    const user = await someone('new')
    for (const _ of [1, 2, 3]) await post(user)
    await expect(post(user)).rejects.toThrow(
      /^You have posted 3 phones in 24 hours, the most without a proven email\. You can go on after [^;]+ UTC; then sell one or delete one, or prove your email to post more\.$/,
    )
  })

  it.each([
    ['openBookings', 1],
    ['livePosts', 3],
    ['liveAdverts', 1],
  ] as const)('passes %s by no number of parallel calls on both transports', async (name, most) => {
    const { act, byRest } = ways[name]
    const user = await someone('new')
    const calls = Array.from({ length: 50 }, (_, call) => (call % 2 === 0 || !byRest ? act(user) : byRest(user)))
    const done = await Promise.allSettled(calls)
    const passed = done.filter(call => call.status === 'fulfilled' && !isRejection(call.value))
    expect(passed).toHaveLength(most)
  })
})
