import type { DealStage } from '@second-ring/contracts/orders/deal.process'
import type { DealSummary } from '@second-ring/contracts/orders/deal-summary'
import type { OrderParty } from '@second-ring/contracts/orders/order-details'
import { exactMoment } from '#ui/moment.tsx'

/** Something that is waited for in a deal, as one side reads it: without its full stop. */
export interface DealWords {
  before: string
  /** The moment that stands between; null when the words name none. */
  at: string | null
  after: string
  /** Whether the reader is waited for, or a bank holds all of it up. */
  look?: 'yours' | 'bank' | undefined
}

/** The words as a sentence. */
export function inFull({ before, at, after }: DealWords): string {
  return `${before}${at === null ? '' : exactMoment(at)}${after}.`
}

/**
 * Whether the buyer shows the seller a code now: not while a bank looks into the payment, nor while the buyer is asked whether
 * they have the phone.
 */
export function isCodeShown({ stage, disputed }: Pick<DealSummary, 'stage' | 'disputed'>): boolean {
  return isCodeStage(stage) && !disputed
}

/** Whether a code that is to be shown, at the handover or the return, is void. */
export function isUsedUp(deal: Pick<DealSummary, 'stage' | 'disputed' | 'codeUsedUp'>): boolean {
  return deal.codeUsedUp && (deal.stage === 'RETURNING' || isCodeShown(deal))
}

/** Says that a code is void after too many wrong ones, and what to do now. It is the buyer's, or the seller's at a return. */
export function usedUpWords(stage: DealStage, viewer: OrderParty): DealWords {
  const [shower, other] = stage === 'RETURNING' ? ['seller', 'buyer'] : ['buyer', 'seller']
  if (viewer === shower) {
    const said = `The ${other} has entered too many wrong codes, and yours does not work any more. Make a new one when you meet`
    return { ...plain(said), look: 'yours' }
  }
  const said = `Too many wrong codes were entered: the ${shower}’s code does not work any more`
  return plain(viewer === 'admin' ? said : `${said}. Ask them to make a new one`)
}

/** Says that a bank looks into a payment, and what that stops. */
export function bankWords(stage: DealStage, viewer: OrderParty): string {
  const looks = `${viewer === 'buyer' ? 'Your bank' : 'The buyer’s bank'} is looking into this payment`
  if (stage === 'HANDED_OVER') return `${looks}. The money waits until it has decided`
  if (stage === 'HANDOVER_CLAIMED' || isCodeStage(stage)) {
    const stops = viewer === 'seller' ? 'Do not hand the phone over before' : 'Nothing can be handed over until'
    return `${looks}. ${stops} it has decided`
  }
  return stage.startsWith('CLAIM_') || stage === 'RETURNING' ? `${looks}, too` : looks
}

/** Says who wants to cancel a deal, and until when that can be answered. */
export function cancellationWords(
  { by, dueAt }: NonNullable<DealSummary['cancellation']>,
  viewer: OrderParty,
): DealWords {
  const other = by === 'buyer' ? 'seller' : 'buyer'
  if (viewer === by)
    return { before: `You propose to cancel the sale. The ${other} can answer until `, at: dueAt, after: '' }
  const answers = viewer === 'admin' ? `The ${other} can answer until ` : 'Answer by '
  return {
    before: `The ${by} proposes to cancel the sale. ${answers}`,
    at: dueAt,
    after: ', or it goes on',
    look: 'yours',
  }
}

/** Words that name no moment. */
export function plain(before: string): DealWords {
  return { before, at: null, after: '' }
}

/** The stages in which the phone is to be handed over by the buyer's code. */
function isCodeStage(stage: DealStage): boolean {
  return stage === 'PAID' || stage.startsWith('NO_SHOW') || stage === 'HANDOVER_UNDECIDED'
}
