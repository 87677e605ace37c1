import fc from 'fast-check'
import type { Move } from '../commands.ts'
import { at, coolsDown, endBooking, HOLD, type Model, type Order, PRICE, passOn, settle, standing } from '../model.ts'
import { outcomeOf, type Real } from '../real.ts'

export const person = fc.nat(4)
/** One of the two is what most want, so that people meet there. */
export const phone = fc.constantFrom(0, 0, 0, 1)
export const place = { meetingPlace: 'Central Library', phone: '+1 555 010 0199', expectedPriceCents: PRICE }

export const callerOf = ({ market, people }: Real, who: number) => market.as(at(people, who))

/** One of the orders that there are, by any number. */
export const orderOf = (model: Model, number: number): Order => at(model.orders, number % model.orders.length)
export const realOrderOf = ({ orders }: Real, number: number) => at(orders, number % orders.length)

/** A move of an order's buyer. */
function ofBuyer(
  name: string,
  expect: (model: Model, order: Order) => string,
  make: (of: { caller: ReturnType<typeof callerOf>; order: Real['orders'][number] }) => Promise<unknown>,
) {
  return fc.nat(20).map((number): Move => {
    let buyer = -1
    return {
      name: `${name} order ${number}`,
      isPossible: model => model.orders.length > 0,
      expect(model) {
        const order = orderOf(model, number)
        buyer = order.buyer
        return model.gone.has(buyer) ? 'SESSION_ENDED' : expect(model, order)
      },
      make: real => outcomeOf(make({ caller: callerOf(real, buyer), order: realOrderOf(real, number) })),
    }
  })
}

const book = fc.tuple(person, phone).map(
  ([who, which]): Move => ({
    name: `${who} books phone ${which}`,
    isPossible: () => true,
    expect(model) {
      const wanted = at(model.phones, which)
      if (model.gone.has(who)) return 'SESSION_ENDED'
      const offer = wanted.line.find(one => one.person === who && one.state === 'OFFERED' && one.until > model.now)
      const isFree = wanted.state === 'AVAILABLE' && wanted.seller !== who
      if (!isFree && !offer) {
        if (wanted.state === 'REMOVED') return 'NOT_FOUND'
        return wanted.seller === who ? 'OWN_LISTING' : 'ALREADY_BOOKED'
      }
      if (coolsDown(model, wanted, who)) return 'REBOOKED_TOO_SOON'
      if (offer) offer.state = 'TAKEN'
      wanted.state = 'RESERVED'
      const until = model.now + HOLD
      model.orders.push({
        phone: which,
        buyer: who,
        state: 'PLACED',
        until,
        letGoAt: null,
        wrongCodes: 0,
        protectedUntil: 0,
        claim: null,
        intent: null,
        payment: null,
      })
      return 'ok'
    },
    make: real =>
      outcomeOf(
        callerOf(real, who)
          .orders.place({ listingId: at(real.phones, which), ...place })
          .then(({ orderId }) => real.orders.push({ id: orderId, clientSecret: '' })),
      ),
  }),
)

const cancel = ofBuyer(
  'the buyer cancels',
  (model, order) => {
    if (order.state !== 'PLACED') return 'ORDER_NOT_OPEN'
    endBooking(model, order, 'CANCELLED', true)
    return 'ok'
  },
  ({ caller, order }) => caller.orders.cancel({ orderId: order.id }),
)

const start = ofBuyer(
  'the buyer begins to pay',
  (model, order) => {
    if (order.state !== 'PLACED' || order.until <= model.now) return 'ORDER_NOT_PAYABLE'
    if (order.intent?.status === 'succeeded') {
      settle(model, order)
      return 'ORDER_NOT_PAYABLE'
    }
    order.intent ??= { status: 'open', backCents: 0 }
    order.payment ??= { state: 'PENDING', since: model.now, checked: null, promise: null }
    return 'ok'
  },
  async ({ caller, order }) => {
    const { clientSecret } = await caller.payments.createIntent({ orderId: order.id })
    order.clientSecret = clientSecret
  },
)

const confirm = ofBuyer(
  'the browser reports the payment of',
  (model, order) => {
    const outcome = settle(model, order)
    if (outcome === 'none') return 'NOT_FOUND'
    if (outcome === 'paid') return 'ok'
    return outcome === 'refunded' ? 'PAYMENT_REFUNDED' : 'PAYMENT_NOT_SUCCEEDED'
  },
  ({ caller, order }) => {
    const [transactionId = ''] = order.clientSecret.split('_secret_')
    return caller.payments.confirm({ orderId: order.id, transactionId: transactionId || 'pi_none' })
  },
)

const join = fc.tuple(person, phone).map(
  ([who, which]): Move => ({
    name: `${who} joins the line for phone ${which}`,
    isPossible: () => true,
    expect(model) {
      const wanted = at(model.phones, which)
      if (model.gone.has(who)) return 'SESSION_ENDED'
      if (wanted.state === 'REMOVED') return 'NOT_FOUND'
      if (wanted.seller === who) return 'OWN_LISTING'
      if (wanted.state !== 'RESERVED') return 'CONFLICT'
      const isTheirs = (order: Order) => order.phone === which && order.buyer === who && order.state === 'PLACED'
      if (model.orders.some(isTheirs)) return 'CONFLICT'
      if (!standing(wanted, who)) wanted.line.push({ person: who, state: 'WAITING', until: 0 })
      return 'ok'
    },
    make: real => outcomeOf(callerOf(real, who).orders.joinWaitingList({ listingId: at(real.phones, which) })),
  }),
)

const leave = fc.tuple(person, phone).map(
  ([who, which]): Move => ({
    name: `${who} leaves the line for phone ${which}`,
    isPossible: () => true,
    expect(model) {
      if (model.gone.has(who)) return 'SESSION_ENDED'
      const wanted = at(model.phones, which)
      const mine = standing(wanted, who)
      if (!mine) return 'ok'
      const wasOffered = mine.state === 'OFFERED'
      mine.state = 'LEFT'
      if (wasOffered) passOn(model, wanted)
      return 'ok'
    },
    make: real => outcomeOf(callerOf(real, who).orders.leaveWaitingList({ listingId: at(real.phones, which) })),
  }),
)

/** Each as often as it stands here; booking, waiting and paying are what happens most. */
export const buyerMoves = [book, book, book, book, cancel, cancel, start, start, start, confirm, confirm]
export const lineMoves = [join, join, join, join, join, leave]
