import { type Act, ofBooking, ofPhone } from './act.ts'
import { chargeForNothing, decideDispute, dispute, overseeMoney, refundAtProvider, settleRefund } from './banks.ts'
import { payTwinByPrice } from './by-price.ts'
import type { Crowd } from './crowd.ts'
import { goOn } from './deals.ts'
import { askPayee, moveMoney, refundWhatWasSent, settlePayout, setUpPayouts } from './payees.ts'
import { cancel, pay, payAsItEnds, refund, removeSomeone, removeWhilePaying } from './paying.ts'
import { bookAs, post } from './posting.ts'
import { redeliver } from './redeliver.ts'
import { weighted } from './weighted.ts'

const RUSH = 200

const book = ofPhone(async (crowd, phone) => {
  const buyer = crowd.random.pick(crowd.buyers)
  if (buyer) await bookAs(crowd, phone, buyer)
})

/** Everybody books one phone at once, again and again: 200 calls. */
export const rush = ofPhone(async (crowd, phone) => {
  const { buyers } = crowd
  const calls = Array.from({ length: RUSH }, (_, index) => buyers[index % buyers.length])
  await Promise.all(calls.map(buyer => buyer && bookAs(crowd, phone, buyer)))
})

const handOver = ofBooking(async ({ random, tally, promises }, { id: orderId, buyer, phone }) => {
  const order = await tally.take('look at an order', () => buyer.client.orders.byId.query({ orderId }))
  if (!order?.handoverCode) return
  const code = random.chance(0.8) ? order.handoverCode : '000000'
  const done = await tally.take('hand over', idempotencyKey =>
    phone.seller.client.orders.handOver.mutate({ orderId, code, idempotencyKey }),
  )
  if (done) promises.note('handed over', orderId)
})

/** Without the code: the seller says that it was handed over, and the buyer whether that is so. */
const claimHandover = ofBooking(async ({ random, tally, promises }, { id: orderId, buyer, phone }) => {
  const claimed = await tally.take('claim a handover', idempotencyKey =>
    phone.seller.client.orders.claimHandover.mutate({ orderId, idempotencyKey }),
  )
  if (!claimed) return
  if (random.chance(0.3)) {
    const denial = { orderId, reason: 'Nobody came' }
    await tally.take('deny a handover', idempotencyKey =>
      buyer.client.orders.denyHandover.mutate({ ...denial, idempotencyKey }),
    )
    return
  }
  const confirmed = await tally.take('confirm a handover', idempotencyKey =>
    buyer.client.orders.confirmHandover.mutate({ orderId, idempotencyKey }),
  )
  if (confirmed) promises.note('handed over', orderId)
})

/** The buyer says that all is fine, whether the phone was handed over or not. */
const acceptPhone = ofBooking(async ({ tally, promises }, { id: orderId, buyer }) => {
  const accepted = await tally.take('accept a phone', idempotencyKey =>
    buyer.client.orders.acceptPhone.mutate({ orderId, idempotencyKey }),
  )
  if (accepted) promises.note('released', orderId)
})

const decideHandover = ofBooking(async ({ random, tally, admins, promises }, { id: orderId }) => {
  const admin = random.pick(admins)
  const outcome = random.chance(0.5) ? ('HANDED_OVER' as const) : ('REFUNDED' as const)
  const decision = { orderId, outcome, reason: 'Looked at' }
  const decided = await tally.take('decide a handover', async idempotencyKey =>
    admin ? admin.client.orders.decideHandover.mutate({ ...decision, idempotencyKey }) : null,
  )
  if (decided) promises.note(outcome === 'HANDED_OVER' ? 'handed over' : 'refunded', orderId)
})

const release = ofBooking(async ({ random, tally, admins, promises }, { id: orderId, phone }) => {
  const by = random.chance(0.7) ? phone.seller : (random.pick(admins) ?? phone.seller)
  const why = { orderId, reason: 'It is broken' }
  const released = await tally.take('release', idempotencyKey =>
    by.client.orders.release.mutate({ ...why, idempotencyKey }),
  )
  if (released) promises.note('cancelled', orderId)
})

const wait = ofPhone(async ({ random, tally, buyers, promises }, { id: listingId }) => {
  const buyer = random.pick(buyers)
  if (!buyer) return
  const joined = await tally.take('join a line', idempotencyKey =>
    buyer.client.orders.joinWaitingList.mutate({ listingId, idempotencyKey }),
  )
  if (joined) promises.note('in line', listingId, buyer.id)
})

const leave = ofPhone(async ({ random, tally, buyers }, { id: listingId }) => {
  const buyer = random.pick(buyers)
  if (!buyer) return
  await tally.take('leave a line', idempotencyKey =>
    buyer.client.orders.leaveWaitingList.mutate({ listingId, idempotencyKey }),
  )
})

const edit = ofPhone(async ({ random, tally, promises }, phone) => {
  const { id: listingId, seller } = phone
  const resalePriceCents = random.between(5000, 90_000)
  const change = { listingId, description: `Now for ${resalePriceCents} cents.`, resalePriceCents }
  const edited = await tally.take('edit a phone', idempotencyKey =>
    seller.client.listings.edit.mutate({ ...change, idempotencyKey }),
  )
  if (!edited) return
  phone.priceCents = resalePriceCents
  promises.note('edited', listingId)
})

const withdraw = ofPhone(async ({ tally, promises }, { id: listingId, seller }) => {
  const off = await tally.take('take a phone off', idempotencyKey =>
    seller.client.listings.remove.mutate({ listingId, idempotencyKey }),
  )
  if (off) promises.note('taken off', listingId)
})

/** The seller takes a phone off, or changes its price, while someone books it. */
const meet = ofPhone(async (crowd, phone) => {
  const { random, buyers } = crowd
  const [buyer, other] = [random.pick(buyers), random.chance(0.5) ? withdraw : edit]
  if (buyer) await Promise.all([bookAs(crowd, phone, buyer), other({ ...crowd, phones: [phone] })])
})

const look: Act = async ({ random, tally, buyers }) => {
  const buyer = random.pick(buyers)
  if (buyer) await tally.take('look at own orders', () => buyer.client.orders.mine.query({}))
}

/** Each as often as its number says. */
const weights: [Act, number][] = [
  [book, 14],
  [pay, 14],
  [payAsItEnds, 4],
  [ofBooking(cancel), 3],
  [release, 1],
  [payTwinByPrice, 3],
  [goOn, 24],
  [setUpPayouts, 2],
  [askPayee, 0.5],
  [settlePayout, 3],
  [refundWhatWasSent, 1],
  [moveMoney, 1],
  [redeliver, 2],
  [handOver, 14],
  [claimHandover, 1],
  [acceptPhone, 2],
  [decideHandover, 1],
  [refund, 3],
  [refundAtProvider, 2],
  [settleRefund, 3],
  [dispute, 2],
  [decideDispute, 6],
  [chargeForNothing, 0.2],
  [overseeMoney, 0.6],
  [wait, 5],
  [leave, 1],
  [edit, 2],
  [withdraw, 1],
  [meet, 2],
  [look, 3],
  [post, 3],
  [removeSomeone, 0.3],
  [removeWhilePaying, 0.4],
]

/** The next thing that somebody does. */
export function anyAct(crowd: Crowd): Promise<void> {
  return weighted(crowd.random, weights)(crowd)
}
