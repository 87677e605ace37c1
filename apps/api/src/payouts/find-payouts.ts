import { query, run } from '@second-ring/database'
import { sql } from 'kysely'
import type { ProviderPayout } from '#platform/connected-accounts.ts'
import type { Platform } from '#platform/platform.ts'
import { settlePayout } from './settle-payout.ts'

/** An account of which something is on its way, or was paid out in the last half year: banks send back late. */
const inUse = (accountId: string) =>
  query
    .selectFrom('payout_accounts as pa')
    .where('pa.provider_account_id', '=', accountId)
    .where(({ exists, or, selectFrom }) => {
      const onItsWay = selectFrom('ledger_accounts as a')
        .innerJoin('ledger_entries as e', 'e.account_id', 'a.id')
        .where('a.kind', '=', 'SELLER_PAYOUTS')
        .whereRef('a.owner_id', '=', 'pa.user_id')
        .having(sql<boolean>`sum(e.amount_cents) < 0`)
        .select(sql<number>`1`.as('one'))
      const paidOut = selectFrom('payouts as pp')
        .whereRef('pp.seller_id', '=', 'pa.user_id')
        .where(sql<boolean>`pp.requested_at > now() - interval '180 days'`)
        .select(sql<number>`1`.as('one'))
      return or([exists(onItsWay), exists(paidOut)])
    })
    .select('pa.id')

/**
 * Lists the payouts of a seller's account at the provider, and settles those that are new here or ended another way: somebody may
 * have made one by hand, or a bank have sent one back after months, and the event of it be lost. Asks nothing about an account
 * that is not in use.
 * @throws DomainError PROVIDER_UNAVAILABLE
 */
export async function findPayouts(platform: Platform, { accountId }: { accountId: string }): Promise<void> {
  const { connectedAccounts, database } = platform
  if ((await run(database, inUse(accountId))).length === 0) return
  const made = await connectedAccounts.listPayouts(accountId)
  const select = { id: true, providerId: true, state: true } as const
  const known = await database.payout.findMany({ where: { providerAccountId: accountId }, select })
  for (const payout of made) {
    const row = known.find(one => one.providerId === payout.id || one.id === payout.payoutId)
    const hasLeft = payout.status !== 'failed' && payout.status !== 'canceled'
    if (isUnsettled(row?.state, { payout, hasLeft })) await settlePayout(platform, { accountId, payoutId: payout.id })
  }
}

type State = 'REQUESTED' | 'IN_TRANSIT' | 'PAID' | 'FAILED' | 'RETURNED'

/** One that never left has moved nothing; one that was given up here may have left all the same, by a call that hung. */
function isUnsettled(
  state: State | undefined,
  { payout, hasLeft }: { payout: ProviderPayout; hasLeft: boolean },
): boolean {
  if (state === undefined || state === 'FAILED') return hasLeft
  if (state === 'PAID') return !hasLeft
  if (state === 'IN_TRANSIT') return payout.status === 'paid' || !hasLeft
  return state === 'REQUESTED'
}
