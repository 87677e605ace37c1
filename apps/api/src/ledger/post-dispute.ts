import type { DisputeState } from '@second-ring/contracts/payments/dispute'
import type { LedgerAct, Transaction } from '@second-ring/database'
import { aboutPayment, readPaymentPosition, whoseIs } from './payment-position.ts'
import { postTransaction } from './post-transaction.ts'
import { type Claim, claimChanged } from './postings.ts'

interface DisputeRow {
  state: DisputeState
  amountCents: number
}

interface DisputeMove {
  id: string
  paymentId: string
  /** Null when it has just been found at the provider. */
  before: DisputeRow | null
  after: DisputeRow
}

const acts: Record<DisputeState, LedgerAct> = {
  INQUIRY: 'DISPUTE_CHANGED',
  NEEDS_RESPONSE: 'DISPUTE_OPENED',
  UNDER_REVIEW: 'DISPUTE_OPENED',
  WON: 'DISPUTE_WON',
  LOST: 'DISPUTE_LOST',
}
const suffixes: Partial<Record<LedgerAct, string>> = {
  DISPUTE_OPENED: 'opened',
  DISPUTE_WON: 'won',
  DISPUTE_LOST: 'lost',
}

/**
 * A dispute was opened, changed or decided, or won after it was lost. An inquiry moves no money.
 */
export async function postDisputeMove(tx: Transaction, { id, paymentId, before, after }: DisputeMove): Promise<void> {
  const [held, next] = [before ? claimOf(before) : NONE, claimOf(after)]
  if (held.withdrawnCents === next.withdrawnCents && held.lostCents === next.lostCents) return
  const payment = await readPaymentPosition(tx, paymentId)
  const isCorrected = held.withdrawnCents > 0 && next.withdrawnCents > 0
  const act = isCorrected ? 'DISPUTE_CHANGED' : acts[after.state]
  const suffix = suffixes[act] ?? `amount:${1 + (await correctionsOf(tx, id))}`
  const amounts = claimChanged(payment, { before: held, after: next, whose: whoseIs(payment) })
  await postTransaction(tx, { act, key: `dispute:${id}:${suffix}`, amounts, ...aboutPayment(payment) })
}

const NONE: Claim = { withdrawnCents: 0, lostCents: 0 }

function claimOf({ state, amountCents }: DisputeRow): Claim {
  if (state === 'LOST') return { withdrawnCents: 0, lostCents: amountCents }
  return state === 'NEEDS_RESPONSE' || state === 'UNDER_REVIEW' ? { withdrawnCents: amountCents, lostCents: 0 } : NONE
}

function correctionsOf(tx: Transaction, id: string): Promise<number> {
  return tx.ledgerTransaction.count({ where: { idempotencyKey: { startsWith: `dispute:${id}:amount:` } } })
}
