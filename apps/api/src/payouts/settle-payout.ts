import { query, run, type Transaction } from '@second-ring/database'
import type { ProviderPayout } from '#platform/connected-accounts.ts'
import { now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { runTransaction } from '#platform/run-transaction.ts'
import { applyPayout } from './apply-payout.ts'

interface NamedPayout {
  /** The account at the provider. */
  accountId: string
  /** The provider's id of the payout. */
  payoutId: string
}

/**
 * Asks the provider for a payout and applies what it says; nothing that an event says counts. One that somebody else made on a
 * seller's account is recorded too: its money has left. Does nothing for what is no payout of that account.
 * @throws DomainError PROVIDER_UNAVAILABLE
 */
export async function settlePayout(platform: Platform, { accountId, payoutId }: NamedPayout): Promise<void> {
  const { connectedAccounts, database } = platform
  const payout = await connectedAccounts.retrievePayout({ accountId, id: payoutId })
  if (payout === null) return
  await runTransaction(database, async tx => {
    const id = (await findPayout(tx, { accountId, payout })) ?? (await addPayout(tx, { accountId, payout }))
    if (id === null) return
    await applyPayout(tx, platform, { id, payout })
    await run(tx, query.updateTable('payouts').set('checked_at', now).where('id', '=', id))
  })
}

interface OnAccount {
  accountId: string
  payout: ProviderPayout
}

async function findPayout(tx: Transaction, { accountId, payout }: OnAccount): Promise<string | null> {
  const { id: providerId, payoutId } = payout
  const ours = payoutId === null ? [] : [{ id: payoutId, providerAccountId: accountId, providerId: null }]
  const found = await tx.payout.findFirst({ where: { OR: [{ providerId }, ...ours] }, select: { id: true } })
  return found?.id ?? null
}

/** Null when the account is no seller's. */
async function addPayout(tx: Transaction, { accountId, payout }: OnAccount): Promise<string | null> {
  const account = await tx.payoutAccount.findUnique({
    where: { providerAccountId: accountId },
    select: { userId: true },
  })
  if (!account) return null
  const { id: providerId, amountCents, arrivesAt } = payout
  const known = { sellerId: account.userId, providerAccountId: accountId, providerId, amountCents, arrivesAt }
  const { id } = await tx.payout.create({ data: { ...known, state: 'IN_TRANSIT' }, select: { id: true } })
  return id
}
