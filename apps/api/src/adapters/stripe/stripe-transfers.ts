import { Id } from '@second-ring/contracts/ids'
import type Stripe from 'stripe'
import type {
  NewReversal,
  NewTransfer,
  ProviderReversal,
  ProviderTransfer,
  Rejected,
} from '#platform/connected-accounts.ts'
import { parseAnswer, ReversalAnswer, TransferAnswer } from './stripe-answers.ts'
import { orRejected, pastKeptFailures } from './stripe-errors.ts'
import { readAll } from './stripe-lists.ts'

/** All transfers of a group. @throws DomainError PROVIDER_UNAVAILABLE */
export async function transfersOf(stripe: Stripe, transferGroup: string): Promise<ProviderTransfer[]> {
  const ofGroup = { transfer_group: transferGroup }
  const answers = await readAll(TransferAnswer, page => stripe.transfers.list({ ...page, ...ofGroup }))
  return answers.map(toTransfer)
}

/**
 * Makes a transfer once. The provider forgets a key after a day, so the transfer is looked up first.
 * @throws DomainError PROVIDER_UNAVAILABLE, TOO_MANY_REQUESTS
 */
export async function createStripeTransfer(
  stripe: Stripe,
  { transferId, orderId, accountId, amountCents, chargeId, transferGroup }: NewTransfer,
  now: Date,
): Promise<ProviderTransfer | Rejected> {
  const find = async () => (await transfersOf(stripe, transferGroup)).find(one => one.transferId === transferId)
  const params = {
    amount: amountCents,
    currency: 'usd',
    destination: accountId,
    ...(chargeId !== null && { source_transaction: chargeId }),
    transfer_group: transferGroup,
    metadata: { orderId, transferId },
  }
  const create = async (idempotencyKey: string) =>
    toTransfer(parseAnswer(TransferAnswer, await stripe.transfers.create(params, { idempotencyKey })))
  const made = await find()
  return made ?? orRejected(() => pastKeptFailures(create, { key: `transfer:${transferId}`, now, find }))
}

/** All reversals of a transfer. @throws DomainError PROVIDER_UNAVAILABLE */
export async function reversalsOf(stripe: Stripe, providerTransferId: string): Promise<ProviderReversal[]> {
  const answers = await readAll(ReversalAnswer, page => stripe.transfers.listReversals(providerTransferId, page))
  return answers.map(toReversal)
}

/**
 * Takes a part of a transfer back, once, likewise.
 * @throws DomainError PROVIDER_UNAVAILABLE, TOO_MANY_REQUESTS
 */
export async function reverseStripeTransfer(
  stripe: Stripe,
  { reversalId, providerTransferId, amountCents }: NewReversal,
  now: Date,
): Promise<ProviderReversal | Rejected> {
  const find = async () => (await reversalsOf(stripe, providerTransferId)).find(one => one.reversalId === reversalId)
  const params = { amount: amountCents, metadata: { reversalId } }
  const create = async (idempotencyKey: string) => {
    const answer = await stripe.transfers.createReversal(providerTransferId, params, { idempotencyKey })
    return toReversal(parseAnswer(ReversalAnswer, answer))
  }
  const made = await find()
  return made ?? orRejected(() => pastKeptFailures(create, { key: `reversal:${reversalId}`, now, find }))
}

function toTransfer(transfer: TransferAnswer): ProviderTransfer {
  return {
    id: transfer.id,
    accountId: transfer.destination ?? '',
    amountCents: transfer.amount,
    reversedCents: transfer.amount_reversed,
    chargeId: transfer.source_transaction,
    orderId: Id.safeParse(transfer.metadata.orderId).data ?? null,
    transferId: Id.safeParse(transfer.metadata.transferId).data ?? null,
    createdAt: new Date(transfer.created * 1000),
  }
}

function toReversal(reversal: ReversalAnswer): ProviderReversal {
  return {
    id: reversal.id,
    amountCents: reversal.amount,
    reversalId: Id.safeParse(reversal.metadata?.reversalId).data ?? null,
    createdAt: new Date(reversal.created * 1000),
  }
}
