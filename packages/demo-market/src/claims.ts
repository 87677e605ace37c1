import { claimReasonLabels, describeWish } from '@second-ring/contracts/claims/claim-words'
import { inUtc } from '@second-ring/contracts/in-utc'
import { formatCents } from '@second-ring/contracts/money'
import { CASE_HOURS, CLAIM_ANSWER_HOURS } from '@second-ring/contracts/orders/deadlines'
import type { DemoClaim, DemoListing } from './listings/demo-listing.ts'
import { claimPictures } from './pictures.ts'
import { act, address, cents, type HoursAgo, type Market, userId } from './rows.ts'
import { stableId } from './stable-id.ts'

const SECOND_HOURS = 1 / 3600
const DISAGREES = 'The seller disagrees'
const TAKES_OFFER = 'The buyer takes the seller’s offer'

interface Claimed {
  orderId: string
  paymentId: string
  buyerId: string
  sellerId: string
  listing: DemoListing
  claim: DemoClaim
  hoursAgo: HoursAgo
}

/** Adds a claim as far as it has come: the seller answers, an admin decides, or the buyer has taken an offer. */
export function addClaim(market: Market, claimed: Claimed): void {
  const { orderId, buyerId, sellerId, listing, claim, hoursAgo } = claimed
  const { opened, reason, text, shows, answer, caseNotes = [] } = claim
  const pictures = shows ? claimPictures(listing) : []
  market.pictures.push(...pictures)
  const wish = claim.wants === undefined ? ('MONEY_BACK' as const) : ('PART' as const)
  const wishCents = claim.wants === undefined ? null : cents(claim.wants)
  market.claims.push({
    ...{ id: stableId('claim', orderId), orderId, reason, text, images: pictures.map(address), wish, wishCents },
    openedAt: hoursAgo(opened),
    // Nothing of a payment had gone back before.
    leftCents: cents(listing.price),
    ...turnOf(claim, hoursAgo),
  })
  const about = { subjectType: 'order', subjectId: orderId } as const
  const what = `${claimReasonLabels[reason]}: ${describeWish(wish, wishCents)}`
  const opening = { actorId: buyerId, action: 'order.open-claim', reason: what, at: hoursAgo(opened) }
  market.audit.push(act({ ...about, ...opening }))
  if (answer) {
    const said = answer.offer ? `The seller offers ${formatCents(cents(answer.offer.dollars))}` : DISAGREES
    const at = hoursAgo(answer.at)
    market.audit.push(act({ ...about, actorId: sellerId, action: 'order.answer-claim', reason: said, at }))
    if (answer.offer) takeOffer(market, claimed, answer.offer)
    else openCase(market, claimed, answer.at)
  } else {
    const dueAt = inUtc(hoursAgo(opened - CLAIM_ANSWER_HOURS))
    const message = `The buyer of ${listing.product} reports a problem. They want: ${describeWish(wish, wishCents)}. Answer by ${dueAt}, or an admin decides.`
    const notice = { userId: sellerId, kind: 'claim-opened', message, createdAt: hoursAgo(opened) }
    market.notices.push({ id: stableId('notice', orderId, sellerId), orderId, ...notice })
  }
  caseNotes.forEach((note, number) => {
    const [authorId, createdAt] = [userId('demo-admin'), hoursAgo(note.at)]
    market.caseNotes.push({ orderId, authorId, text: note.text, createdAt })
    market.audit.push(act({ ...about, actorId: authorId, action: 'order.note-case', at: createdAt, number }))
  })
}

/** Whose turn it is in a claim and until when, or how it ended. */
function turnOf({ opened, answer }: DemoClaim, hoursAgo: HoursAgo) {
  if (!answer) return { state: 'SELLER_ANSWERS', dueAt: hoursAgo(opened - CLAIM_ANSWER_HOURS) } as const
  const { at, text: answerText, offer } = answer
  const answered = { answerText, answeredAt: hoursAgo(at) }
  if (!offer) {
    const waiting = { state: 'UNDECIDED', caseOpenedAt: hoursAgo(at), dueAt: hoursAgo(at - CASE_HOURS) } as const
    return { answer: 'DISAGREED', ...answered, ...waiting } as const
  }
  const offerCents = cents(offer.dollars)
  const closed = { state: 'PARTLY_REFUNDED', refundCents: offerCents, closedAt: hoursAgo(offer.taken) } as const
  return { answer: 'OFFERED', offerCents, ...answered, ...closed } as const
}

function openCase(market: Market, { orderId, sellerId, buyerId, listing, hoursAgo }: Claimed, answered: number): void {
  const [subject, createdAt] = [{ subjectType: 'order', subjectId: orderId } as const, hoursAgo(answered)]
  const opening = { actorId: sellerId, action: 'order.open-case', reason: DISAGREES }
  market.audit.push(act({ ...subject, ...opening, at: hoursAgo(answered - SECOND_HOURS) }))
  const about = { orderId, createdAt }
  const admin = userId('demo-admin')
  market.notices.push(
    {
      ...{ id: stableId('notice', orderId, buyerId), userId: buyerId, kind: 'case-opened', ...about },
      message: `${DISAGREES}. An admin decides about ${listing.product}; the money is held until then.`,
    },
    {
      ...{ id: stableId('notice', orderId, admin), userId: admin, kind: 'case-undecided', ...about },
      message: `A problem with ${listing.product} waits for your decision. ${DISAGREES}.`,
    },
  )
}

function takeOffer(
  market: Market,
  { orderId, paymentId, buyerId, hoursAgo }: Claimed,
  { dollars, taken }: { dollars: number; taken: number },
): void {
  const [by, takenAt] = [{ actorId: buyerId, subjectType: 'order', subjectId: orderId } as const, hoursAgo(taken)]
  market.audit.push(
    act({ ...by, action: 'order.accept-offer', at: takenAt }),
    act({ ...by, action: 'order.refund-part', reason: TAKES_OFFER, at: hoursAgo(taken - SECOND_HOURS) }),
  )
  market.refunds.push({
    ...{ id: stableId('refund', orderId), paymentId, amountCents: cents(dollars), state: 'SUCCEEDED' },
    ...{ reason: TAKES_OFFER, requestedById: buyerId, requestedAt: takenAt, dueAt: takenAt },
    updatedAt: hoursAgo(taken - 60 * SECOND_HOURS),
  })
}
