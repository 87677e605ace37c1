import type { Acting } from './acting.ts'
import { type Deal, handedOver, move } from './deals.ts'

type Wish = 'MONEY_BACK' | 'PART' | 'RETURN'

/** A phone that was handed over, and about which its buyer complains. */
async function claimed(acting: Acting, wish: Wish): Promise<Deal> {
  const deal = await handedOver(acting)
  const wishCents = wish === 'PART' ? partOf(acting, deal) : null
  const problem = {
    orderId: deal.orderId,
    reason: 'DOES_NOT_WORK',
    text: 'The screen stays black.',
    images: [],
  } as const
  await acting.act('open a claim', (process, idempotencyKey) =>
    process.as(deal.buyerId).claims.open({ ...problem, images: [], wish, wishCents, idempotencyKey }),
  )
  return deal
}

const partOf = ({ random }: Acting, { priceCents }: Deal) => random.between(1, priceCents - 1)

async function agreed(acting: Acting, wish: Wish): Promise<Deal> {
  const deal = await claimed(acting, wish)
  const { orderId, sellerId } = deal
  await acting.act(`agree to a claim: ${wish}`, (process, idempotencyKey) =>
    process
      .as(sellerId)
      .claims.answer({ ...{ orderId, answer: 'AGREED', offerCents: null, text: '', idempotencyKey } }),
  )
  return deal
}

async function agreedAll(acting: Acting): Promise<void> {
  await agreed(acting, 'MONEY_BACK')
}

async function agreedPart(acting: Acting): Promise<void> {
  await agreed(acting, 'PART')
  await move(acting, 'to sellers')
}

async function confirmReturn({ market, act }: Acting, { orderId, buyerId }: Deal): Promise<void> {
  const { returnCode } = await market.database.claim.findUniqueOrThrow({ where: { orderId } })
  await act('return a phone', (process, idempotencyKey) =>
    process.as(buyerId).claims.confirmReturn({ orderId, code: returnCode ?? '', idempotencyKey }),
  )
}

async function returned(acting: Acting): Promise<void> {
  await confirmReturn(acting, await agreed(acting, 'RETURN'))
}

async function offered(acting: Acting): Promise<void> {
  const deal = await claimed(acting, 'MONEY_BACK')
  const { orderId, buyerId, sellerId } = deal
  const offerCents = partOf(acting, deal)
  const offer = { orderId, answer: 'OFFERED', offerCents, text: '' } as const
  await acting.act('offer a part', (process, idempotencyKey) =>
    process.as(sellerId).claims.answer({ ...offer, idempotencyKey }),
  )
  await acting.act('accept an offer', (process, idempotencyKey) =>
    process.as(buyerId).claims.acceptOffer({ orderId, offerCents, idempotencyKey }),
  )
  await move(acting, 'to sellers')
}

async function withdrawn(acting: Acting): Promise<void> {
  const { orderId, buyerId } = await claimed(acting, 'PART')
  await acting.act('withdraw a claim', (process, idempotencyKey) =>
    process.as(buyerId).claims.withdraw({ orderId, idempotencyKey }),
  )
}

async function decided(acting: Acting): Promise<void> {
  const { market, random, admin, act } = acting
  const deal = await claimed(acting, 'MONEY_BACK')
  const { orderId, sellerId, priceCents: leftCents } = deal
  const answer = { orderId, answer: 'DISAGREED', offerCents: null, text: 'It worked when we met.' } as const
  await act('disagree with a claim', (process, idempotencyKey) =>
    process.as(sellerId).claims.answer({ ...answer, idempotencyKey }),
  )
  const decision = random.pick(['REFUND', 'REFUND_PART', 'RETURN', 'RELEASE'] as const) ?? 'RELEASE'
  const refundCents = decision === 'REFUND_PART' ? partOf(acting, deal) : null
  await act(`decide a case: ${decision}`, (process, idempotencyKey) =>
    process
      .as(admin)
      .cases.decide({ orderId, decision, refundCents, leftCents, reason: 'The pictures show it.', idempotencyKey }),
  )
  if (decision === 'RETURN') await confirmReturn(acting, deal)
  if (random.chance(0.5)) await market.runJobs()
}

export const claimStories = { agreedAll, agreedPart, returned, offered, withdrawn, decided }
