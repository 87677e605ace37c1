import type { Deal, DealAct, Possible } from './deal.ts'

const problem = { reason: 'DOES_NOT_WORK', text: 'The screen stays black.', images: [] as string[] } as const

/** A part of what was paid; now and then all of it, which is refused. */
function partOf({ crowd: { random }, details: { priceCents } }: Deal): number {
  return random.chance(0.1) ? priceCents : random.between(1, priceCents)
}

async function open(deal: Deal): Promise<void> {
  const { crowd, person, booking } = deal
  const { random, tally, promises } = crowd
  const wish = random.pick(['MONEY_BACK', 'PART', 'RETURN'] as const) ?? 'PART'
  const claim = { ...problem, images: [], orderId: booking.id, wish, wishCents: wish === 'PART' ? partOf(deal) : null }
  const opened = await tally.take('open a claim', idempotencyKey =>
    person.client.claims.open.mutate({ ...claim, idempotencyKey }),
  )
  if (opened) promises.note('claimed', booking.id)
}

async function answer(deal: Deal): Promise<void> {
  const { crowd, person, booking, details } = deal
  const { random, tally, promises } = crowd
  const given = random.pick(['AGREED', 'OFFERED', 'OFFERED', 'DISAGREED'] as const) ?? 'AGREED'
  const offerCents = given === 'OFFERED' ? partOf(deal) : null
  const input = { orderId: booking.id, answer: given, offerCents, text: 'It worked when we met.' }
  const answered = await tally.take(answers[given], idempotencyKey =>
    person.client.claims.answer.mutate({ ...input, idempotencyKey }),
  )
  if (!answered || given !== 'AGREED') return
  const wish = details.claim?.wish
  if (wish === 'MONEY_BACK') promises.note('refunded', booking.id)
  if (wish === 'PART') promises.note('refunded in part', booking.id)
}

const answers = {
  AGREED: 'agree to a claim',
  OFFERED: 'offer a part',
  DISAGREED: 'disagree with a claim',
}

async function answerOffer({ crowd, person, booking, details }: Deal): Promise<void> {
  const { random, tally, promises } = crowd
  const orderId = booking.id
  if (random.chance(0.4)) {
    await tally.take('ask an admin', idempotencyKey =>
      person.client.claims.askAdmin.mutate({ orderId, idempotencyKey }),
    )
    return
  }
  const offerCents = details.claim?.offerCents ?? 1
  const accepted = await tally.take('accept an offer', idempotencyKey =>
    person.client.claims.acceptOffer.mutate({ orderId, offerCents, idempotencyKey }),
  )
  if (accepted) promises.note('refunded in part', orderId)
}

/** It can be withdrawn at any moment; few do. */
async function withdraw({ crowd, person, booking: { id: orderId } }: Deal): Promise<void> {
  const { random, tally, promises } = crowd
  if (!random.chance(0.1)) return
  const withdrawn = await tally.take('withdraw a claim', idempotencyKey =>
    person.client.claims.withdraw.mutate({ orderId, idempotencyKey }),
  )
  if (withdrawn) promises.note('released', orderId)
}

/** The seller shows the code, and the buyer enters it: nearly always. */
async function confirmReturn({ crowd, person, booking }: Deal): Promise<void> {
  const { random, tally, promises } = crowd
  const { id: orderId, phone } = booking
  const shown = await tally.take('look at a deal', () => phone.seller.client.orders.details.query({ orderId }))
  const code = random.chance(0.9) ? (shown?.claim?.returnCode ?? '000000') : '000000'
  const returned = await tally.take('return a phone', idempotencyKey =>
    person.client.claims.confirmReturn.mutate({ orderId, code, idempotencyKey }),
  )
  if (returned) promises.note('refunded', orderId)
}

async function renewCode({ crowd: { tally }, person, booking: { id: orderId } }: Deal): Promise<void> {
  await tally.take('renew a return code', idempotencyKey =>
    person.client.claims.renewReturnCode.mutate({ orderId, idempotencyKey }),
  )
}

async function decide(deal: Deal): Promise<void> {
  const { crowd, person, booking } = deal
  const { random, tally, promises } = crowd
  const decision = random.pick(['REFUND', 'REFUND_PART', 'REFUND_PART', 'RETURN', 'RELEASE'] as const) ?? 'RELEASE'
  const refundCents = decision === 'REFUND_PART' ? partOf(deal) : null
  const input = { orderId: booking.id, decision, refundCents, reason: 'The pictures show it.' }
  const decided = await tally.take(decisions[decision].name, async idempotencyKey => {
    const { leftCents } = await person.client.cases.byOrder.query({ orderId: booking.id })
    return person.client.cases.decide.mutate({ ...input, leftCents, idempotencyKey })
  })
  const { promise } = decisions[decision]
  if (decided && promise) promises.note(promise, booking.id)
}

const decisions = {
  REFUND: { name: 'decide a case: all back', promise: 'refunded' },
  REFUND_PART: { name: 'decide a case: a part', promise: 'refunded in part' },
  RETURN: { name: 'decide a case: a return', promise: null },
  RELEASE: { name: 'decide a case: released', promise: 'released' },
} as const

/** What the two sides and an admin do about a phone that is not right. */
export const claimActs = {
  openClaim: { by: ['buyer'], weight: 4, act: open },
  answerClaim: { by: ['seller'], weight: 8, act: answer },
  answerOffer: { by: ['buyer'], weight: 8, act: answerOffer },
  withdrawClaim: { by: ['buyer'], weight: 1, act: withdraw },
  confirmReturn: { by: ['buyer'], weight: 8, act: confirmReturn },
  renewReturnCode: { by: ['seller'], weight: 1, act: renewCode },
  decideClaim: { by: ['admin'], weight: 8, act: decide },
} satisfies Partial<Record<Possible, DealAct>>

/** What is hoped to be done of it. */
export const claimNames = [
  'open a claim',
  ...Object.values(answers),
  'accept an offer',
  'ask an admin',
  'withdraw a claim',
  'return a phone',
  'renew a return code',
  ...Object.values(decisions).map(({ name }) => name),
]
