import { openDueCases } from '@second-ring/api/orders/open-case'
import fc from 'fast-check'
import type { Wish } from '../claim.ts'
import type { Move } from '../commands.ts'
import { at, type Model, type Order, PRICE, WRONG_CODES_MAX } from '../model.ts'
import { outcomeOf, type Real } from '../real.ts'
import {
  beginClaim,
  beginReturn,
  canReturn,
  closeForSeller,
  giveBackAll,
  giveBackPart,
  leaveToAdmin,
  missAnswers,
  notTheirTurn,
  offer,
} from '../settle-claim.ts'
import { callerOf } from './buyer.ts'

type Side = 'buyer' | 'seller' | 'admin'
type Caller = ReturnType<typeof callerOf>

/** A part of the price; now and then all of it, which is none. */
const cents = fc.constantFrom(5000, 5000, PRICE)
const isNoPart = (partCents: number) => partCents >= PRICE

const wasHandedOver = ({ state, claim }: Order) => state === 'HANDED_OVER' || claim !== null

interface Act {
  name: string
  by: Side
  expect(model: Model, order: Order): string
  make(of: { caller: Caller; orderId: string; real: Real }): Promise<unknown>
}

/** What a side does in one of the deals whose phone was handed over. */
function inDeal(number: number, { name, by, expect, make }: Act): Move {
  let [place, who] = [-1, -1]
  return {
    name: `${name} order ${number} of those handed over`,
    isPossible: model => model.orders.some(wasHandedOver),
    expect(model) {
      const deals = model.orders.filter(wasHandedOver)
      const order = at(deals, number % deals.length)
      place = model.orders.indexOf(order)
      who = by === 'buyer' ? order.buyer : at(model.phones, order.phone).seller
      return by !== 'admin' && model.gone.has(who) ? 'SESSION_ENDED' : expect(model, order)
    },
    make(real) {
      const caller = by === 'admin' ? real.market.as(real.admin) : callerOf(real, who)
      return outcomeOf(make({ caller, orderId: at(real.orders, place).id, real }))
    },
  }
}

const number = fc.nat(20)
const problem = { reason: 'DOES_NOT_WORK', text: 'The screen stays black.' } as const

const allFine = number.map(deal =>
  inDeal(deal, {
    name: 'the buyer says that all is fine with',
    by: 'buyer',
    expect(_model, order) {
      if (order.state !== 'HANDED_OVER') return 'ORDER_NOT_OPEN'
      order.state = 'RELEASED'
      return 'ok'
    },
    make: ({ caller, orderId }) => caller.orders.acceptPhone({ orderId }),
  }),
)

const open = fc
  .tuple(number, fc.constantFrom<Wish>('MONEY_BACK', 'PART', 'RETURN', 'RETURN'), cents)
  .map(([deal, wish, wishCents]) =>
    inDeal(deal, {
      name: `the buyer claims ${wish} of`,
      by: 'buyer',
      expect(model, order) {
        if (order.state === 'CLAIMED' || order.state === 'RETURNING') return 'CONFLICT'
        if (order.state !== 'HANDED_OVER' || order.protectedUntil <= model.now) return 'ORDER_NOT_OPEN'
        if (order.payment?.state === 'REFUNDED') return 'CONFLICT'
        if (wish === 'PART' && isNoPart(wishCents)) return 'INVALID_INPUT'
        beginClaim(model, order, { wish, wishCents })
        return 'ok'
      },
      make: ({ caller, orderId }) =>
        caller.claims.open({ ...problem, orderId, images: [], wish, wishCents: wish === 'PART' ? wishCents : null }),
    }),
  )

const agree = number.map(deal =>
  inDeal(deal, {
    name: 'the seller agrees about',
    by: 'seller',
    expect(model, order) {
      const error = notTheirTurn(model, order, 'SELLER_ANSWERS')
      if (error || !order.claim) return error ?? 'CONFLICT'
      const { wish, wishCents } = order.claim
      if (wish === 'RETURN') beginReturn(model, order)
      else giveBackPart(model, order, wish === 'PART' ? wishCents : PRICE)
      return 'ok'
    },
    make: ({ caller, orderId }) => caller.claims.answer({ orderId, answer: 'AGREED', offerCents: null, text: '' }),
  }),
)

const makeOffer = fc.tuple(number, cents).map(([deal, offerCents]) =>
  inDeal(deal, {
    name: `the seller offers ${offerCents} of`,
    by: 'seller',
    expect(model, order) {
      const error = notTheirTurn(model, order, 'SELLER_ANSWERS')
      if (error) return error
      if (isNoPart(offerCents)) return 'INVALID_INPUT'
      offer(model, order, offerCents)
      return 'ok'
    },
    make: ({ caller, orderId }) => caller.claims.answer({ orderId, answer: 'OFFERED', offerCents, text: '' }),
  }),
)

const disagree = number.map(deal =>
  inDeal(deal, {
    name: 'the seller disagrees about',
    by: 'seller',
    expect(model, order) {
      const error = notTheirTurn(model, order, 'SELLER_ANSWERS')
      if (error) return error
      leaveToAdmin(model, order)
      return 'ok'
    },
    make: ({ caller, orderId }) =>
      caller.claims.answer({ orderId, answer: 'DISAGREED', offerCents: null, text: 'It worked.' }),
  }),
)

const acceptOffer = number.map(deal => {
  let offerCents = PRICE
  return inDeal(deal, {
    name: 'the buyer takes what is offered of',
    by: 'buyer',
    expect(model, order) {
      offerCents = order.claim?.offerCents ?? PRICE
      const error = notTheirTurn(model, order, 'BUYER_ANSWERS')
      if (error) return error
      giveBackPart(model, order, offerCents)
      return 'ok'
    },
    make: ({ caller, orderId }) => caller.claims.acceptOffer({ orderId, offerCents }),
  })
})

const askAdmin = number.map(deal =>
  inDeal(deal, {
    name: 'the buyer asks an admin about',
    by: 'buyer',
    expect(model, order) {
      const error = notTheirTurn(model, order, 'BUYER_ANSWERS')
      if (error) return error
      leaveToAdmin(model, order)
      return 'ok'
    },
    make: ({ caller, orderId }) => caller.claims.askAdmin({ orderId }),
  }),
)

const withdraw = number.map(deal =>
  inDeal(deal, {
    name: 'the buyer withdraws the claim about',
    by: 'buyer',
    expect(_model, order) {
      if (order.state !== 'CLAIMED' && order.state !== 'RETURNING') return 'ORDER_NOT_OPEN'
      closeForSeller(order, 'WITHDRAWN')
      return 'ok'
    },
    make: ({ caller, orderId }) => caller.claims.withdraw({ orderId }),
  }),
)

const confirmReturn = fc.tuple(number, fc.constantFrom(true, true, false)).map(([deal, isRight]) =>
  inDeal(deal, {
    name: `the buyer enters ${isRight ? 'the' : 'a wrong'} code of the return of`,
    by: 'buyer',
    expect(model, order) {
      const error = notTheirTurn(model, order, 'RETURNING')
      if (error || !order.claim) return error ?? 'CONFLICT'
      if (order.claim.wrongCodes >= WRONG_CODES_MAX) return 'TOO_MANY_REQUESTS'
      if (isRight) giveBackAll(model, order, 'RETURNED')
      else order.claim.wrongCodes += 1
      return isRight ? 'ok' : 'WRONG_CODE'
    },
    async make({ caller, orderId, real }) {
      const claim = await real.market.database.claim.findUnique({ where: { orderId }, select: { returnCode: true } })
      const code = claim?.returnCode ?? '000000'
      const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
      await caller.claims.confirmReturn({ orderId, code: isRight ? code : wrong })
    },
  }),
)

const decide = fc
  .tuple(number, fc.constantFrom('REFUND', 'REFUND_PART', 'REFUND_PART', 'RETURN', 'RELEASE'), cents)
  .map(([deal, decision, partCents]) =>
    inDeal(deal, {
      name: `an admin decides ${decision} about`,
      by: 'admin',
      expect(model, order) {
        const { state, claim } = order
        if ((state !== 'CLAIMED' && state !== 'RETURNING') || !claim) return 'ORDER_NOT_OPEN'
        if (claim.state !== 'UNDECIDED') return 'CONFLICT'
        if (decision === 'RETURN' && (claim.isReturnOrdered || !canReturn(model, order))) return 'CONFLICT'
        if (decision === 'REFUND_PART' && isNoPart(partCents)) return 'INVALID_INPUT'
        claim.isReturnOrdered = decision === 'RETURN'
        if (decision === 'RETURN') beginReturn(model, order)
        else if (decision === 'RELEASE') closeForSeller(order, 'DECLINED')
        else giveBackPart(model, order, decision === 'REFUND' ? PRICE : partCents)
        return 'ok'
      },
      make: ({ caller, orderId }) =>
        caller.cases.decide({
          orderId,
          decision,
          refundCents: decision === 'REFUND_PART' ? partCents : null,
          leftCents: PRICE,
          reason: 'The pictures show it',
        }),
    }),
  )

const missed = fc.constant<Move>({
  name: 'the time to answer a claim is over',
  isPossible: model => model.orders.some(({ claim }) => claim !== null),
  expect(model) {
    missAnswers(model)
    return 'ok'
  },
  async make({ market }) {
    const [failure] = await openDueCases(market.platform)
    if (failure) throw failure
    return 'ok'
  },
})

/** Each as often as it stands here. */
export const claimMoves = [
  ...[open, open, open, open, agree, agree, makeOffer, disagree, acceptOffer, acceptOffer, askAdmin],
  ...[allFine, withdraw, confirmReturn, confirmReturn, confirmReturn, decide, decide, missed],
]
