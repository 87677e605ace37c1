import type { CaseDecision, Claim, ClaimAnswer, ClaimState } from '@second-ring/contracts/claims/claim'
import { formatCents } from '@second-ring/contracts/money'
import type { OrderParty } from '@second-ring/contracts/orders/order-details'
import { exactMoment } from '#ui/moment.tsx'

type Turn = Extract<ClaimState, 'SELLER_ANSWERS' | 'BUYER_ANSWERS' | 'RETURNING' | 'UNDECIDED'>

/** Whose turn it is, until when and what comes then, for who reads it. */
const turns: Record<Turn, Record<OrderParty, (until: string, isNew: boolean) => string>> = {
  SELLER_ANSWERS: {
    buyer: until => `The seller has until ${until} to answer. Then an admin decides.`,
    seller: until => `It is your turn: answer by ${until}, or an admin decides.`,
    admin: until => `The seller has until ${until} to answer. Then you decide.`,
  },
  BUYER_ANSWERS: {
    buyer: until => `It is your turn: take the offer or ask an admin by ${until}. Then an admin decides.`,
    seller: until => `The buyer has until ${until} to take your offer. Then an admin decides.`,
    admin: until => `The buyer has until ${until} to take the offer. Then you decide.`,
  },
  RETURNING: {
    buyer: (until, isNew) =>
      `Meet the seller by ${until}, give the phone back, and enter the ${isNew ? 'new ' : ''}code that they show you. Then your money goes back. Without a return an admin decides.`,
    seller: (until, isNew) =>
      `Meet the buyer by ${until}. Show them ${isNew ? 'a new' : 'your'} code when you have the phone. Then their money goes back. Without a return an admin decides.`,
    admin: until =>
      `The two meet by ${until} to return the phone, and the money goes back. Without a return you decide.`,
  },
  UNDECIDED: {
    buyer: until => `An admin decides, by ${until} as a rule. The money is held until then.`,
    seller: until => `An admin decides, by ${until} as a rule. The money is held until then.`,
    admin: until => `You decide, by ${until}.`,
  },
}

const ends: Record<Exclude<ClaimState, Turn>, (claim: Claim) => string> = {
  REFUNDED: ({ refundCents }) =>
    refundCents === null ? 'All of the money has gone back.' : `${formatCents(refundCents)} goes back to the buyer.`,
  PARTLY_REFUNDED: ({ refundCents }) =>
    `${formatCents(refundCents ?? 0)} goes back to the buyer, and the rest is the seller’s.`,
  RETURNED: ({ refundCents }) => `The phone was returned, and ${formatCents(refundCents ?? 0)} goes back to the buyer.`,
  DECLINED: () => 'The money is the seller’s.',
  WITHDRAWN: () => 'The buyer withdrew it. The money is the seller’s.',
}

/** Where a claim stands, in a sentence. @param isUsedUp whether the code of the return is void, after too many wrong ones */
export function describeClaim(claim: Claim, viewer: OrderParty, isUsedUp = false): string {
  const { state, dueAt } = claim
  const isOver = dueAt !== null && Date.parse(dueAt) <= Date.now()
  if (isOver && state !== 'UNDECIDED')
    return `The time is over. ${viewer === 'admin' ? 'You decide.' : 'An admin decides.'}`
  if (isOver)
    return viewer === 'admin'
      ? 'Decide: the time for it is over.'
      : 'An admin decides, and is late. The money is held until then.'
  if (state in turns) return turns[state as Turn][viewer](dueAt === null ? 'soon' : exactMoment(dueAt), isUsedUp)
  return ends[state as Exclude<ClaimState, Turn>](claim)
}

/** How an answer is told of the reader, of another, and once the claim has ended. */
const answers: Record<ClaimAnswer, Record<'you' | 'they' | 'ended', string>> = {
  AGREED: { you: 'agree', they: 'agrees', ended: 'agreed' },
  OFFERED: { you: 'offer', they: 'offers', ended: 'offered' },
  DISAGREED: { you: 'disagree', they: 'disagrees', ended: 'disagreed' },
}

/** What the seller answered, in a sentence; of an offer that cannot be taken any more that it has ended, too. */
export function describeAnswer(claim: Claim, viewer: OrderParty): string | null {
  const { answer, offerCents, closedAt } = claim
  if (answer === null) return null
  const isTheirs = viewer === 'seller'
  const hasLapsed = answer === 'OFFERED' && closedAt === null && !isOfferOpen(claim)
  const verb = answers[answer][closedAt !== null || hasLapsed ? 'ended' : isTheirs ? 'you' : 'they']
  const what = answer === 'OFFERED' ? ` ${formatCents(offerCents ?? 0)} back` : ''
  return `${isTheirs ? 'You' : 'The seller'} ${verb}${what}.${hasLapsed ? ' That offer has ended.' : ''}`
}

/** Whether the buyer can still take what the seller offers. */
function isOfferOpen({ state, dueAt }: Claim): boolean {
  return state === 'BUYER_ANSWERS' && (dueAt === null || Date.parse(dueAt) > Date.now())
}

/** What an admin has decided, in a few words; null while they have not. A part of an earlier release may have been all. */
export function describeDecision({ decision, state }: Claim): string | null {
  if (decision === null) return null
  return decisionLabels[decision === 'REFUND_PART' && state === 'REFUNDED' ? 'REFUND' : decision]
}

/** What an admin may decide. */
export const decisionLabels: Record<CaseDecision, string> = {
  REFUND: 'All of the money goes back',
  REFUND_PART: 'A part of the money goes back',
  RETURN: 'The phone is returned for the money',
  RELEASE: 'The money is the seller’s',
}
