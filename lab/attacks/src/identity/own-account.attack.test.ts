import { prepareExport } from '@second-ring/api/account-data/prepare-export'
import { readZip } from '@second-ring/api/account-data/testing/read-zip'
import { removeDueAccounts } from '@second-ring/api/user-removal/remove-due-accounts'
import { createMarket, type Market, PICTURE } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attackOn } from '../wire/attack-on.ts'
import { type Person, usersOf } from '../wire/users.ts'

const DELETE = { confirmation: 'DELETE' }
const DAY = 24

let market: Market
let attack: ReturnType<typeof attackOn>
let people: ReturnType<typeof usersOf>
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
  attack = attackOn(market)
  people = usersOf(market)
})
afterAll(async () => {
  expect(await market.checkLedger()).toEqual([])
  await market.close()
})

async function data<Data>(path: string, input: unknown, { as }: Person): Promise<Data> {
  const answer = await attack.rpc(path, input, { as })
  expect(answer.status, answer.text).toBe(200)
  return answer.data as Data
}

const actionsOn = async (subjectId: string) =>
  (await market.database.auditEntry.findMany({ where: { subjectId } })).map(({ action }) => action)

async function prepared(person: Person): Promise<void> {
  await data('accounts.requestExport', {}, person)
  const { id: exportId } = await market.database.dataExport.findFirstOrThrow({ where: { userId: person.id } })
  await prepareExport(market.platform, { exportId })
}

function postBy(categoryId: string) {
  const prices = { resalePriceCents: 20_000, originalPriceCents: 40_000 }
  const texts = { productName: 'Aurora 12', description: 'Good', location: 'Oslo', sellerName: 'Sara' }
  return { categoryId, ...texts, ...prices, images: [PICTURE], condition: 'GOOD', yearsUsed: 1 }
}

describe('an account that is not one’s own', () => {
  it('A156 is neither exported nor deleted, whatever is sent', async () => {
    const { send, rpc, refused } = attack
    const [thief, victim] = [await people.person('SELLER'), await people.person('SELLER')]
    const admin = await people.person('ADMIN')
    const picture = `/images/${'6'.repeat(32)}.webp`
    await market.upload({ reference: picture, userId: victim.id })
    await prepared(victim)
    const cookie = `second-ring-session=${victim.as.slice('bearer '.length)}`
    await refused(() => send('GET', '/account-data.zip'), 401)
    await refused(() => send('GET', '/account-data.zip', { headers: { cookie } }), 401)
    await refused(() => send('GET', '/account-data.zip', { as: `${victim.as}x` }), 401)
    for (const { as } of [thief, admin]) {
      await refused(() => send('GET', `/account-data.zip?userId=${victim.id}&email=${victim.email}`, { as }), 404)
      await refused(() => send('GET', `/account-data.zip/${victim.id}`, { as }), 404)
    }
    for (const path of ['accounts.requestDeletion', 'accounts.requestExport', 'accounts.cancelDeletion']) {
      await refused(() => rpc(path, DELETE), 401)
      await refused(() => rpc(path, DELETE, { as: `${victim.as}x` }), 401)
    }
    await data('accounts.requestDeletion', { ...DELETE, userId: victim.id, email: victim.email }, thief)
    expect(await data('accounts.me', undefined, victim)).not.toHaveProperty('deletesAt')
    expect(await data('accounts.me', undefined, thief)).toHaveProperty('deletesAt')
    await data('accounts.cancelDeletion', { userId: victim.id }, thief)
    await refused(() => send('DELETE', `/users/${victim.id}`, { as: thief.as }), 403)
    // A post of their own with the picture of another is no way to it.
    const { id: categoryId } = await market.category()
    const stolen = { ...postBy(categoryId), images: [`http://localhost${picture}`] }
    await refused(() => rpc('listings.create', stolen, { as: thief.as }), 400)
    await prepared(thief)
    const answer = await fetch(`${market.url}/account-data.zip`, { headers: { authorization: thief.as } })
    const files = readZip(Buffer.from(await answer.arrayBuffer()))
    const all = [...files].map(([name, bytes]) => `${name} ${bytes.toString()}`).join('\n')
    for (const theirs of [picture, victim.email, victim.id]) expect(all).not.toContain(theirs)
  })
})

describe('an account that is about to be deleted', () => {
  it('A157 does nothing any more, on both transports, but read and be kept', async () => {
    const { send, rpc, refused } = attack
    const leaving = await people.person('SELLER')
    const { as, email } = leaving
    const { id: listingId, categoryId } = await market.listing()
    const own = await market.listing({ sellerId: leaving.id })
    await data('accounts.requestDeletion', DELETE, leaving)
    const booking = { meetingPlace: 'Library', phone: '5550100' }
    const calls: [path: string, input: unknown][] = [
      ['orders.place', { listingId, ...booking, expectedPriceCents: 20_000 }],
      ['orders.joinWaitingList', { listingId }],
      ['listings.create', postBy(categoryId)],
      ['listings.advertise', { listingId: own.id }],
      ['listings.remove', { listingId: own.id }],
      ['listings.setFavorite', { listingId, favorite: true }],
      ['search.save', { text: 'aurora' }],
      ['reports.file', { listingId, reason: 'STOLEN' }],
      ['accounts.changeName', { name: 'Somebody Else' }],
      ['accounts.startSelling', {}],
    ]
    for (const [path, input] of calls) await refused(() => rpc(path, input, { as }), 403)
    const order = { product: 'Aurora 12', product_img: PICTURE, price: 200, location: 'Library', phone: '5550100' }
    await refused(
      () => send('POST', '/orders', { as, body: { name: 'Ana', email, productId: listingId, ...order } }),
      403,
    )
    await refused(() => send('POST', '/account/start-selling', { as }), 403)
    await refused(() => send('DELETE', `/deleteProduct/${own.id}`, { as }), 403)
    await refused(() => send('POST', '/addProductTohome', { as, body: { _id: own.id } }), 403)
    expect((await send('GET', `/orders?email=${email}`, { as })).status).toBe(200)
    expect(await data('accounts.cancelDeletion', {}, leaving)).toEqual({ changed: true })
    expect((await market.database.listing.findUniqueOrThrow({ where: { id: own.id } })).state).toBe('AVAILABLE')
  })

  it('A158 is not kept after seven days, before the job or after it, nor by another', async () => {
    const { rpc, refused } = attack
    const [leaving, other] = [await people.person('SELLER'), await people.person('SELLER')]
    const { id: listingId } = await market.listing({ sellerId: leaving.id })
    await data('accounts.requestDeletion', DELETE, leaving)
    expect(await data('accounts.cancelDeletion', { userId: leaving.id }, other)).toEqual({ changed: false })
    await market.timePasses({ hours: 7 * DAY })
    await refused(() => rpc('accounts.cancelDeletion', {}, { as: leaving.as }), 409)
    // Asked for again it is no new week.
    await data('accounts.requestDeletion', DELETE, leaving)
    await refused(() => rpc('accounts.cancelDeletion', {}, { as: leaving.as }), 409)
    await removeDueAccounts(market.platform)
    await refused(() => rpc('accounts.cancelDeletion', {}, { as: leaving.as }), 401)
    await refused(() => rpc('accounts.me', undefined, { as: leaving.as }), 401)
    expect((await market.database.listing.findUniqueOrThrow({ where: { id: listingId } })).state).toBe('REMOVED')
  })
})

describe('starting to sell', () => {
  it('A159 at once, again, and by those who may not, is one change and one audit entry', async () => {
    const { send, rpc, refused } = attack
    const buyer = await people.person('BUYER')
    const { as, id } = buyer
    const answers = await Promise.all([
      ...[1, 2, 3, 4].map(() => rpc('accounts.startSelling', { role: 'ADMIN', userId: id }, { as })),
      ...[1, 2, 3, 4].map(() => send('POST', '/account/start-selling', { as })),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await data('accounts.me', undefined, buyer)).toMatchObject({ role: 'SELLER' })
    expect((await actionsOn(id)).filter(action => action === 'account.start-selling')).toHaveLength(1)
    const [admin, removed, leaving] = [
      await people.person('ADMIN'),
      await people.person('BUYER'),
      await people.person('BUYER'),
    ]
    await data('accounts.removeUser', { userId: removed.id }, admin)
    await data('accounts.requestDeletion', DELETE, leaving)
    for (const [person, status] of [
      [admin, 403],
      [removed, 401],
      [leaving, 403],
    ] as const) {
      await refused(() => rpc('accounts.startSelling', {}, { as: person.as }), status)
      await refused(() => send('POST', '/account/start-selling', { as: person.as }), status)
    }
    await refused(() => send('POST', '/account/start-selling'), 401)
  })
})

describe('a deletion in the middle of something', () => {
  it('A160 leaves no live order and nothing for sale, however bookings, posts and adverts race with it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [leaving, other] = [await people.person('SELLER'), await people.person('SELLER')]
      const [mine, theirs] = [
        await market.listing({ sellerId: leaving.id }),
        await market.listing({ sellerId: other.id }),
      ]
      const book = (listingId: string, { as }: Person) => {
        const booking = { meetingPlace: 'Library', phone: '5550100', expectedPriceCents: 20_000 }
        return attack.rpc('orders.place', { listingId, ...booking }, { as })
      }
      const answers = await Promise.all([
        book(mine.id, other),
        book(theirs.id, leaving),
        attack.rpc('listings.create', postBy(mine.categoryId), { as: leaving.as }),
        attack.rpc('listings.advertise', { listingId: mine.id }, { as: leaving.as }),
        attack.rpc('accounts.requestDeletion', DELETE, { as: leaving.as }),
      ])
      for (const { status, text } of answers) expect(status, text).toBeLessThan(500)
      expect(answers.at(-1)?.status).toBe(200)
      const side = { OR: [{ buyerId: leaving.id }, { listing: { sellerId: leaving.id } }] }
      expect(await market.database.order.count({ where: { ...side, state: 'PLACED' } })).toBe(0)
      const forSale = { sellerId: leaving.id, state: { not: 'REMOVED' as const } }
      expect(await market.database.listing.count({ where: forSale })).toBe(0)
    }
  })

  it('A160 meets a payment in one end: paid, and nobody leaves, or left, and the money goes back', async () => {
    for (const who of ['buyer', 'seller'] as const) {
      const [buyer, seller] = [await people.person('BUYER'), await people.person('SELLER')]
      const { id: listingId } = await market.listing({ sellerId: seller.id })
      const booking = { meetingPlace: 'Library', phone: '5550100', expectedPriceCents: 20_000 }
      const { orderId } = await data<{ orderId: string }>('orders.place', { listingId, ...booking }, buyer)
      const { clientSecret } = await data<{ clientSecret: string }>('payments.createIntent', { orderId }, buyer)
      const transactionId = await market.card.pay(clientSecret)
      const [leaves] = await Promise.all([
        attack.rpc('accounts.requestDeletion', DELETE, { as: { buyer, seller }[who].as }),
        attack.rpc('payments.confirm', { orderId, transactionId }, { as: buyer.as }),
      ])
      expect([200, 409], leaves.text).toContain(leaves.status)
      await market.runJobs()
      const { state } = await market.database.order.findUniqueOrThrow({ where: { id: orderId } })
      const { latest_charge: charge } = await market.card.intent(transactionId)
      const isRefunded = typeof charge === 'object' && charge?.refunded
      expect({ state, isRefunded }).toEqual(
        leaves.status === 409 ? { state: 'PAID', isRefunded: false } : { state: 'CANCELLED', isRefunded: true },
      )
    }
  })
})

it.each(['Second Ring Support', 'Sec0nd R1ng'])('A240 nobody is named %s', async name => {
  const { as } = await people.person('SELLER')
  await attack.refused(() => attack.rpc('accounts.changeName', { name }, { as }), 400)
})

it('A241 a verified seller does not take the tick to another name', async () => {
  const { id, as } = await people.person('SELLER')
  await (await market.asAdmin()).accounts.verifySeller({ userId: id })
  expect((await attack.rpc('accounts.changeName', { name: 'Apple Store Official' }, { as })).status).toBe(200)
  expect((await attack.rpc('accounts.me', undefined, { as })).data).toMatchObject({ verified: false })
})
