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
  ...{ balanceCents: 0, heldCents: 0, isPayable: false, isFrozen: false },
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

it.each([
  [
    { balanceCents: 19_000, heldCents: 9_500, isPayable: false },
    [
      '$190 of theirs is not at their bank: it cannot be sent there, so it waits here, among the open money.',
      '$95 more will be theirs unless a buyer claims it.',
    ],
  ],
  [
    { balanceCents: 19_000, heldCents: 0, isPayable: true },
    ['$190 of theirs is not at their bank: it is sent to their bank all the same.'],
  ],
  [
    { balanceCents: 19_000, heldCents: 0, isPayable: false, isFrozen: true },
    ['$190 of theirs is not at their bank: payouts to them are frozen, so it waits here, among the open money.'],
  ],
  [{ balanceCents: -500, heldCents: 0, isPayable: true }, ['They owe the market $5, which nothing will pay any more.']],
])('of money %j: %j', (money, sentences) => {
  expect(removalConsequences('SELLER', { ...preview(0, 0, 0), ...money })).toEqual(sentences)
})
