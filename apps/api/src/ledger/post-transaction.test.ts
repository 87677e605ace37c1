import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { paidOrder } from '#payments/testing/paid-order.ts'
import { type Posting, postTransaction } from './post-transaction.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
})
afterAll(() => market.close())

let count = 0
let posting: Posting
beforeEach(() => {
  count += 1
  posting = { act: 'CHARGED', key: `test:${count}`, amounts: { OUTSIDE: 100, UNASSIGNED: -100 } }
})

const post = (one: Posting) => market.database.$transaction(tx => postTransaction(tx, one))
const posted = (key: string) =>
  market.database.ledgerTransaction.findMany({ where: { idempotencyKey: key }, select: { entries: true } })

describe('an act', () => {
  it('is posted once, however often and by however many at once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => post(posting)))
    expect(outcomes.toSorted()).toEqual([...Array(7).fill(false), true])
    expect(await post(posting)).toBe(false)
    const [transaction, ...more] = await posted(posting.key)
    expect(transaction?.entries).toHaveLength(2)
    expect(more).toEqual([])
  })

  it('on a seller’s account opens it, once for however many sales at once', async () => {
    const { id: sellerId } = await market.user({ role: 'SELLER' })
    const sale = (cents: number): Posting => ({
      ...{ act: 'ORDER_RELEASED', key: `${posting.key}:${cents}`, sellerId },
      amounts: { OUTSIDE: cents, SELLER_BALANCE: 1 - cents, PLATFORM_FEES: -1 },
    })
    await Promise.all(Array.from({ length: 8 }, (_, index) => post(sale(index + 100))))
    const accounts = await market.database.ledgerAccount.findMany({
      where: { ownerId: sellerId },
      select: { kind: true, entries: { select: { amountCents: true } } },
      orderBy: { kind: 'asc' },
    })
    expect(accounts.map(({ kind, entries }) => [kind, entries.length])).toEqual([
      ['SELLER_BALANCE', 8],
      ['SELLER_PAYOUTS', 0],
    ])
  })

  it('on a seller’s account names the seller', async () => {
    const amounts = { HELD: 100, SELLER_BALANCE: -100 }
    await expect(post({ ...posting, amounts })).rejects.toThrow('names no seller')
    expect(await posted(posting.key)).toEqual([])
  })

  it('that moves nothing is not posted', async () => {
    expect(await post({ ...posting, amounts: {} })).toBe(false)
    expect(await posted(posting.key)).toEqual([])
  })

  it('is not posted when the transaction that carries it out ends before its commit', async () => {
    const ended = market.database.$transaction(async tx => {
      expect(await postTransaction(tx, posting)).toBe(true)
      throw new Error('The process ended')
    })
    await expect(ended).rejects.toThrow('The process ended')
    expect(await posted(posting.key)).toEqual([])
    expect(await post(posting)).toBe(true)
  })

  it('that does not sum to zero is rejected, and what carried it out is undone', async () => {
    const { id } = await market.user({ name: 'Before' })
    const unbalanced = market.database.$transaction(async tx => {
      await tx.user.update({ where: { id }, data: { name: 'After' } })
      await postTransaction(tx, { ...posting, amounts: { OUTSIDE: 100, UNASSIGNED: -99 } })
    })
    await expect(unbalanced).rejects.toThrow('sum to 1 cents')
    expect(await market.database.user.findUniqueOrThrow({ where: { id }, select: { name: true } })).toEqual({
      name: 'Before',
    })
  })
})

describe('a payment that two processes settle at once', () => {
  it('is posted once: the charge, its fee, the order and the refund', async () => {
    const order = await paidOrder(market)
    await Promise.all([order.settle(), order.settle(), order.settle()])
    await order.refund()
    await Promise.all([order.settle(), order.settle(), order.settle()])
    const acts = await market.database.ledgerTransaction.findMany({
      where: { paymentId: order.paymentId },
      orderBy: { id: 'asc' },
      select: { act: true },
    })
    expect(acts.map(({ act }) => act)).toEqual(['CHARGED', 'ORDER_PAID', 'PROVIDER_FEE', 'REFUND_OWED', 'REFUND_SENT'])
    expect(await market.checkLedger()).toEqual([])
  })
})
