import { moveMoney } from '@second-ring/api/payouts/move-money'
import { fundsBecomeAvailable, payee } from '@second-ring/api/payouts/testing/payee'
import { CONNECT_WEBHOOK_SECRET, createMarket, type Market } from '@second-ring/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { signatureOf } from '../forge/provider-event.ts'
import { attackOn } from '../wire/attack-on.ts'
import { usersOf } from '../wire/users.ts'

const REASON = 'Buyers report locked phones'

let market: Market
beforeEach(async () => {
  market = await createMarket({ webhooks: false })
})
afterEach(async () => {
  expect((await market.checkLedger()).join('\n')).toBe('')
  await market.close()
})

const move = () => moveMoney(market.platform)
const enqueue = () => market.database.$transaction(tx => market.platform.jobs.enqueue(tx, 'payouts.move-money', {}))
const isFrozen = async (id: string) =>
  (await market.database.user.findUniqueOrThrow({ where: { id } })).payoutsFrozenAt !== null

/** Each way to freeze a seller's payouts, and to release them. */
function waysOf(on: Market) {
  const { send, rpc } = attackOn(on)
  const of = (id: string) => `/users/${id}/payout-freeze`
  return {
    freeze: [
      (id: string, as?: string) => rpc('accounts.freezePayouts', { userId: id, reason: REASON }, { as }),
      (id: string, as?: string) => send('POST', of(id), { as, body: { reason: REASON } }),
    ],
    release: [
      (id: string, as?: string) => rpc('accounts.releasePayouts', { userId: id }, { as }),
      (id: string, as?: string) => send('DELETE', of(id), { as }),
    ],
  }
}

describe('the power to freeze payouts', () => {
  it('A292 is an admin’s alone, over sellers who are there, with a reason, and counts once', async () => {
    const { refused, send, rpc } = attackOn(market)
    const people = usersOf(market)
    const [seller, buyer] = [await people.person('SELLER'), await people.person()]
    const [admin, other] = [await people.person('ADMIN'), await people.person('ADMIN')]
    const gone = await people.person('SELLER')
    await (await market.asAdmin()).accounts.removeUser({ userId: gone.id })
    const { freeze, release } = waysOf(market)
    for (const act of [...freeze, ...release]) {
      await refused(() => act(seller.id), 401)
      for (const { as } of [seller, buyer]) await refused(() => act(seller.id, as), 403)
    }
    for (const act of freeze) {
      for (const { id } of [buyer, other, admin]) await refused(() => act(id, admin.as), 409)
      for (const id of [gone.id, crypto.randomUUID()]) await refused(() => act(id, admin.as), 404)
    }
    const path = `/users/${seller.id}/payout-freeze`
    for (const body of [{}, { reason: ' ' }, { reason: 'x'.repeat(501) }]) {
      await refused(() => send('POST', path, { as: admin.as, body }), 400)
      await refused(() => rpc('accounts.freezePayouts', { userId: seller.id, ...body }, { as: admin.as }), 400)
    }
    const twice = await Promise.all(
      [admin, other].map(({ as }) => send('POST', path, { as, body: { reason: REASON } })),
    )
    const changes = (answers: typeof twice) =>
      answers.map(({ body }) => (body as { modifiedCount: number }).modifiedCount).toSorted()
    expect(changes(twice)).toEqual([0, 1])
    // Its seller does not lift it.
    for (const act of release) await refused(() => act(seller.id, seller.as), 403)
    expect(await isFrozen(seller.id)).toBe(true)
    expect(changes(await Promise.all([admin, other].map(({ as }) => send('DELETE', path, { as }))))).toEqual([0, 1])
  })

  it('A293 needs a fresh second factor, to release them too: a stolen session of an admin does neither', async () => {
    const guarded = await createMarket({ webhooks: false, requiresFactor: true })
    try {
      const { refused } = attackOn(guarded)
      const people = usersOf(guarded)
      const [admin, seller] = [await people.person('ADMIN'), await people.person('SELLER')]
      const { freeze, release } = waysOf(guarded)
      for (const act of freeze) {
        const { text } = await refused(() => act(seller.id, admin.as), 403)
        expect(text).toContain('FACTOR_REQUIRED')
      }
      await guarded.database.user.update({ where: { id: seller.id }, data: { payoutsFrozenAt: new Date() } })
      for (const act of release) await refused(() => act(seller.id, admin.as), 403)
    } finally {
      await guarded.close()
    }
  })
})

describe('a seller whose payouts are frozen', () => {
  it('A294 gets no money by another bank account, another onboarding, an event, a new deal or the end of their account', async () => {
    const seller = await payee(market)
    const sent = await seller.deal()
    await fundsBecomeAvailable(market)
    const account = { where: { userId: seller.sellerId } }
    await market.database.payoutAccount.update({ ...account, data: { payoutsEnabled: false } })
    await move()
    await market.database.payoutAccount.update({ ...account, data: { payoutsEnabled: true } })
    const before = await sent.transfers()
    expect(before).toHaveLength(1)
    const later = await seller.deal()
    const admin = await market.asAdmin()
    await admin.accounts.freezePayouts({ userId: seller.sellerId, reason: REASON })

    await market.as(seller.sellerId).payouts.startOnboarding()
    await seller.bank('000111111116')
    const event = { id: 'evt_1', object: 'event', type: 'account.updated', created: 1_790_000_000 }
    const object = { object: 'account', id: seller.accountId, payouts_enabled: true }
    const body = JSON.stringify({ ...event, account: seller.accountId, data: { object } })
    await attackOn(market).send('POST', '/webhooks/connected-accounts', {
      raw: body,
      headers: {
        'content-type': 'application/json',
        'stripe-signature': signatureOf(body, { secret: CONNECT_WEBHOOK_SECRET }),
      },
    })
    await fundsBecomeAvailable(market)
    await move()
    await admin.accounts.removeUser({ userId: seller.sellerId })
    await market.timePasses({ hours: 48 })
    await market.runJobs()
    await move()
    expect(await later.transfers()).toEqual([])
    expect(await sent.transfers()).toEqual(before)
    expect(await market.platform.connectedAccounts.listPayouts(seller.accountId)).toEqual([])
    expect(await seller.money()).toEqual({ balance: 19_000, onItsWay: 19_000 })

    await admin.accounts.releasePayouts({ userId: seller.sellerId })
    await move()
    expect(await later.transfers()).toHaveLength(1)
  })

  it('A295 has what left before the freeze answered, and nothing after, however many processes send', async () => {
    const seller = await payee(market)
    const deals = [await seller.deal(), await seller.deal(), await seller.deal()]
    await fundsBecomeAvailable(market)
    const sent = async () => {
      const transfers = await Promise.all(deals.map(deal => deal.transfers()))
      return [transfers, await market.platform.connectedAccounts.listPayouts(seller.accountId)].map(
        list => list.flat().length,
      )
    }
    const admin = await market.asAdmin()
    const processes = await Promise.all([market.startProcess(), market.startProcess()])
    await Promise.all(Array.from({ length: 4 }, enqueue))
    const frozen = async () => {
      await admin.accounts.freezePayouts({ userId: seller.sellerId, reason: REASON })
      return sent()
    }
    const [left] = await Promise.all([frozen(), Promise.allSettled([move(), move()])])
    await Promise.all(Array.from({ length: 4 }, enqueue))
    await Promise.allSettled([move(), move()])
    for (const process of processes) await process.stop()
    await market.runJobs()
    await move()
    expect(await sent()).toEqual(left)
  })
})

describe('what admins read of frozen payouts and undecided handovers', () => {
  it('A296 is read by no seller or buyer, and the reason of a freeze by its seller alone', async () => {
    const { refused, rpc } = attackOn(market)
    const people = usersOf(market)
    const [seller, buyer, stranger] = [
      await people.person('SELLER'),
      await people.person(),
      await people.person('SELLER'),
    ]
    await (await market.asAdmin()).accounts.freezePayouts({ userId: seller.id, reason: REASON })
    const { id: listingId } = await market.listing({ sellerId: seller.id, state: 'RESERVED' })
    const { id: orderId } = await market.order({ listingId, buyerId: buyer.id })
    const caller = market.as(buyer.id)
    const { clientSecret } = await caller.payments.createIntent({ orderId })
    await caller.payments.confirm({ orderId, transactionId: await market.card.pay(clientSecret) })
    await market.as(seller.id).orders.claimHandover({ orderId })
    await caller.orders.denyHandover({ orderId, reason: 'We never met' })
    for (const { as } of [seller, buyer, stranger]) {
      await refused(() => rpc('cases.list', {}, { as }), 403)
      await refused(() => rpc('cases.open', undefined, { as }), 403)
      await refused(() => rpc('accounts.byId', { userId: seller.id }, { as }), 403)
      const decision = { orderId, outcome: 'REFUNDED', reason: 'x' }
      await refused(() => rpc('orders.decideHandover', decision, { as }), 403)
    }
    for (const { as } of [buyer, stranger]) {
      await refused(() => rpc('earnings.summary', { sellerId: seller.id }, { as }), 403)
    }
    const own = await rpc('earnings.summary', {}, { as: seller.as })
    expect(own.data).toMatchObject({ frozen: true, frozenReason: REASON })
    const page = await rpc('listings.seller', { sellerId: seller.id }, { as: stranger.as })
    expect(page.text).not.toContain(REASON)
  })
})
