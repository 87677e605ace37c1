import { createMarket, intentOf, type Market, WEBHOOK_SECRET } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { intentEvent, nowS, signatureOf } from '../forge/provider-event.ts'
import type { Answer } from '../wire/answer.ts'
import { attackOn } from '../wire/attack-on.ts'

let market: Market
let attack: ReturnType<typeof attackOn>
beforeAll(async () => {
  // The events are delivered by hand.
  market = await createMarket({ webhooks: false })
  attack = attackOn(market)
})
afterAll(() => market.close())

/** An order whose card was charged; nobody has told the product. */
async function chargedOrder() {
  const { id, buyerId, listingId } = await market.order()
  const { clientSecret } = await market.as(buyerId).payments.createIntent({ orderId: id })
  return { id, buyerId, listingId, intentId: await market.card.pay(clientSecret) }
}

function deliver(
  body: string | Buffer,
  signature: string | null,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return attack.send('POST', '/webhooks/card-payments', {
    raw: new Blob([body]),
    headers: {
      'content-type': 'application/json',
      ...(signature !== null && { 'stripe-signature': signature }),
      ...headers,
    },
  })
}

const delivered = (body: string): Promise<Answer> => deliver(body, signatureOf(body))

async function stateOfOrder(id: string) {
  const { state, listing, payments } = await market.database.order.findUniqueOrThrow({
    where: { id },
    select: { state: true, listing: { select: { state: true } }, payments: { select: { state: true } } },
  })
  return { order: state, listing: listing.state, payments: payments.map(payment => payment.state) }
}

const paid = { order: 'PAID', listing: 'SOLD', payments: ['SUCCEEDED'] }

describe('an event', () => {
  it('A51 that is replayed, or comes twice at once, has one effect', async () => {
    const { id, intentId, listingId } = await chargedOrder()
    const body = intentEvent(intentId, 'payment_intent.succeeded')
    const first = await Promise.all([delivered(body), delivered(body), delivered(body)])
    expect(first.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await stateOfOrder(id)).toEqual(paid)
    for (const event of [body, body, intentEvent(intentId, 'payment_intent.succeeded')]) {
      expect((await delivered(event)).status).toBe(200)
    }
    // The very bytes and signature of the first, captured on their way.
    const signature = signatureOf(body, { at: nowS() - 299 })
    expect((await deliver(body, signature)).status).toBe(200)
    expect(await stateOfOrder(id)).toEqual(paid)
    expect(await market.database.auditEntry.count({ where: { subjectId: id, action: 'order.pay' } })).toBe(1)
    expect(await market.database.notice.count({ where: { listingId, kind: 'paid' } })).toBe(1)
  })

  it('A52 that is tampered with, re-written, late, early, unsigned or wrongly signed is refused', async () => {
    const { id, intentId } = await chargedOrder()
    const { refused } = attack
    const body = intentEvent(intentId, 'payment_intent.succeeded')
    const good = signatureOf(body)
    const other = intentEvent('pi_other', 'payment_intent.succeeded')
    const forged: [string, string | null][] = [
      [other, good],
      [body.replace('evt_', 'evt-'), good],
      [JSON.stringify(JSON.parse(body), null, 2), good],
      [`${body} `, good],
      [`\ufeff${body}`, good],
      [body, signatureOf(body, { at: nowS() - 301 })],
      [body, signatureOf(body, { at: nowS() + 400 })],
      [body, signatureOf(body, { at: nowS() + 10 * 365 * 24 * 3600 })],
      [body, good.replace(/^t=\d+/, `t=${nowS() - 1}`)],
      [body, good.replace(/^t=\d+,/, '')],
      [body, good.replace(/^t=\d+/, 't=')],
      [body, good.replace(/^t=\d+/, 't=now')],
      [body, `t=${nowS() + 10_000},${good}`],
      [body, null],
      [body, ''],
      [body, 'x'],
      [body, `t=${nowS()}`],
      [body, `t=${nowS()},v1=`],
      [body, signatureOf(body, { scheme: 'v0' })],
      [body, signatureOf(body, { secret: '' })],
      [body, signatureOf(body, { secret: ' ' })],
      [body, signatureOf(body, { secret: 'undefined' })],
      [body, signatureOf(body, { secret: `${WEBHOOK_SECRET} ` })],
      [body, good.replace('v1=', 'v1=0')],
      ['', signatureOf('')],
      ['{', signatureOf('{')],
      ['null', signatureOf('null')],
      ['[]', signatureOf('[]')],
      ['{}', signatureOf('{}')],
      ['{"id":"evt_1","type":"x","data":null}', signatureOf('{"id":"evt_1","type":"x","data":null}')],
    ]
    for (const [bytes, signature] of forged) await refused(() => deliver(bytes, signature), 400)
    // Signed, but not what was signed: one byte of it is not of the encoding.
    const broken = Buffer.concat([Buffer.from(body), Buffer.from([0xff])])
    await refused(() => deliver(broken, good), 400)
    await refused(() => deliver(body, good, { 'content-type': 'text/plain' }), 415)
    expect(await stateOfOrder(id)).toMatchObject({ order: 'PLACED' })
    expect((await delivered(body)).status).toBe(200)
    expect(await stateOfOrder(id)).toEqual(paid)
  })

  it('A52 about somebody else’s payment, or about none, changes nothing of anyone’s', async () => {
    const bodies = [
      intentEvent('pi_unknown', 'payment_intent.succeeded'),
      JSON.stringify({
        id: 'evt_a',
        object: 'event',
        created: 1_700_000_000,
        type: 'charge.refunded',
        data: { object: { object: 'charge', payment_intent: { not: '' } } },
      }),
      JSON.stringify({
        id: 'evt_b',
        object: 'event',
        created: 1_700_000_000,
        type: 'customer.created',
        data: { object: { object: 'customer' } },
      }),
      JSON.stringify({
        id: 'evt_c',
        object: 'event',
        created: 1_700_000_000,
        type: 'x',
        data: { object: { object: 'payment_intent', id: { not: '' } } },
      }),
      JSON.stringify({
        id: 'evt_d',
        object: 'event',
        created: 1_700_000_000,
        type: 'x',
        data: { object: { object: 'payment_intent', id: '../../v1/refunds' } },
      }),
      JSON.stringify({
        id: 'evt_e',
        object: 'event',
        created: 1_700_000_000,
        type: 'x',
        data: { object: { object: 'payment_intent', id: 'pi_\u0000' } },
      }),
      JSON.stringify({ id: 'evt_\u0000', object: 'event', type: 'x\u0000', data: { object: { object: 'customer' } } }),
      JSON.stringify({ id: 7, object: 'event', type: null, data: { object: 'payment_intent' } }),
    ]
    for (const body of bodies) await attack.refused(() => delivered(body), 200, 400, 404)
  })

  it('A53 of a failure after the success leaves the order paid; in any order the end is the same', async () => {
    const types = [
      'payment_intent.created',
      'payment_intent.payment_failed',
      'payment_intent.succeeded',
      'charge.failed',
    ]
    for (const order of permutations(types)) {
      const { id, intentId } = await declinedThenCharged()
      for (const type of order) expect((await delivered(intentEvent(intentId, type))).status).toBe(200)
      expect(await stateOfOrder(id), order.join()).toEqual(paid)
      expect(await market.database.auditEntry.count({ where: { subjectId: id, action: 'order.pay' } })).toBe(1)
    }
  })
})

/** An order whose first card was declined and whose second was charged; nobody has told the product. */
async function declinedThenCharged() {
  const { id, buyerId } = await market.order()
  const { clientSecret } = await market.as(buyerId).payments.createIntent({ orderId: id })
  await market.card.pay(clientSecret, 'pm_card_visa_chargeDeclined').catch(() => undefined)
  await market.card.pay(clientSecret)
  return { id, intentId: intentOf(clientSecret) }
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((first, n) => permutations(items.toSpliced(n, 1)).map(rest => [first, ...rest]))
}
