import { type Act, ofBooking } from './act.ts'
import { agreementActs } from './agreements.ts'
import { claimActs } from './claims.ts'
import type { Booking, Crowd } from './crowd.ts'
import type { DealAct, Possible, Side } from './deal.ts'
import type { Person } from './users.ts'
import { weighted } from './weighted.ts'

const acts: Partial<Record<Possible, DealAct>> = { ...claimActs, ...agreementActs }
const known = Object.entries(acts) as [Possible, DealAct][]

const sides: [Side, number][] = [
  ['buyer', 5],
  ['seller', 4],
  ['admin', 2],
]
/** So often somebody does what cannot be done at the moment. */
const OUT_OF_TURN = 0.1

function personOf({ random, admins }: Crowd, { buyer, phone }: Booking, side: Side): Person | undefined {
  if (side === 'buyer') return buyer
  return side === 'seller' ? phone.seller : random.pick(admins)
}

/** One of the people of a deal looks at it and does something that its table allows them, and now and then something else. */
export const goOn: Act = ofBooking(async (crowd, booking) => {
  const { random, tally } = crowd
  const side = weighted(random, sides)
  const person = personOf(crowd, booking, side)
  if (!person) return
  const details = await tally.take('look at a deal', () => person.client.orders.details.query({ orderId: booking.id }))
  if (!details) return
  const isOutOfTurn = random.chance(OUT_OF_TURN)
  const possible = known.filter(([name, { by }]) => by.includes(side) && (isOutOfTurn || details.can.includes(name)))
  if (possible.length === 0) return
  const chosen = weighted(
    random,
    possible.map(([, one]) => [one, one.weight] as const),
  )
  await chosen.act({ crowd, booking, person, details })
})
