import { type ApiProcess, createMarket, intentOf, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../wire/answer.ts'
import { attackOn } from '../wire/attack-on.ts'
import { type Person, usersOf } from '../wire/users.ts'
import { providerOf } from './provider.ts'

let market: Market
let attack: ReturnType<typeof attackOn>
let provider: ReturnType<typeof providerOf>
let buyer: Person
let other: Person
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
  attack = attackOn(market)
  provider = providerOf(market)
  buyer = await usersOf(market).person()
  other = await usersOf(market).person()
})
afterAll(() => market.close())

async function begunOrder(by: Person = buyer) {
  const order = await market.order({ buyerId: by.id })
  const { clientSecret } = await market.as(by.id).payments.createIntent({ orderId: order.id })
  return { id: order.id, clientSecret, transactionId: intentOf(clientSecret) }
}

async function paidOrder(by: Person = buyer) {
  const order = await begunOrder(by)
  await market.card.pay(order.clientSecret)
  await market.as(by.id).payments.confirm({ orderId: order.id, transactionId: order.transactionId })
  return order
}

const reportOf = (order: { id: string; transactionId: string }, { email }: Person = buyer) => ({
  price: 200,
  transactionId: order.transactionId,
  email,
  bookingId: order.id,
})

/** Asks again while the answer is to come again: a key may be in use at the provider for longer than the product waits. */
async function insist<Told extends Answer>(ask: () => Promise<Told>): Promise<Told> {
  for (let times = 1; ; times += 1) {
    const answer = await ask()
    if (answer.status !== 503 || times === 10) return answer
  }
}

describe('paying', () => {
  describe('on two processes of the product', () => {
    let second: ApiProcess
    beforeAll(async () => {
      second = await market.startProcess()
    })
    afterAll(async () => {
      await second.stop()
    })

    it('A46 many times over, in tabs and on processes at once, is one intent and one charge', async () => {
      const { as } = buyer
      const { id } = await market.order({ buyerId: buyer.id })
      const sides = [attack, attackOn({ ...market, url: second.url })]
      const begun = await Promise.all(
        Array.from({ length: 20 }, async (_, n) => {
          const { send, rpc } = sides[n % 2] ?? attack
          if (n % 4 < 2) return (await insist(() => rpc('payments.createIntent', { orderId: id }, { as }))).data
          const body = { price: 200, bookingId: id }
          return (await insist(() => send('POST', '/create-payment-intent', { as, body }))).body
        }),
      )
      const secrets = new Set(begun.map(each => (each as { clientSecret: string }).clientSecret))
      expect([...secrets]).toEqual([expect.stringMatching(/^pi_\w+_secret_\w+$/)])
      const [clientSecret = ''] = secrets
      const transactionId = intentOf(clientSecret)
      expect((await provider.intentsOf(id)).map(intent => intent.id)).toEqual([transactionId])

      // The card is confirmed in every tab at once, and every tab reports.
      const confirmed = await Promise.allSettled(Array.from({ length: 5 }, () => market.card.pay(clientSecret)))
      expect(confirmed.some(({ status }) => status === 'fulfilled')).toBe(true)
      const reported = await Promise.all(
        Array.from({ length: 20 }, async (_, n) => {
          const { send, rpc } = sides[n % 2] ?? attack
          if (n % 4 < 2) {
            const { data } = await insist(() => rpc('payments.confirm', { orderId: id, transactionId }, { as }))
            return (data as { paymentId: string }).paymentId
          }
          const report = { as, body: reportOf({ id, transactionId }) }
          const { body } = await insist(() => send('POST', '/payments', report))
          return (body as { insertedId: string }).insertedId
        }),
      )
      expect(new Set(reported).size).toBe(1)
      expect(await provider.chargesOf(transactionId)).toMatchObject([{ amount: 20_000, amount_refunded: 0 }])
      expect(await market.database.payment.count({ where: { orderId: id } })).toBe(1)
      expect(await market.database.auditEntry.count({ where: { subjectId: id, action: 'order.pay' } })).toBe(1)
      const paid = { kind: 'paid', listingId: (await orderOf(id)).listingId }
      expect(await market.database.notice.count({ where: paid })).toBe(1)
    })
  })

  it('A47 an order that is paid, cancelled, expired, refunded or run out is refused', async () => {
    const { as } = buyer
    const paid = await paidOrder()
    const ended = await Promise.all(
      (['HANDED_OVER', 'CANCELLED', 'EXPIRED', 'REFUNDED'] as const).map(state =>
        market.order({ buyerId: buyer.id, state }),
      ),
    )
    const runOut = await market.order({ buyerId: buyer.id, reservedUntil: new Date(Date.now() - 1) })
    for (const { id } of [paid, ...ended, runOut]) {
      const { send, rpc, refused } = attack
      expect((await refused(() => rpc('payments.createIntent', { orderId: id }, { as }), 409)).code).toBe(
        'ORDER_NOT_PAYABLE',
      )
      await refused(() => send('POST', '/create-payment-intent', { as, body: { price: 200, bookingId: id } }), 409)
    }
    await attack.refused(() => attack.send('POST', '/create-payment-intent', { as, body: { price: 200.01 } }), 404)
  })

  it('A48 with an intent of another’s order is refused', async () => {
    const { send, rpc, refused } = attack
    const [mine, theirs] = [await begunOrder(), await begunOrder(other)]
    await market.card.pay(theirs.clientSecret)
    const { as } = buyer
    for (const id of [mine.id, theirs.id]) {
      const stolen = { id, transactionId: theirs.transactionId }
      await refused(() => rpc('payments.confirm', { orderId: id, transactionId: theirs.transactionId }, { as }), 404)
      await refused(() => send('POST', '/payments', { as, body: reportOf(stolen) }), 404)
    }
    await refused(() => rpc('payments.createIntent', { orderId: theirs.id }, { as }), 404)
    await refused(() => send('POST', '/create-payment-intent', { as, body: { price: 200, bookingId: theirs.id } }), 404)
  })

  it('A48 with an intent of another order, amount or currency is refused', async () => {
    const { send, rpc, refused } = attack
    const { as } = buyer
    const [one, two, cheap, foreign] = [await begunOrder(), await begunOrder(), await begunOrder(), await begunOrder()]
    await market.card.pay(two.clientSecret)
    await provider.change(cheap.transactionId, { amount: '50' })
    await market.card.pay(cheap.clientSecret)
    await provider.change(foreign.transactionId, { currency: 'sgd' })
    await market.card.pay(foreign.clientSecret)
    for (const order of [cheap, foreign]) {
      const { id, transactionId } = order
      const { code } = await rpc('payments.confirm', { orderId: id, transactionId }, { as })
      expect(code).toBe('PAYMENT_MISMATCH')
      // The charge fits no order: it is written down, and goes back, once.
      await market.runJobs()
      const unmatched = await market.database.unmatchedCharge.findMany({ where: { intentId: transactionId } })
      expect(unmatched).toMatchObject([{ cause: 'wrong-amount', state: 'RETURNED' }])
    }
    for (const { id, transactionId } of [{ ...two, id: one.id }, cheap, foreign]) {
      const { code } = await refused(() => rpc('payments.confirm', { orderId: id, transactionId }, { as }), 409)
      expect(code).toBe('PAYMENT_MISMATCH')
      await refused(() => send('POST', '/payments', { as, body: reportOf({ id, transactionId }) }), 409)
      expect((await orderOf(id)).state).toBe('PLACED')
      expect(await market.database.payment.count({ where: { orderId: id, state: { not: 'PENDING' } } })).toBe(0)
    }
    for (const { transactionId } of [cheap, foreign]) {
      const [charge, ...others] = await provider.chargesOf(transactionId)
      expect(charge?.amount_refunded).toBe(charge?.amount)
      expect(others).toEqual([])
    }
  })

  it('A49 is not done before the provider says so', async () => {
    const { send, rpc, refused } = attack
    const { as } = buyer
    const open = await begunOrder()
    const declined = await begunOrder()
    await expect(market.card.pay(declined.clientSecret, 'pm_card_visa_chargeDeclined')).rejects.toThrow()
    for (const order of [open, declined]) {
      const { id, transactionId } = order
      const { code } = await refused(() => rpc('payments.confirm', { orderId: id, transactionId }, { as }), 409)
      expect(code).toBe('PAYMENT_NOT_SUCCEEDED')
      await refused(() => send('POST', '/payments', { as, body: reportOf(order) }), 409)
    }
    const invented = [
      'pi_x',
      'pi_',
      'pi_1/../../refunds',
      'pi_x?expand[]=customer',
      'ch_1',
      '',
      'pi_\0',
      { not: '' },
      ['pi_x'],
      null,
    ]
    for (const transactionId of invented) {
      const { id } = open
      await refused(() => rpc('payments.confirm', { orderId: id, transactionId }, { as }), 400, 404)
      await refused(() => send('POST', '/payments', { as, body: { ...reportOf(open), transactionId } }), 400, 404)
    }
  })

  it('A50 with a used transaction id is refused for a second order, and answered the same for the first', async () => {
    const { send, rpc, refused } = attack
    const { as } = buyer
    const [paid, second] = [await paidOrder(), await begunOrder()]
    const { transactionId } = paid
    await refused(() => rpc('payments.confirm', { orderId: second.id, transactionId }, { as }), 409)
    await refused(() => send('POST', '/payments', { as, body: reportOf({ ...second, transactionId }) }), 409)
    const again = [
      await refused(() => rpc('payments.confirm', { orderId: paid.id, transactionId }, { as }), 200),
      await refused(() => rpc('payments.confirm', { orderId: paid.id, transactionId }, { as }), 200),
    ]
    expect(again[0]?.data).toEqual(again[1]?.data)
    const reports = [
      await refused(() => send('POST', '/payments', { as, body: reportOf(paid) }), 200),
      await refused(() => send('POST', '/payments', { as, body: reportOf(paid) }), 200),
    ]
    expect(reports[0]?.body).toEqual(reports[1]?.body)
  })
})

function orderOf(id: string) {
  return market.database.order.findUniqueOrThrow({ where: { id }, select: { state: true, listingId: true } })
}
