import { createMarket, intentOf, type Market, type ProviderEvent, someOf, timesOf } from '@second-ring/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { interleavings, permutations, subsets } from './testing/orderings.ts'

// Nothing is delivered but what a test delivers: each event as often, as late and in whatever order it says.
let market: Market
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
})
afterAll(() => market.close())
afterEach(async () => expect((await market.checkLedger()).join('\n')).toBe(''))

const booking = { meetingPlace: 'Central Library', phone: '+1 555 010 0199', expectedPriceCents: 20_000 }
type Step = () => Promise<unknown>

/** A booked phone, and by a letter each what its buyer, the card and the provider may do about it. */
async function booked() {
  const [{ id: buyerId }, { id: listingId }] = [await market.user(), await market.listing()]
  const { orderId } = await market.as(buyerId).orders.place({ listingId, ...booking })
  let clientSecret = ''
  let known: ProviderEvent[] = []
  const deliver = (type: string) => async () => {
    const isKnown = known.some(one => one.type === type)
    if (!isKnown) known = await market.eventsOf(intentOf(clientSecret))
    expect(await known.find(one => one.type === type)?.deliver()).toBe(200)
  }
  const steps = {
    start: async () => {
      clientSecret = (await market.as(buyerId).payments.createIntent({ orderId })).clientSecret
    },
    decline: () => expect(market.card.pay(clientSecret, 'pm_card_visa_chargeDeclined')).rejects.toThrow('declined'),
    pay: () => market.card.pay(clientSecret),
    giveBack: () => market.card.refund(intentOf(clientSecret)),
    browser: () =>
      market
        .as(buyerId)
        .payments.confirm({ orderId, transactionId: intentOf(clientSecret) })
        // Paid, or given back at the provider before the browser came.
        .catch(error => expect(error.cause?.code).toBe('PAYMENT_REFUNDED')),
    created: deliver('payment_intent.created'),
    failed: deliver('payment_intent.payment_failed'),
    succeeded: deliver('payment_intent.succeeded'),
    refunded: deliver('charge.refunded'),
  } satisfies Record<string, Step>
  return { orderId, listingId, steps, events: () => market.eventsOf(intentOf(clientSecret)) }
}
type Booked = Awaited<ReturnType<typeof booked>>
type StepName = keyof Booked['steps']

/** All that the market says of an order, once everything has arrived. */
async function endOf({ orderId, listingId }: Booked) {
  const order = await market.database.order.findUniqueOrThrow({
    where: { id: orderId },
    select: { state: true, listing: { select: { state: true } }, payments: { select: { id: true, state: true } } },
  })
  const subjects = [orderId, ...order.payments.map(payment => payment.id)]
  const actions = await market.database.auditEntry.findMany({
    where: { subjectId: { in: subjects } },
    select: { action: true },
  })
  const notices = await market.database.notice.findMany({
    where: { OR: [{ orderId }, { listingId }], kind: { not: 'booked' } },
    select: { kind: true },
  })
  return {
    order: order.state,
    listing: order.listing.state,
    payments: order.payments.map(payment => payment.state),
    actions: actions.map(entry => entry.action).toSorted(),
    notices: notices.map(notice => notice.kind).toSorted(),
  }
}

const PAID = {
  order: 'PAID',
  listing: 'SOLD',
  payments: ['SUCCEEDED'],
  actions: ['order.pay', 'order.place'],
  notices: ['paid'],
}
const REFUNDED = {
  order: 'REFUNDED',
  listing: 'REMOVED',
  payments: ['REFUNDED'],
  actions: ['order.pay', 'order.place', 'order.refund', 'payment.refund'],
  notices: ['paid', 'refunded', 'refunded'],
}

async function take(order: Booked, names: readonly StepName[]): Promise<void> {
  for (const name of names) await order.steps[name]()
}

describe('one end', () => {
  it('of orders in which the events can come while a card is declined and another pays', async () => {
    const ways = interleavings<StepName>(['start', 'decline', 'pay'], {
      created: 'start',
      failed: 'decline',
      succeeded: 'pay',
      browser: 'pay',
    })
    expect(ways).toHaveLength(48)
    for (const way of someOf(ways, 12)) {
      const order = await booked()
      await take(order, way)
      expect(await endOf(order), way.join(', ')).toEqual(PAID)
    }
  })

  it('of every order in which they can come while the money is refunded at the provider', async () => {
    const ways = interleavings<StepName>(['pay', 'giveBack'], {
      succeeded: 'pay',
      browser: 'pay',
      refunded: 'giveBack',
    })
    for (const way of ways) {
      const order = await booked()
      await take(order, ['start', ...way])
      expect(await endOf(order), way.join(', ')).toEqual(REFUNDED)
    }
  })

  const late: StepName[] = ['created', 'failed', 'succeeded', 'refunded', 'browser']
  it.each(late)('of permutations that begin with %s, when all come after everything has happened', async first => {
    const ways = permutations(late.filter(name => name !== first))
    expect(ways).toHaveLength(24)
    for (const way of someOf(ways, 6)) {
      const order = await booked()
      await take(order, ['start', 'decline', 'pay', 'giveBack', first, ...way])
      expect(await endOf(order), [first, ...way].join(', ')).toEqual(REFUNDED)
    }
  })

  it('when all of it comes three times at once, the browser and the reconciler among them', {
    timeout: 120_000,
  }, async () => {
    for (let round = 0; round < timesOf(10); round += 1) {
      const order = await booked()
      await take(order, ['start', 'decline', 'pay'])
      await market.timePasses({ hours: 1 / 60 })
      const all = [...(await order.events()), ...(await order.events()), ...(await order.events())]
      const statuses = await Promise.all([
        ...all.map(event => event.deliver()),
        order.steps.browser(),
        market.runJobs(),
        order.steps.browser(),
      ])
      expect(new Set(statuses.filter(status => typeof status === 'number'))).toEqual(new Set([200]))
      expect(await endOf(order)).toEqual(PAID)
      await order.steps.giveBack()
      const [refunded, ...others] = (await order.events()).reverse()
      await Promise.all([...others, refunded, refunded].map(event => event?.deliver()))
      expect(await endOf(order)).toEqual(REFUNDED)
    }
  })

  it('when any of them is lost: the reconciler finds what nobody has reported', { timeout: 120_000 }, async () => {
    for (const reported of someOf(subsets<StepName>(['created', 'failed', 'succeeded', 'browser']), 8)) {
      const order = await booked()
      await take(order, ['start', 'decline', 'pay', ...reported])
      await market.timePasses({ hours: 1 / 60 })
      await market.runJobs()
      expect(await endOf(order), reported.join(', ')).toEqual(PAID)
    }
  })

  it('when the event of a refund at the provider is lost', async () => {
    for (const reported of subsets<StepName>(['succeeded', 'browser'])) {
      const order = await booked()
      await take(order, ['start', 'pay', ...reported, 'giveBack'])
      await market.timePasses({ hours: 1 / 60 })
      await market.runJobs()
      expect(await endOf(order), reported.join(', ')).toEqual(REFUNDED)
    }
  })

  it('when the provider’s event of an intent comes before its own answer', async () => {
    const { cardPayments } = market.platform
    const { createIntent } = cardPayments
    const early: ProviderEvent[] = []
    cardPayments.createIntent = async of => {
      const intent = await createIntent(of)
      await market.card.pay(intent.clientSecret ?? '')
      early.push(...(await market.eventsOf(intent.id)))
      for (const event of early) expect(await event.deliver()).toBe(200)
      return intent
    }
    const order = await booked()
    await order.steps.start()
    cardPayments.createIntent = createIntent
    expect(early.map(event => event.type)).toContain('payment_intent.succeeded')
    await order.steps.browser()
    expect(await endOf(order)).toEqual(PAID)
  })

  it('of orders from all over in which a part goes back, that fails, and a dispute is opened and lost', async () => {
    const actions = ['part', 'partFails', 'dispute', 'lose'] as const
    const causes = {
      browser: 'part',
      reportedPart: 'part',
      reportedFailure: 'partFails',
      reportedDispute: 'dispute',
      reportedLoss: 'lose',
    } as const
    type Name = (typeof actions)[number] | keyof typeof causes
    const every = interleavings<Name>(actions, causes)
    for (const way of someOf(every, 10)) {
      const order = await booked()
      await take(order, ['start', 'pay'])
      const [intentId = ''] = (await market.database.payment.findMany({ where: { orderId: order.orderId } })).map(
        payment => payment.intentId,
      )
      const ids = { part: '', dispute: '' }
      const deliver = (type: string) => async () => {
        const event = (await market.eventsOf(intentId)).findLast(one => one.type === type)
        expect(await event?.deliver()).toBe(200)
      }
      const steps: Record<Name, Step> = {
        part: async () => {
          ids.part = await market.card.refund(intentId, 5000)
        },
        partFails: () => market.card.bank.failRefund(ids.part),
        dispute: async () => {
          ids.dispute = await market.card.dispute(intentId)
        },
        lose: () => market.card.bank.decideDispute(ids.dispute, 'lose'),
        browser: order.steps.browser,
        reportedPart: deliver('charge.refunded'),
        reportedFailure: deliver('refund.failed'),
        reportedDispute: deliver('charge.dispute.created'),
        reportedLoss: deliver('charge.dispute.closed'),
      }
      for (const name of way) await steps[name]()
      const { order: state, listing, payments } = await endOf(order)
      expect([state, listing, ...payments], way.join(', ')).toEqual(['REFUNDED', 'REMOVED', 'SUCCEEDED'])
      const rows = await market.database.payment.findFirst({
        where: { intentId },
        select: { refunds: { select: { state: true } }, disputes: { select: { state: true } } },
      })
      expect(rows, way.join(', ')).toEqual({ refunds: [{ state: 'FAILED' }], disputes: [{ state: 'LOST' }] })
    }
  })
})
