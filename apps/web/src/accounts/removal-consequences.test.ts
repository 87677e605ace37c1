import { expect, it } from 'vitest'
import { removalConsequences } from './removal-consequences.ts'

const preview = (listingsRemoved: number, ordersCancelled: number, ordersKept: number, ordersRefunded = 0) => ({
  emailProven: true,
  userId: 'nia',
  name: 'Nia',
  listingsRemoved,
  ordersCancelled,
  ordersRefunded,
  ordersKept,
})

it.each([
  [
    'SELLER',
    preview(3, 2, 4),
    [
      '3 unsold products leave the market.',
      '2 unpaid bookings are cancelled, of their phones or made by them.',
      '4 orders that are done stay, without their name, email and phone.',
    ],
  ],
  [
    'SELLER',
    preview(1, 1, 1),
    [
      '1 unsold product leaves the market.',
      '1 unpaid booking is cancelled, of their phones or made by them.',
      '1 order that is done stays, without their name, email and phone.',
    ],
  ],
  ['SELLER', preview(0, 0, 0), ['They have no unsold products, no open bookings and no orders.']],
  ['BUYER', preview(0, 2, 0), ['2 unpaid bookings are cancelled; the phones are free again.']],
  ['BUYER', preview(0, 1, 0), ['1 unpaid booking is cancelled; the phone is free again.']],
  ['BUYER', preview(0, 0, 0, 1), ['1 paid order that was not handed over is refunded; the other side is told.']],
  ['SELLER', preview(0, 0, 0, 2), ['2 paid orders that were not handed over are refunded; the other sides are told.']],
  ['BUYER', preview(0, 0, 0), ['They have no open bookings and no orders.']],
] as const)('of a %s, %j: %j', (who, counts, sentences) => {
  expect(removalConsequences(who, counts)).toEqual(sentences)
})
