import { registerPasskey } from '@second-ring/api/factor/testing/register'
import { defaultAccountLimits } from '@second-ring/contracts/account-limits'
import { REPORTS_SHOWN_MAX } from '@second-ring/contracts/moderation/report'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attackOn } from '../wire/attack-on.ts'
import { type Person, usersOf } from '../wire/users.ts'

const REPORTS_A_DAY = defaultAccountLimits.reportsADay.proven

let market: Market
let attack: ReturnType<typeof attackOn>
let admin: Person
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
  attack = attackOn(market)
  admin = await usersOf(market).person('ADMIN')
})
afterAll(() => market.close())

const people = (count: number) => Promise.all(Array.from({ length: count }, () => usersOf(market).person()))
const report = ({ as }: Person, listingId: string, extra: object = {}) =>
  attack.rpc('reports.file', { listingId, reason: 'STOLEN', ...extra }, { as })
const remove = ({ as }: Person, listingId: string) =>
  attack.rpc('listings.removeAny', { listingId, reason: 'Stolen' }, { as })
const statesOf = async (listingId: string) => {
  const { state, orders } = await market.database.listing.findUniqueOrThrow({
    where: { id: listingId },
    select: { state: true, orders: { select: { state: true } } },
  })
  return [state, ...orders.map(order => order.state).toSorted()]
}

describe('reports of posts', () => {
  it('A181 flooded by one account are one a post and few a day, sent at once too', async () => {
    const [flooder, other] = await people(2)
    if (!flooder || !other) throw new Error('Nobody came')
    const { id: one } = await market.listing()
    const same = await Promise.all(Array.from({ length: 20 }, () => report(flooder, one)))
    expect(same.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
    const posts = await Promise.all(Array.from({ length: 30 }, () => market.listing()))
    const many = await Promise.all(posts.map(({ id }) => report(flooder, id)))
    expect(many.filter(({ status }) => status === 200)).toHaveLength(REPORTS_A_DAY - 1)
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect(await market.database.report.count({ where: { reporterId: flooder.id } })).toBe(REPORTS_A_DAY)
    // Nobody else is held up by it.
    expect((await report(other, one)).status).toBe(200)
  })

  it('A182 by twenty accounts and more of one post remove nothing, and are one short row of the queue', async () => {
    const { id: listingId, sellerId } = await market.listing()
    const text = 'x'.repeat(500)
    const reporters = await people(REPORTS_SHOWN_MAX + 5)
    const filed = await Promise.all(reporters.map(reporter => report(reporter, listingId, { text })))
    expect(new Set(filed.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await statesOf(listingId)).toEqual(['AVAILABLE'])
    expect(await market.database.notice.count({ where: { userId: { in: [sellerId, admin.id] } } })).toBe(0)
    const { data } = await attack.rpc('reports.queue', { order: 'most', limit: 1 }, { as: admin.as })
    const { items } = data as { items: { listing: { id: string }; reporters: number; reports: unknown[] }[] }
    expect(items).toMatchObject([{ listing: { id: listingId }, reporters: reporters.length }])
    expect(items[0]?.reports).toHaveLength(REPORTS_SHOWN_MAX)
  })

  it('A237 by twelve accounts without a proven email come after one of a proven user, and change nothing for the seller', async () => {
    const [{ id: innocent, sellerId }, { id: guilty }] = [await market.listing(), await market.listing()]
    const [reporter] = await people(1)
    if (!reporter) throw new Error('Nobody came')
    expect((await report(reporter, guilty)).status).toBe(200)
    for (let count = 0; count < 12; count += 1) {
      const { id } = await market.user({ emailVerifiedAt: null })
      const as = `Bearer ${market.tokenOf(id)}`
      const filed = await attack.rpc('reports.file', { listingId: innocent, reason: 'STOLEN' }, { as })
      expect(filed.status, filed.text).toBe(200)
    }
    const about = [innocent, guilty]
    for (const order of ['newest', 'most']) {
      const { data } = await attack.rpc('reports.queue', { order }, { as: admin.as })
      const { items } = data as { items: { listing: { id: string }; proven: number }[] }
      const shown = items.filter(({ listing }) => about.includes(listing.id))
      expect(shown.map(({ listing, proven }) => [listing.id, proven])).toEqual([
        [guilty, 1],
        [innocent, 0],
      ])
    }
    expect(await statesOf(innocent)).toEqual(['AVAILABLE'])
    const as = `Bearer ${market.tokenOf(sellerId)}`
    expect((await attack.rpc('listings.advertise', { listingId: innocent }, { as })).status).toBe(200)
    expect(await market.database.notice.count({ where: { userId: sellerId } })).toBe(0)
  })

  it('A238 are not counted again of the same post after an admin dismissed them', async () => {
    const { id: listingId } = await market.listing()
    const [reporter] = await people(1)
    if (!reporter) throw new Error('Nobody came')
    expect((await report(reporter, listingId)).status).toBe(200)
    const dismissal = { listingId, until: new Date(Date.now() + 60_000).toISOString(), note: 'It is theirs' }
    expect((await attack.rpc('reports.dismiss', dismissal, { as: admin.as })).status).toBe(200)
    await attack.refused(() => report(reporter, listingId), 409)
  })

  it('A183 are not of one’s own post, nor in another’s name, and write nothing into it', async () => {
    const { id: listingId, sellerId } = await market.listing()
    const as = `Bearer ${market.tokenOf(sellerId)}`
    const own = { listingId, reason: 'OTHER' }
    await attack.refused(() => attack.rpc('reports.file', own, { as }), 409)
    await attack.refused(() => attack.rpc('reports.file', own), 401)
    const [reporter, victim] = await people(2)
    if (!reporter || !victim) throw new Error('Nobody came')
    for (const wrong of [{ reason: 'BORING' }, { text: 'x'.repeat(501) }, { text: 'a\u0000b' }, { listingId: 'x' }]) {
      await attack.refused(() => report(reporter, listingId, wrong), 400)
    }
    const claims = {
      reporterId: victim.id,
      state: 'ACTED',
      handledById: victim.id,
      createdAt: new Date(0).toISOString(),
    }
    const { data } = await report(reporter, listingId, claims)
    const { reportId: id } = data as { reportId: string }
    const stored = await market.database.report.findUniqueOrThrow({ where: { id } })
    expect(stored).toMatchObject({ reporterId: reporter.id, state: 'OPEN', handledById: null })
    expect(stored.createdAt.getTime()).toBeGreaterThan(0)
  })

  it('A184 are read and closed by admins alone: a seller learns neither who nor what', async () => {
    const { id: listingId, sellerId } = await market.listing()
    const [reporter] = await people(1)
    if (!reporter) throw new Error('Nobody came')
    await report(reporter, listingId, { text: 'I am Nia from the corner' })
    const as = `Bearer ${market.tokenOf(sellerId)}`
    const until = new Date(Date.now() + 60_000).toISOString()
    for (const [caller, status] of [
      [as, 403],
      [reporter.as, 403],
      [undefined, 401],
    ] as const) {
      const { rpc, refused } = attack
      await refused(() => rpc('reports.queue', {}, { as: caller }), status)
      await refused(() => rpc('reports.open', undefined, { as: caller }), status)
      await refused(() => rpc('reports.dismiss', { listingId, until, note: 'No' }, { as: caller }), status)
      await refused(() => rpc('listings.previewRemoval', { listingId }, { as: caller }), status)
    }
    await remove(admin, listingId)
    const seen = await Promise.all([
      attack.rpc('notices.list', {}, { as }),
      attack.rpc('listings.mine', {}, { as }),
      attack.rpc('listings.get', { listingId }, { as }),
    ])
    for (const { text } of seen) {
      for (const secret of [reporter.id, reporter.email, 'Nia from the corner']) expect(text).not.toContain(secret)
    }
  })
})

describe('the removal of somebody’s post', () => {
  it('A185 takes an admin who has just proven their factor, on both transports', async () => {
    const strict = await createMarket({ requiresFactor: true, webhooks: false })
    try {
      const { rpc, send, refused } = attackOn(strict)
      const proven = await usersOf(strict).person('ADMIN')
      const { prove } = await registerPasskey(strict, proven.id)
      await strict.timePasses({ hours: 1 })
      const [seller, buyer] = [await usersOf(strict).person('SELLER'), await usersOf(strict).person()]
      const { id: listingId } = await strict.listing({ sellerId: seller.id })
      const input = { listingId, reason: 'Stolen' }
      const path = `/admin/listings/${listingId}/removal`
      const body = { reason: 'Stolen' }
      for (const [as, status] of [
        [proven.as, 403],
        [seller.as, 403],
        [buyer.as, 403],
        [undefined, 401],
      ] as const) {
        await refused(() => rpc('listings.removeAny', input, { as }), status)
        await refused(() => send('POST', path, { as, body }), status)
      }
      await prove()
      expect((await rpc('listings.removeAny', input, { as: proven.as })).data).toMatchObject({ changed: true })
    } finally {
      await strict.close()
    }
  })

  it('A186 pressed many times at once, while others book and cancel, ends what there is and happens once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id: listingId, sellerId } = await market.listing()
      const buyers = await people(6)
      const booking = { listingId, phone: '555 0100', meetingPlace: 'Library', expectedPriceCents: 20_000 }
      const [first] = buyers
      if (!first) throw new Error('Nobody came')
      const { data } = await attack.rpc('orders.place', booking, { as: first.as })
      const { orderId } = data as { orderId: string }
      const second = await usersOf(market).person('ADMIN')
      const calls = await Promise.all([
        ...buyers.slice(1, 4).map(({ as }) => attack.rpc('orders.joinWaitingList', { listingId }, { as })),
        attack.rpc('orders.cancel', { orderId }, { as: first.as }),
        ...[admin, second, admin, second].map(({ as }) =>
          attack.rpc('listings.removeAny', { listingId, reason: 'Stolen' }, { as }),
        ),
        ...buyers.map(({ as }) => attack.rpc('orders.place', booking, { as })),
      ])
      for (const { status, text } of calls) expect([200, 404, 409], text).toContain(status)
      const [state, ...orders] = await statesOf(listingId)
      expect(state).toBe('REMOVED')
      expect(new Set(orders)).toEqual(new Set(['CANCELLED']))
      const live = { listingId, state: { in: ['WAITING' as const, 'OFFERED' as const] } }
      await market.runJobs()
      expect(await market.database.waitingEntry.count({ where: live })).toBe(0)
      const removals = { subjectId: listingId, action: 'listing.remove-any' }
      expect(await market.database.auditEntry.count({ where: removals })).toBe(1)
      expect(await market.database.notice.count({ where: { userId: sellerId, kind: 'post-removed' } })).toBe(1)
    }
    expect(await market.checkLedger()).toEqual([])
  })

  it('A187 raced with a payment leaves no paid order without its phone, and no charge without an order', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id: orderId, listingId, buyerId } = await market.order()
      const as = `Bearer ${market.tokenOf(buyerId)}`
      const { data } = await attack.rpc('payments.createIntent', { orderId }, { as })
      const transactionId = await market.card.pay((data as { clientSecret: string }).clientSecret)
      const confirm = () => attack.rpc('payments.confirm', { orderId, transactionId }, { as })
      const [removed] = await Promise.all(
        round % 2 === 0 ? [remove(admin, listingId), confirm()] : [confirm().then(() => remove(admin, listingId))],
      )
      await market.runJobs()
      const states = await statesOf(listingId)
      const intent = await market.card.intent(transactionId)
      const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
      if (removed?.status === 200) {
        expect(states).toEqual(['REMOVED', 'CANCELLED'])
        expect(charge?.amount_refunded).toBe(charge?.amount)
      } else {
        expect(removed?.text).toContain(orderId)
        expect(states).toEqual(['SOLD', 'PAID'])
        expect(charge?.amount_refunded).toBe(0)
      }
    }
    expect(await market.checkLedger()).toEqual([])
  })
})
