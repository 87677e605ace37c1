import { DealStage, dealStages } from '@second-ring/contracts/orders/deal.process'
import type { NoShow } from '@second-ring/contracts/orders/no-show'
import { type OrderDetails, OrderParty } from '@second-ring/contracts/orders/order-details'
import { describe, expect, it } from 'vitest'
import { orderDetails } from '#testing/order-details.ts'
import { exactMoment } from '#ui/moment.tsx'
import { statusOf } from './order-status.ts'

const [answer, handover] = ['2999-11-27T15:00:00.000Z', '2999-12-10T15:00:00.000Z']
const [answerBy, handoverBy] = [exactMoment(answer), exactMoment(handover)]
const report = (change: Partial<NoShow>): NoShow => ({
  ...{ id: '0190a000-0000-7000-8000-0000000000aa', by: 'buyer', text: 'I waited', state: 'OPEN', answer: null },
  ...{ meetingTime: '2026-11-25T15:00:00.000Z', reportedAt: '2026-11-26T15:00:00.000Z', answerDueAt: answer },
  ...change,
})
const reported = (by: 'buyer' | 'seller', viewer: OrderParty, change: Partial<NoShow> = {}) =>
  orderDetails({ state: 'PAID', viewer, handoverDueAt: handover, noShows: [report({ by, ...change })] })
const meets = /Meet the|If the phone is not handed over/

describe('while the seller is said not to have come', () => {
  it.each([
    ['buyer', `They are asked. Without an answer by ${answerBy} your money goes back.`],
    ['seller', `It is your turn: answer by ${answerBy}, or the money goes back to the buyer.`],
    ['admin', `Without the seller’s answer by ${answerBy} the money goes back to the buyer.`],
  ] as const)('the %s reads until when an answer is waited for, and nothing of the handover', (viewer, sentence) => {
    const { sentences, deadline } = statusOf(reported('buyer', viewer))
    expect(sentences[1]).toBe(sentence)
    expect(sentences.join(' ')).not.toMatch(meets)
    expect(deadline?.at).toBe(answer)
  })

  it('a time that is over is not named as one to come', () => {
    const order = reported('buyer', 'seller', { answerDueAt: '2026-01-01T12:00:00.000Z' })
    expect(statusOf(order).sentences).toContain('You did not answer in time. The money goes back to the buyer.')
  })
})

describe('while the buyer is said not to have come', () => {
  it.each([
    ['buyer', `It is your turn: answer by ${answerBy}. Without an answer the sale goes on.`],
    ['seller', `They are asked. Without an answer by ${answerBy} the sale goes on.`],
    ['admin', `Without the buyer’s answer by ${answerBy} the sale goes on.`],
  ] as const)('the %s reads until when, and what comes of it', (viewer, sentence) => {
    const { sentences, deadline } = statusOf(reported('seller', viewer))
    expect(sentences.slice(1)).toEqual([
      sentence,
      `If the phone is not handed over by ${handoverBy}, the money goes back.`,
    ])
    expect(deadline?.at).toBe(answer)
  })
})

describe('while the buyer is asked whether they have the phone', () => {
  const asked = (viewer: OrderParty, answerDueAt = answer) =>
    orderDetails({
      stage: 'HANDOVER_CLAIMED',
      state: 'PAID',
      viewer,
      answerDueAt,
      handoverClaimedAt: '2026-01-20T12:00:00.000Z',
    })

  it.each([
    ['buyer', `Is that so? Answer by ${answerBy}, or an admin decides.`],
    ['seller', `The buyer is asked until ${answerBy}; without an answer an admin decides.`],
    ['admin', `The buyer is asked until ${answerBy}; without an answer you decide.`],
  ] as const)('the %s reads until when, and what happens then', (viewer, sentence) => {
    expect(statusOf(asked(viewer)).sentences.join(' ')).toContain(sentence)
  })

  it.each([
    ['buyer', 'You did not answer in time: an admin decides.'],
    ['seller', 'The buyer did not answer in time: an admin decides.'],
    ['admin', 'The buyer did not answer in time: you decide.'],
  ] as const)('the %s reads what happens once that time is over', (viewer, sentence) => {
    expect(statusOf(asked(viewer, '2026-01-01T12:00:00.000Z')).sentences.join(' ')).toContain(sentence)
  })
})

describe('an undecided handover whose time to decide is over', () => {
  it.each([
    ['buyer', 'An admin decides, and is late.'],
    ['admin', 'Decide: the time for it is over.'],
  ] as const)('tells the %s so', (viewer, sentence) => {
    const denied = { handoverClaimedAt: '2026-01-01T12:00:00.000Z', handoverDeniedAt: '2026-01-02T12:00:00.000Z' }
    const order = orderDetails({ stage: 'HANDOVER_UNDECIDED', state: 'PAID', viewer, answerDueAt: answer, ...denied })
    expect(statusOf(order).sentences.join(' ')).toContain(sentence)
  })
})

describe('a handover that an admin has decided against the buyer’s word', () => {
  const event = { kind: 'handover-decided', by: 'admin', at: '2026-01-22T12:00:00.000Z', meetingTime: null } as const
  const decided = (change: Partial<OrderDetails>) =>
    orderDetails({
      ...{ state: 'HANDED_OVER', ending: 'HANDED_OVER', endReason: 'The camera shows it', protectedUntil: answer },
      ...{
        handoverClaimedAt: event.at,
        handoverDeniedAt: event.at,
        events: [{ ...event, reason: 'The camera shows it' }],
      },
      ...change,
    })

  it('tells the buyer what was decided and why, until when they can report a problem, and how', () => {
    const { sentences, deadline } = statusOf(decided({}))
    expect(sentences).toEqual([
      'An admin has decided that the phone was handed over, though you said that it was not.',
      `If you do not have it, or something is wrong with it, press ‘Report a problem’ by ${answerBy}: the money is held until that is settled. Otherwise it is the seller’s then.`,
      'Reason: The camera shows it',
    ])
    expect(deadline?.at).toBe(answer)
  })

  it('says no more how to report a problem once that time is over', () => {
    const { sentences } = statusOf(decided({ protectedUntil: '2026-01-24T12:00:00.000Z' }))
    expect(sentences.join(' ')).not.toContain('Report a problem')
  })

  it('says nothing of a denial to a buyer who was silent', () => {
    const [sentence] = statusOf(decided({ handoverDeniedAt: null })).sentences
    expect(sentence).toBe('An admin has decided that the phone was handed over.')
  })

  it.each([
    ['HANDED_OVER', { disputed: true }],
    ['RELEASED', { releasedAt: answer }],
    ['PARTLY_REFUNDED', { releasedAt: answer }],
  ] as const)(
    '%s %j never says that the buyer has the phone, nor that the seller has handed it over',
    (state, change) => {
      for (const viewer of OrderParty.options) {
        const words = statusOf(decided({ state, viewer, ...change })).sentences.join(' ')
        expect(words).toMatch(/^An admin has decided that the phone was handed over, though (you|the buyer) said/)
        expect(words).not.toMatch(/You have the phone|You have handed/)
      }
    },
  )
})

it.each(DealStage.options.flatMap(stage => OrderParty.options.map(viewer => [stage, viewer] as const)))(
  '%s has words for the %s',
  (stage, viewer) => {
    const ending = { CANCELLED: 'RELEASED', EXPIRED: 'EXPIRED', REFUNDED: 'REFUNDED_BY_ADMIN' } as const
    const state = dealStages[stage]
    const common = { viewer, handoverDueAt: handover, answerDueAt: answer, protectedUntil: answer }
    const noShows = [report({})]
    const order = orderDetails({ ...common, stage, state, noShows, ending: ending[state as 'EXPIRED'] ?? null })
    const { sentences } = statusOf(order)
    expect(sentences.join(' ').length).toBeGreaterThan(20)
    expect(sentences.join(' ')).not.toMatch(/undefined|null|by \.|until \./)
  },
)

it.each([
  ['RELEASED', 'buyer'],
  ['PARTLY_REFUNDED', 'buyer'],
  ['HANDED_OVER', 'buyer'],
] as const)('%s does not say to the %s that somebody was paid', (state, viewer) => {
  const order = orderDetails({ state, viewer, releasedAt: answer, protectedUntil: answer })
  expect(statusOf(order).sentences.join(' ')).not.toMatch(/(was|is) paid/)
})

describe('an order whose payment a bank disputes', () => {
  it.each(OrderParty.options)('tells the %s what it stops, and how long the handover may take after it', viewer => {
    const order = orderDetails({ state: 'PAID', viewer, handoverDueAt: handover, disputed: true })
    const { sentences, deadline } = statusOf(order)
    expect(sentences[1]).toMatch(
      viewer === 'seller' ? /Do not hand the phone over before/ : /Nothing can be handed over/,
    )
    expect(sentences[2]).toBe('If the payment stands, there are 3 days at least to hand the phone over after that.')
    expect(sentences.join(' ')).not.toContain(handoverBy)
    expect(deadline).toBeUndefined()
  })

  it('says what is asked of a side meanwhile, whose time runs on', () => {
    const claimed = {
      stage: 'HANDOVER_CLAIMED',
      handoverClaimedAt: '2026-01-20T12:00:00.000Z',
      answerDueAt: answer,
    } as const
    const { sentences, deadline } = statusOf(orderDetails({ state: 'PAID', ...claimed, disputed: true }))
    expect(sentences).toEqual([
      'Your bank is looking into this payment. Nothing can be handed over until it has decided.',
      `The seller says that you have the phone. Is that so? Answer by ${answerBy}, or an admin decides.`,
    ])
    expect(deadline?.at).toBe(answer)
  })
})

describe('a code that wrong ones have used up', () => {
  it.each([
    [
      'buyer',
      'You have paid.',
      'The seller has entered too many wrong codes, and yours does not work any more. Make a new one when you meet.',
    ],
    [
      'seller',
      'The phone is paid.',
      'Too many wrong codes were entered: the buyer’s code does not work any more. Ask them to make a new one.',
    ],
  ] as const)('is no code to the %s any more, who reads what to do', (viewer, paid, words) => {
    const { sentences } = statusOf(orderDetails({ state: 'PAID', viewer, handoverDueAt: handover, codeUsedUp: true }))
    expect(sentences).toEqual([paid, `If the phone is not handed over by ${handoverBy}, the money goes back.`, words])
  })
})

describe('a meeting to which the seller did not come', () => {
  const ended = (viewer: OrderParty, state: NoShow['state']) =>
    orderDetails({
      ...{ state: 'REFUNDED', ending: 'SELLER_NO_SHOW', endReason: 'Why', viewer },
      noShows: [report({ state })],
    })

  it.each([
    ['buyer', /^You said that the seller did not come .*, and they did not answer in time\./],
    ['seller', /^The buyer says that you did not come .*, and you did not answer in time, .* Add a product/],
    ['admin', /^The buyer says that the seller did not come .*, and the seller did not answer in time\./],
  ] as const)('is what the buyer says, to the %s, where the seller was silent', (viewer, words) => {
    for (const state of ['OPEN', 'UNANSWERED'] as const) {
      const { sentences } = statusOf(ended(viewer, state))
      expect(sentences).toEqual([expect.stringMatching(words)])
    }
  })

  it('is a fact where the seller has said so', () => {
    expect(statusOf(ended('buyer', 'ADMITTED')).sentences).toEqual([
      'The seller did not come to the meeting, so the money goes back.',
    ])
  })
})

it('a proposal to cancel stands where the order does', () => {
  const cancellation = {
    id: 'proposal',
    by: 'seller',
    reason: 'I keep it',
    relist: true,
    proposedAt: answer,
    dueAt: answer,
  } as const
  const { sentences } = statusOf(orderDetails({ state: 'PAID', handoverDueAt: handover, cancellation }))
  expect(sentences.at(-1)).toBe(`The seller proposes to cancel the sale. Answer by ${answerBy}, or it goes on.`)
})

it('a seller whose phone was returned reads how to sell it again', () => {
  const order = orderDetails({ state: 'REFUNDED', ending: 'PHONE_RETURNED', viewer: 'seller' })
  expect(statusOf(order).sentences[0]).toMatch(/post it again: Add a product, on your dashboard\.$/)
})
