import type { ClaimState } from '@second-ring/contracts/claims/claim'
import { CLAIM_REMINDER_HOURS } from '@second-ring/contracts/orders/deadlines'
import type { Tables } from '@second-ring/database'
import { expressionBuilder } from 'kysely'
import { notifyAdmins } from '#notifications/notify-admins.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { fromNow, now } from '#platform/database-clock.ts'
import { isUnobstructed } from './deal-obstacles.ts'
import type { Reminder } from './reminders.ts'

const { and, exists, selectFrom } = expressionBuilder<Tables & { o: Tables['orders'] }, 'o'>()

/** The claim about an order `o`, when it is somebody's turn in it. */
const claimIn = (state: ClaimState) =>
  selectFrom('claims as c').whereRef('c.order_id', '=', 'o.id').where('c.state', '=', state).select('c.id')

/** Whether a day or less is left of somebody's turn. */
const endsSoon = (state: ClaimState) =>
  exists(
    claimIn(state)
      .where('c.due_at', '>', now)
      .where('c.due_at', '<=', fromNow(`${CLAIM_REMINDER_HOURS} hours`)),
  )

const isToDecide = isUnobstructed('decideClaim', 'REFUNDED')

/** The kind that asks for a return. */
export const RETURN_REMINDER = 'return-24h'

const mailed = { kind: 'reminder', mailKind: 'claim-ending' } as const

/** What is sent before a time of a claim is over: to whoever's turn it is, and to admins after theirs too. */
export const claimReminders: Reminder[] = [
  {
    kind: 'claim-answer-24h',
    due: and([endsSoon('SELLER_ANSWERS'), isUnobstructed('claimAnswerMissed')]),
    send: (tx, { id: orderId, sellerId: userId, productName }) => {
      const message = `Answer the buyer of ${productName} within 24 hours, or an admin decides.`
      return notifyUser(tx, { userId, message, orderId, ...mailed })
    },
  },
  {
    kind: 'claim-offer-24h',
    due: and([endsSoon('BUYER_ANSWERS'), isUnobstructed('offerMissed')]),
    send: (tx, { id: orderId, buyerId: userId, productName }) => {
      const message = `Answer the seller’s offer for ${productName} within 24 hours, or an admin decides.`
      return notifyUser(tx, { userId, message, orderId, ...mailed })
    },
  },
  {
    kind: RETURN_REMINDER,
    due: and([endsSoon('RETURNING'), isUnobstructed('returnMissed')]),
    send: async (tx, { id: orderId, buyerId, sellerId, productName }) => {
      const message = `Meet by tomorrow to return ${productName}, or an admin decides.`
      for (const userId of [buyerId, sellerId]) await notifyUser(tx, { userId, message, orderId, ...mailed })
    },
  },
  {
    kind: 'case-24h',
    due: and([endsSoon('UNDECIDED'), isToDecide]),
    send: (tx, { id: orderId, productName }) => {
      const message = `Decide on the problem with ${productName} within 24 hours.`
      return notifyAdmins(tx, { kind: 'case-undecided', message, orderId })
    },
  },
  {
    kind: 'case-over',
    due: and([exists(claimIn('UNDECIDED').where('c.due_at', '<=', now)), isToDecide]),
    send: (tx, { id: orderId, productName }) => {
      const message = `The time to decide on the problem with ${productName} is over. Both sides wait for you.`
      return notifyAdmins(tx, { kind: 'case-undecided', message, orderId })
    },
  },
]

/** Their kinds. Each is sent once for each turn: whoever gives it to the next deletes what was sent. */
export const CLAIM_REMINDERS = claimReminders.map(({ kind }) => kind)
