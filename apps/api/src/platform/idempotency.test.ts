import { DomainError } from '@second-ring/contracts/errors'
import { closeDatabase, createDatabase } from '@second-ring/database'
import { type Caller, createMarket, type Market, PICTURE } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { claimed, handedOver } from '#claims/testing/claimed-order.ts'
import { oldBooking, oldProduct } from '#http/rest/testing/old-payloads.ts'
import { restClient } from '#http/rest/testing/rest-client.ts'
import { placeOrder } from '#orders/place-order.ts'
import { answerRepeats, fingerprintOf, withIdempotency } from './idempotency.ts'
import { loseAnswers } from './testing/lose-answers.ts'

let market: Market
let client: ReturnType<typeof restClient>
beforeAll(async () => {
  market = await createMarket()
  client = restClient(market)
})
afterAll(() => market.close())

const booking = { meetingPlace: 'Library', phone: '555 0199', expectedPriceCents: 20_000 }
const idempotencyKey = 'attempt-1'
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'ok',
    error => error.cause?.code ?? error.code,
  )

async function placed() {
  const [{ id: buyerId }, { id: listingId, sellerId }] = [await market.user(), await market.listing()]
  const { orderId } = await market.as(buyerId).orders.place({ listingId, ...booking })
  return { orderId, listingId, buyer: market.as(buyerId), seller: market.as(sellerId) }
}

async function paid() {
  const order = await placed()
  const { clientSecret } = await order.buyer.payments.createIntent({ orderId: order.orderId })
  const transactionId = await market.card.pay(clientSecret)
  await order.buyer.payments.confirm({ orderId: order.orderId, transactionId })
  return { ...order, handoverCode: (await order.buyer.orders.byId({ orderId: order.orderId })).handoverCode ?? '' }
}

async function returning() {
  const order = await claimed(market, { wish: 'RETURN' })
  await order.answer({ answer: 'AGREED' })
  return order
}

async function own() {
  const { id: listingId, sellerId } = await market.listing()
  return { listingId, seller: market.as(sellerId) }
}

it('a call that its twin has overtaken answers the twin’s result', async () => {
  const { id } = await market.user()
  const caller = { id, attempt: { key: 'twin', operation: 'orders.place', fingerprint: fingerprintOf({}) } }
  const twin = () => market.database.$transaction(tx => withIdempotency(tx, caller, async () => ({ orderId: 'first' })))
  const overtaken = answerRepeats<{ orderId: string }>(market.platform, caller, async () => {
    await twin()
    throw new DomainError('ALREADY_BOOKED', 'It is taken')
  })
  expect(await overtaken).toEqual({ orderId: 'first' })
})

it('a key of one call is no key of another that is given the same', async () => {
  const { id } = await market.user()
  const under = (operation: string) => ({ id, attempt: { key: 'one', operation, fingerprint: fingerprintOf({}) } })
  const answer = (operation: string) =>
    market.database.$transaction(tx => withIdempotency(tx, under(operation), async () => ({ operation })))
  await answer('orders.cancel')
  await expect(answer('orders.release')).rejects.toMatchObject({ code: 'CONFLICT' })
})

describe('a booking under a key', () => {
  it('answers its first result again, also when it is sent ten times at once', async () => {
    const [{ id: listingId }, buyer] = [await market.listing(), await market.asBuyer()]
    const send = () => buyer.orders.place({ listingId, ...booking, idempotencyKey })
    const results = await Promise.all(Array.from({ length: 10 }, send))
    results.push(await send())
    expect(new Set(results.map(({ orderId }) => orderId)).size).toBe(1)
    expect(await market.database.order.count({ where: { listingId } })).toBe(1)
    expect(await market.database.auditEntry.count({ where: { subjectId: results[0]?.orderId ?? '' } })).toBe(1)
  })

  it('is rejected when the key was used for another input or another call, and is each user’s own', async () => {
    const [{ id: listingId }, { id: other }] = [await market.listing(), await market.listing()]
    const buyer = await market.asBuyer()
    const { orderId } = await buyer.orders.place({ listingId, ...booking, idempotencyKey })
    const message =
      'This key was used for another request. Look what that one did, and send this one with a key of its own.'
    const conflict = { cause: { code: 'CONFLICT', message } }
    const place = { ...booking, idempotencyKey }
    await expect(buyer.orders.place({ listingId: other, ...place })).rejects.toMatchObject(conflict)
    await expect(buyer.orders.place({ listingId, ...place, phone: '555 0100' })).rejects.toMatchObject(conflict)
    await expect(buyer.orders.cancel({ orderId, idempotencyKey })).rejects.toMatchObject(conflict)
    await (await market.asBuyer()).orders.place({ listingId: other, ...place })
  })

  it('stores nothing when it is rejected, so that it may be tried again', async () => {
    const { orderId, listingId, buyer } = await placed()
    const second = await market.asBuyer()
    const place = () => second.orders.place({ listingId, ...booking, idempotencyKey })
    expect(await codeOf(place())).toBe('ALREADY_BOOKED')
    await buyer.orders.cancel({ orderId })
    expect(await codeOf(place())).toBe('ok')
  })

  it('is forgotten after a day', async () => {
    const { orderId, buyer } = await placed()
    await buyer.orders.cancel({ orderId, idempotencyKey })
    await market.timePasses({ hours: 23 })
    await market.runJobs()
    expect(await codeOf(buyer.orders.cancel({ orderId, idempotencyKey }))).toBe('ok')
    await market.timePasses({ hours: 2 })
    await market.runJobs()
    expect(await codeOf(buyer.orders.cancel({ orderId, idempotencyKey }))).toBe('ORDER_NOT_OPEN')
  })
})

describe('a booking that', () => {
  it('stalls as it commits answers its repeats with the one result', async () => {
    const { database } = market
    await database.$executeRaw`
      CREATE FUNCTION stall() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_advisory_xact_lock_shared(4242); RETURN NULL; END $$`
    await database.$executeRaw`
      CREATE CONSTRAINT TRIGGER stall AFTER INSERT ON orders DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION stall()`
    const [{ id: listingId }, buyer] = [await market.listing(), await client.user()]
    const body = { ...oldBooking({ product: 'x', email: buyer.email, price: 200 }), productId: listingId }
    const send = () => client.send('POST', '/orders', { as: buyer.as, body, headers: { 'idempotency-key': 'stalled' } })
    let sent: ReturnType<typeof send>[] = []
    await database.$transaction(
      async tx => {
        await tx.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(4242)`
        sent = [send()]
        const waiting = async (kind: string) => {
          const [found] = await tx.$queryRaw<{ count: number }[]>`
            SELECT count(*)::int FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = ${kind}`
          expect(found?.count).toBe(1)
        }
        await vi.waitFor(() => waiting('advisory'), { timeout: 10_000 })
        // Their first request says nothing, so they send it again: it waits for what the first one stored.
        sent.push(send())
        await vi.waitFor(() => waiting('transactionid'), { timeout: 10_000 })
      },
      { timeout: 25_000 },
    )
    const [first, second] = await Promise.all(sent)
    expect(first).toMatchObject({ status: 200, body: { acknowledged: true } })
    expect(second?.body).toEqual(first?.body)
    await database.$executeRaw`DROP TRIGGER stall ON orders`
  })

  it('is done but not answered answers its repeat with the result', async () => {
    const way = await loseAnswers(market.environment.DATABASE_URL ?? '', 'SELECT 1')
    const database = createDatabase(way.databaseUrl)
    const [{ id: listingId }, user] = [await market.listing(), await market.user()]
    const attempt = { key: 'lost', operation: 'orders.place', fingerprint: 'x' }
    const buyer = { ...user, role: 'BUYER', verified: false, emailVerified: true, sessionId: user.id, attempt } as const
    const input = { listingId, ...booking }
    await expect(placeOrder({ ...market.platform, database }, buyer, input)).rejects.toThrow()
    expect(way.lost()).toBe(1)
    const order = await market.database.order.findFirstOrThrow({ where: { listingId } })
    expect(await placeOrder(market.platform, buyer, input)).toEqual({ orderId: order.id })
    await closeDatabase(database)
    await way.close()
  })
})

describe('every write under a key', () => {
  const phone = {
    sellerName: 'Robin Vale',
    productName: 'Aurora 12',
    images: [PICTURE],
    condition: 'GOOD' as const,
    description: 'Works.',
    location: 'Portland',
    resalePriceCents: 20_000,
    originalPriceCents: 50_000,
    yearsUsed: 1,
  }
  const criteria = { text: 'aurora', conditions: [], location: '', verifiedOnly: false }
  type Send = (extra: { idempotencyKey: string }) => Promise<unknown>
  const writes: Record<string, () => Promise<Send>> = {
    'orders.cancel': async () => {
      const { buyer, orderId } = await placed()
      return key => buyer.orders.cancel({ orderId, ...key })
    },
    'orders.release': async () => {
      const { seller, orderId } = await placed()
      return key => seller.orders.release({ orderId, reason: 'It broke', ...key })
    },
    'orders.handOver': async () => {
      const { seller, orderId, handoverCode: code } = await paid()
      return key => seller.orders.handOver({ orderId, code, ...key })
    },
    'orders.renewHandoverCode': async () => {
      const { buyer, orderId } = await paid()
      return key => buyer.orders.renewHandoverCode({ orderId, ...key })
    },
    'orders.claimHandover': async () => {
      const { seller, orderId } = await paid()
      return key => seller.orders.claimHandover({ orderId, ...key })
    },
    'orders.confirmHandover': async () => {
      const { buyer, orderId } = await paid()
      return key => buyer.orders.confirmHandover({ orderId, ...key })
    },
    'orders.denyHandover': async () => {
      const { buyer, seller, orderId } = await paid()
      await seller.orders.claimHandover({ orderId })
      return key => buyer.orders.denyHandover({ orderId, reason: 'No', ...key })
    },
    'orders.decideHandover': async () => {
      const { buyer, seller, orderId } = await paid()
      await seller.orders.claimHandover({ orderId })
      await buyer.orders.denyHandover({ orderId, reason: 'No' })
      const admin = await market.asAdmin()
      return key => admin.orders.decideHandover({ orderId, outcome: 'HANDED_OVER', reason: 'Yes', ...key })
    },
    'orders.acceptPhone': async () => {
      const { buyer, orderId } = await paid()
      await buyer.orders.confirmHandover({ orderId })
      return key => buyer.orders.acceptPhone({ orderId, ...key })
    },
    'claims.open': async () => {
      const { buyer, orderId } = await handedOver(market)
      const claim = { orderId, reason: 'OTHER', text: 'x', wish: 'RETURN', wishCents: null } as const
      return key => buyer.claims.open({ ...claim, images: [], ...key })
    },
    'claims.answer': async () => {
      const { seller, orderId } = await claimed(market)
      return key => seller.claims.answer({ orderId, answer: 'OFFERED', offerCents: 100, ...key })
    },
    'claims.acceptOffer': async () => {
      const { buyer, seller, orderId } = await claimed(market)
      await seller.claims.answer({ orderId, answer: 'OFFERED', offerCents: 100 })
      return key => buyer.claims.acceptOffer({ orderId, offerCents: 100, ...key })
    },
    'claims.askAdmin': async () => {
      const { buyer, seller, orderId } = await claimed(market)
      await seller.claims.answer({ orderId, answer: 'OFFERED', offerCents: 100 })
      return key => buyer.claims.askAdmin({ orderId, ...key })
    },
    'claims.withdraw': async () => {
      const { buyer, orderId } = await claimed(market)
      return key => buyer.claims.withdraw({ orderId, ...key })
    },
    'claims.confirmReturn': async () => {
      const { buyer, orderId } = await returning()
      const { returnCode } = await market.database.claim.findUniqueOrThrow({ where: { orderId } })
      return key => buyer.claims.confirmReturn({ orderId, code: returnCode ?? '', ...key })
    },
    'claims.renewReturnCode': async () => {
      const { seller, orderId } = await returning()
      return key => seller.claims.renewReturnCode({ orderId, ...key })
    },
    'cases.decide': async () => {
      const { seller, orderId } = await claimed(market)
      await seller.claims.answer({ orderId, answer: 'DISAGREED', offerCents: null, text: 'No' })
      const admin = await market.asAdmin()
      const decided = { decision: 'REFUND', refundCents: null, leftCents: 20_000, reason: 'Yes' } as const
      return key => admin.cases.decide({ orderId, ...decided, ...key })
    },
    'cases.addNote': async () => {
      const [{ orderId }, admin] = [await claimed(market), await market.asAdmin()]
      return key => admin.cases.addNote({ orderId, text: 'Read', ...key })
    },
    'orders.proposeMeeting': async () => {
      const { buyer, orderId } = await placed()
      return key => buyer.orders.proposeMeeting({ orderId, meetingPlace: 'Station', meetingTime: null, ...key })
    },
    'orders.addNote': async () => {
      const { buyer, orderId } = await placed()
      return key => buyer.orders.addNote({ orderId, text: 'Hello', ...key })
    },
    'orders.joinWaitingList': async () => {
      const [{ listingId }, other] = [await placed(), await market.asBuyer()]
      return key => other.orders.joinWaitingList({ listingId, ...key })
    },
    'listings.create': async () => {
      const [{ id: categoryId }, seller] = [await market.category(), await market.asSeller()]
      return key => seller.listings.create({ categoryId, ...phone, ...key })
    },
    'listings.advertise': async () => {
      const { listingId, seller } = await own()
      return key => seller.listings.advertise({ listingId, ...key })
    },
    'listings.edit': async () => {
      const { listingId, seller } = await own()
      return key => seller.listings.edit({ listingId, description: 'x', resalePriceCents: 100, ...key })
    },
    'listings.remove': async () => {
      const { listingId, seller } = await own()
      return key => seller.listings.remove({ listingId, ...key })
    },
    'listings.removeAny': async () => {
      const [{ listingId }, admin] = [await own(), await market.asAdmin()]
      return key => admin.listings.removeAny({ listingId, reason: 'Stolen', ...key })
    },
    'reports.file': async () => {
      const [{ listingId }, buyer] = [await own(), await market.asBuyer()]
      return key => buyer.reports.file({ listingId, reason: 'STOLEN', ...key })
    },
    'reports.dismiss': async () => {
      const [{ listingId }, buyer, admin] = [await own(), await market.asBuyer(), await market.asAdmin()]
      await buyer.reports.file({ listingId, reason: 'STOLEN' })
      const until = new Date(Date.now() + 60_000).toISOString()
      return key => admin.reports.dismiss({ listingId, until, note: 'It is theirs', ...key })
    },
    'listings.setFavorite': async () => {
      const [{ listingId }, buyer] = [await own(), await market.asBuyer()]
      return key => buyer.listings.setFavorite({ listingId, favorite: true, ...key })
    },
    'accounts.verifySeller': async () => {
      const [admin, { id: userId }] = [await market.asAdmin(), await market.user({ role: 'SELLER' })]
      return key => admin.accounts.verifySeller({ userId, ...key })
    },
    'accounts.removeUser': async () => {
      const [admin, { id: userId }] = [await market.asAdmin(), await market.user()]
      return key => admin.accounts.removeUser({ userId, ...key })
    },
    'search.save': async () => {
      const buyer = await market.asBuyer()
      return key => buyer.search.save({ ...criteria, ...key })
    },
  }

  it.each(Object.keys(writes))('%s answers its first result again, and has one effect', async name => {
    const send = await writes[name]?.()
    const first = await send?.({ idempotencyKey })
    const countEntries = () => market.database.auditEntry.count()
    const before = [await countEntries(), await market.database.notice.count()]
    expect(await send?.({ idempotencyKey })).toEqual(first)
    expect([await countEntries(), await market.database.notice.count()]).toEqual(before)
  })

  it('refuses what is nested too deeply to compare', async () => {
    const buyer = await market.asBuyer()
    const { id: listingId } = await market.listing()
    let deep: object = {}
    for (let level = 0; level < 10_000; level++) deep = { deep }
    const placing = buyer.orders.place({ listingId, ...booking, idempotencyKey: 'deep', ...deep })
    await expect(placing).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('refuses a key that is none', async () => {
    const buyer: Caller = await market.asBuyer()
    const { id: listingId } = await market.listing()
    for (const key of ['', 'x'.repeat(256), 'a\nb', 'clé']) {
      const placing = buyer.orders.place({ listingId, ...booking, idempotencyKey: key })
      await expect(placing).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
  })
})

describe('Idempotency-Key', () => {
  it('answers a post, its advertisement and its deletion the first result', async () => {
    const [seller, { id: categoryId }] = [await client.user('SELLER'), await market.category()]
    const send = (method: string, path: string, body?: object) =>
      client.send(method, path, { as: seller.as, body, headers: { 'idempotency-key': `${method} ${path}` } })
    const product = oldProduct({ categoryId, email: seller.email })
    const posted = await send('POST', '/addProduct', product)
    expect((await send('POST', '/addProduct', product)).body).toEqual(posted.body)
    expect(await send('POST', '/addProduct', { ...product, location: 'Elsewhere' })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    })
    expect(await market.database.listing.count({ where: { sellerId: seller.id } })).toBe(1)
    const { insertedId } = posted.body as { insertedId: string }
    const advertised = await send('POST', '/addProductTohome', { _id: insertedId })
    expect(advertised.body).toMatchObject({ acknowledged: true })
    expect((await send('POST', '/addProductTohome', { _id: insertedId })).body).toEqual(advertised.body)
    const deleted = await send('DELETE', `/deleteProduct/${insertedId}`)
    expect(await send('DELETE', `/deleteProduct/${insertedId}`)).toMatchObject({ status: 200, body: deleted.body })
  })

  it('is rejected when it is no key', async () => {
    const seller = await client.user('SELLER')
    for (const key of ['', 'x'.repeat(256), 'cl\u00e9']) {
      const headers = { 'idempotency-key': key }
      const answer = await client.send('DELETE', `/deleteProduct/${seller.id}`, { as: seller.as, headers })
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
    }
  })
})
