import { expireHolds as expireHoldsNow } from '@second-ring/api/orders/expire-holds'
import { releaseDueMoney } from '@second-ring/api/orders/release-due-money'
import { reconcilePayments } from '@second-ring/api/payments/reconcile-payments'
import type { Platform } from '@second-ring/api/platform/platform'
import fc from 'fast-check'
import type { Move } from '../commands.ts'
import {
  at,
  expireHolds,
  forgetUser,
  giveBack,
  HOUR,
  MINUTE,
  offered,
  PROTECTION,
  reconcile,
  refundRow,
  releaseMoney,
  WRONG_CODES_MAX,
} from '../model.ts'
import { outcomeOf } from '../real.ts'
import { leaveClaims } from '../settle-claim.ts'
import { callerOf, orderOf, person, phone, realOrderOf } from './buyer.ts'

const handOver = fc.tuple(fc.nat(20), fc.boolean()).map(([number, isRight]): Move => {
  let seller = -1
  return {
    name: `the seller hands over order ${number} with ${isRight ? 'the right' : 'a wrong'} code`,
    isPossible: model => model.orders.length > 0,
    expect(model) {
      const order = orderOf(model, number)
      seller = at(model.phones, order.phone).seller
      if (model.gone.has(seller)) return 'SESSION_ENDED'
      if (order.state !== 'PAID') return 'ORDER_NOT_OPEN'
      if (order.wrongCodes >= WRONG_CODES_MAX) return 'TOO_MANY_REQUESTS'
      if (isRight) Object.assign(order, { state: 'HANDED_OVER', protectedUntil: model.now + PROTECTION })
      else order.wrongCodes += 1
      return isRight ? 'ok' : 'WRONG_CODE'
    },
    async make(real) {
      const { id } = realOrderOf(real, number)
      const { handoverCode } = await real.market.database.order.findUniqueOrThrow({ where: { id } })
      const code = isRight ? (handoverCode ?? '000000') : wrong(handoverCode)
      return outcomeOf(callerOf(real, seller).orders.handOver({ orderId: id, code }))
    },
  }
})

const wrong = (code: string | null): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

const refund = fc.tuple(fc.nat(20), fc.boolean(), fc.boolean()).map(([number, isAdmin, relist]): Move => {
  let seller = -1
  return {
    name: `${isAdmin ? 'an admin' : 'the seller'} refunds order ${number} and ${relist ? 'relists' : 'removes'}`,
    isPossible: model => model.orders.length > 0,
    expect(model) {
      const order = orderOf(model, number)
      seller = at(model.phones, order.phone).seller
      if (!isAdmin && model.gone.has(seller)) return 'SESSION_ENDED'
      if (order.state !== 'PAID') return 'ORDER_NOT_OPEN'
      refundRow(model, order, relist)
      giveBack(order)
      return 'ok'
    },
    make(real) {
      const caller = isAdmin ? real.market.as(real.admin) : callerOf(real, seller)
      const orderId = realOrderOf(real, number).id
      return outcomeOf(caller.payments.refund({ orderId, reason: 'It does not charge', relist }))
    },
  }
})

const removePhone = phone.map((which): Move => {
  let seller = -1
  return {
    name: `the seller removes phone ${which}`,
    isPossible: () => true,
    expect(model) {
      const own = at(model.phones, which)
      seller = own.seller
      if (model.gone.has(seller)) return 'SESSION_ENDED'
      if (own.state === 'REMOVED') return 'NOT_FOUND'
      const offer = offered(own)
      if (own.state !== 'AVAILABLE' && !offer) return 'LISTING_NOT_AVAILABLE'
      if (offer) offer.state = 'WAITING'
      own.state = 'REMOVED'
      return 'ok'
    },
    make: real => outcomeOf(callerOf(real, seller).listings.remove({ listingId: at(real.phones, which) })),
  }
})

const removeSomeone = person.map(
  (who): Move => ({
    name: `an admin removes ${who}`,
    isPossible: () => true,
    expect(model) {
      if (model.gone.has(who)) return 'NOT_FOUND'
      forgetUser(model, who)
      leaveClaims(model, who)
      return 'ok'
    },
    make: real => outcomeOf(real.market.as(real.admin).accounts.removeUser({ userId: at(real.people, who) })),
  }),
)

const letTimePass = fc.constantFrom(MINUTE, 10 * MINUTE, HOUR, 2 * HOUR, 2 * HOUR, 24 * HOUR, 48 * HOUR).map(
  (duration): Move => ({
    name: `${duration / MINUTE} minutes pass`,
    isPossible: () => true,
    expect(model) {
      model.now += duration
      return 'ok'
    },
    make: ({ market }) => market.timePasses({ hours: duration / HOUR }).then(() => 'ok'),
  }),
)

const expire = fc.constant<Move>({
  name: 'holds and offers run out',
  isPossible: () => true,
  expect(model) {
    expireHolds(model)
    return 'ok'
  },
  make: ({ market }) => expireAll(market.platform).then(() => 'ok'),
})

const release = fc.constant<Move>({
  name: 'the time to report problems is over',
  isPossible: () => true,
  expect(model) {
    releaseMoney(model)
    return 'ok'
  },
  make: ({ market }) => releaseAll(market.platform).then(() => 'ok'),
})

const ask = fc.constant<Move>({
  name: 'the reconciler asks',
  isPossible: () => true,
  expect(model) {
    reconcile(model)
    return 'ok'
  },
  make: ({ market }) => reconcilePayments(market.platform).then(() => 'ok'),
})

/** @throws what went wrong */
export async function expireAll(platform: Platform): Promise<void> {
  const [failure] = await expireHoldsNow(platform)
  if (failure) throw failure
}

/** @throws what went wrong */
export async function releaseAll(platform: Platform): Promise<void> {
  const [failure] = await releaseDueMoney(platform)
  if (failure) throw failure
}

export const sellerMoves = [handOver, refund, refund, removePhone]
export const otherMoves = [
  removeSomeone,
  removeSomeone,
  letTimePass,
  letTimePass,
  letTimePass,
  expire,
  expire,
  release,
  ask,
]
