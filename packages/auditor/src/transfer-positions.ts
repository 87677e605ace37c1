import type Stripe from 'stripe'

/** Where the money of one transfer is, by what moved on the platform's balance, in cents. */
export type TransferPosition = {
  sent: number
  /** What was taken back of it. */
  reversed: number
}

/** One transfer by the provider's balance transactions. */
export type ProviderTransfer = {
  id: string
  /** The product's own id, as it wrote it on the transfer; null when it did not. */
  transferId: string | null
  orderId: string | null
  group: string | null
  /** The account that it went to. */
  accountId: string
  /** The charge that it was made of; null when it was of none. */
  chargeId: string | null
  position: TransferPosition
  movedAt: Date
}

/** What a seller's account at the provider holds, by its own balance transactions, in cents. */
export type ProviderAccountPosition = {
  accountId: string
  /** What came to it and was not paid out: on its balance, or on its way to the bank. */
  held: number
  movedAt: Date
  /** Such as `payout po_1 of 500 cents is in_transit`. */
  inFlight: string[]
}

const PAGE = 100

/**
 * Recomputes every transfer from the platform's balance transactions.
 * @param movements the platform's balance transactions
 * @returns them by their id, and by that of each of their reversals
 * @throws the SDK's errors
 */
export async function readTransfers(
  stripe: Stripe,
  movements: readonly Stripe.BalanceTransaction[],
): Promise<{ transfers: Map<string, ProviderTransfer>; ofReversals: Map<string, ProviderTransfer> }> {
  const transfers = new Map<string, ProviderTransfer>()
  const ofReversals = new Map<string, ProviderTransfer>()
  for await (const transfer of stripe.transfers.list({ limit: PAGE })) {
    const item = itemOf(transfer)
    transfers.set(transfer.id, item)
    if (transfer.amount_reversed === 0) continue
    for await (const { id } of stripe.transfers.listReversals(transfer.id, { limit: PAGE })) ofReversals.set(id, item)
  }
  for (const { source, net, created } of movements) {
    const id = idOf(source) ?? ''
    const [sent, reversed] = [transfers.get(id), ofReversals.get(id)]
    if (sent) sent.position.sent -= net
    if (reversed) reversed.position.reversed += net
    const moved = sent ?? reversed
    if (moved) moved.movedAt = new Date(Math.max(moved.movedAt.getTime(), created * 1000))
  }
  return { transfers, ofReversals }
}

/**
 * Recomputes what an account holds from its own balance transactions.
 * @returns null when the provider gives no access to it any more
 * @throws the SDK's errors
 */
export async function readAccount(stripe: Stripe, accountId: string): Promise<ProviderAccountPosition | null> {
  const onAccount = { stripeAccount: accountId }
  const position: ProviderAccountPosition = { accountId, held: 0, movedAt: new Date(0), inFlight: [] }
  try {
    // The movements first: what has moved since is not in them, and its payout may be known as arrived.
    const movements: Stripe.BalanceTransaction[] = []
    for await (const one of stripe.balanceTransactions.list({ limit: PAGE }, onAccount)) movements.push(one)
    const payouts = new Map<string, Stripe.Payout>()
    for await (const payout of stripe.payouts.list({ limit: PAGE }, onAccount)) payouts.set(payout.id, payout)
    for (const movement of movements) {
      if (movement.currency !== 'usd') continue
      const payout = payouts.get(idOf(movement.source) ?? '')
      const isTransfer = movement.type === 'payment' || movement.type === 'payment_refund'
      // What did not come by transfers of the platform is nobody's business here.
      if (payout || isTransfer) position.held += movement.net
      // It is the seller's until it is at their bank.
      if (movement.type === 'payout' && payout && isOpen(payout)) {
        position.held += payout.amount
        position.inFlight.push(`payout ${payout.id} of ${payout.amount} cents is ${payout.status}`)
      }
      // It arrives without a movement.
      const at = Math.max(movement.created, payout?.status === 'paid' ? payout.arrival_date : 0)
      position.movedAt = new Date(Math.max(position.movedAt.getTime(), at * 1000))
    }
  } catch (error) {
    if (isWithoutAccess(error)) return null
    throw error
  }
  return position
}

function itemOf(transfer: Stripe.Transfer): ProviderTransfer {
  return {
    id: transfer.id,
    transferId: transfer.metadata.transferId ?? null,
    orderId: transfer.metadata.orderId ?? null,
    group: transfer.transfer_group,
    accountId: idOf(transfer.destination) ?? '',
    chargeId: idOf(transfer.source_transaction),
    position: { sent: 0, reversed: 0 },
    movedAt: new Date(transfer.created * 1000),
  }
}

function isOpen({ status }: Stripe.Payout): boolean {
  return status === 'pending' || status === 'in_transit'
}

function isWithoutAccess(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'account_invalid'
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'object' ? (reference?.id ?? null) : reference
}
