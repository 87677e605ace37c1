import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { removeUnusedPictures } from '#listings/remove-unused-pictures.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

const SECRET = 'Ring at Harbour Street 7'
const booking = { meetingPlace: SECRET, phone: '+1 555 010 0123', expectedPriceCents: 20_000 }

/** Everything that the database holds but the audit, whose entries cannot change, as text. */
async function everything(): Promise<string> {
  const { database } = market
  const tables = [
    database.user.findMany(),
    database.listing.findMany(),
    database.order.findMany(),
    database.orderNote.findMany(),
    database.meetingProposal.findMany(),
    database.notice.findMany(),
    database.refund.findMany(),
    database.cancellationProposal.findMany(),
    database.noShowReport.findMany(),
    database.disputeAnswer.findMany(),
    database.idempotencyKey.findMany(),
    database.savedSearch.findMany(),
    database.$queryRaw`SELECT search::text, location FROM listing_search`,
  ]
  return JSON.stringify(await Promise.all<unknown>(tables))
}

it('leaves nothing that a removed seller has typed or uploaded, where others see it', async () => {
  const admin = await market.asAdmin()
  const [buyer, other] = [await market.user(), await market.user()]
  const { id: sellerId } = await market.user({ role: 'SELLER', name: SECRET })
  const seller = market.as(sellerId)
  const reference = `/images/${'7'.repeat(32)}.webp`
  await market.upload({ reference, userId: sellerId })
  const post = { sellerId, sellerName: SECRET, description: SECRET, location: SECRET, images: [reference] }
  const [sold, released] = [await market.listing(post), await market.listing(post)]
  const { orderId: first } = await market
    .as(other.id)
    .orders.place({ listingId: released.id, ...booking, meetingPlace: 'Cafe' })
  await seller.orders.release({ orderId: first, reason: SECRET })
  const { orderId } = await market.as(buyer.id).orders.place({ listingId: sold.id, ...booking, meetingPlace: 'Cafe' })
  await seller.orders.addNote({ orderId, text: SECRET })
  await seller.orders.proposeMeeting({ orderId, meetingPlace: SECRET, meetingTime: null })
  const { clientSecret } = await market.as(buyer.id).payments.createIntent({ orderId })
  const transactionId = await market.card.pay(clientSecret)
  await market.as(buyer.id).payments.confirm({ orderId, transactionId })
  await seller.orders.proposeCancellation({ orderId, reason: SECRET })
  await market.database.order.update({ where: { id: orderId }, data: { meetingTime: new Date(0) } })
  await seller.orders.reportNoShow({ orderId, text: SECRET })
  await seller.payments.refund({ orderId, reason: SECRET, relist: false })
  expect(await everything()).toContain(SECRET)
  await admin.accounts.removeUser({ userId: sellerId })
  expect(await everything()).not.toContain(SECRET)
  expect(await everything()).not.toContain(reference)
  const details = await market.as(buyer.id).orders.details({ orderId })
  expect(JSON.stringify(details)).not.toContain(SECRET)
  expect(details).toMatchObject({ productName: 'Aurora 12', image: { url: '' } })
  const removed: string[] = []
  const pictureFiles = { remove: async (name: string) => void removed.push(name) }
  await removeUnusedPictures({ database: market.database, pictureFiles })
  expect(removed).toContain(reference)
})

it('leaves nothing of a removed buyer’s either', async () => {
  const admin = await market.asAdmin()
  const { id: buyerId } = await market.user({ name: SECRET })
  const buyer = market.as(buyerId)
  const { id: listingId } = await market.listing()
  const { orderId } = await buyer.orders.place({ listingId, ...booking, idempotencyKey: 'one' })
  await buyer.orders.addNote({ orderId, text: SECRET })
  await buyer.search.save({ text: 'harbour street' })
  await buyer.orders.cancel({ orderId })
  await admin.accounts.removeUser({ userId: buyerId })
  expect(await everything()).not.toContain(SECRET)
  expect(await market.database.savedSearch.count({ where: { userId: buyerId } })).toBe(0)
})

it('leaves nothing of where a removed seller has agreed to meet', async () => {
  const seller = await market.user({ role: 'SELLER' })
  const buyer = await market.user()
  const { id: listingId } = await market.listing({ sellerId: seller.id })
  const { orderId } = await market.as(buyer.id).orders.place({ listingId, ...booking, meetingPlace: 'Cafe' })
  const proposed = { orderId, meetingPlace: SECRET, meetingTime: null }
  const { proposalId } = await market.as(seller.id).orders.proposeMeeting(proposed)
  await market.as(buyer.id).orders.acceptProposal({ orderId, proposalId })
  const where = { id: orderId }
  expect((await market.database.order.findUniqueOrThrow({ where })).meetingPlace).toBe(SECRET)
  await (await market.asAdmin()).accounts.removeUser({ userId: seller.id })
  expect((await market.database.order.findUniqueOrThrow({ where })).meetingPlace).toBe('')
})

it('leaves the reasons of a removed admin, which are the market’s', async () => {
  const [admin, others] = [await market.user({ role: 'ADMIN' }), [await market.asAdmin(), await market.asAdmin()]]
  const { id: buyerId } = await market.user()
  const { id: listingId } = await market.listing()
  const { orderId } = await market.as(buyerId).orders.place({ listingId, ...booking, meetingPlace: 'Cafe' })
  const { clientSecret } = await market.as(buyerId).payments.createIntent({ orderId })
  const transactionId = await market.card.pay(clientSecret)
  await market.as(buyerId).payments.confirm({ orderId, transactionId })
  await market.as(admin.id).payments.refund({ orderId, reason: 'Not as described', relist: false })
  await others[0]?.accounts.proposeRemoval({ userId: admin.id })
  await others[1]?.accounts.removeUser({ userId: admin.id })
  const refund = await market.database.refund.findFirstOrThrow({ where: { payment: { orderId } } })
  expect(refund.reason).toBe('Not as described')
  expect(JSON.stringify(await market.as(buyerId).orders.details({ orderId }))).toContain('Not as described')
})
