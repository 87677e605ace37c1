import { DomainError } from '@second-ring/contracts/errors'
import type { StartOnboardingOutput } from '@second-ring/contracts/payouts/payout-account'
import { query, run } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { isPresent } from '#identity/present-user.ts'
import { marketIdOf } from '#payments/market-id.ts'
import { recordAction } from '#platform/audit.ts'
import { now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { runTransaction } from '#platform/run-transaction.ts'
import { applyAccount } from './apply-account.ts'
import { stateOf } from './payout-account-state.ts'
import { findPayoutAccount } from './read-payout-account.ts'

type FoundAccount = NonNullable<Awaited<ReturnType<typeof findPayoutAccount>>>

const UNPROVEN =
  'Prove your email first: open the link that we mailed to you. You can have another one sent on your account’s page.'

/**
 * Makes the caller's account at the payment provider, unless they have one, and a link to what it asks them for: of an account
 * that is ready, to the provider's pages, where they change their bank. Each call makes a new link.
 * @throws DomainError FORBIDDEN (another role, or an email that is not proven), TOO_MANY_REQUESTS, UNAUTHENTICATED (removed
 * meanwhile), PROVIDER_UNAVAILABLE
 */
export async function startOnboarding(platform: Platform, caller: Caller): Promise<StartOnboardingOutput> {
  authorize(caller, 'payout.set-up')
  if (!caller.emailVerified) throw new DomainError('FORBIDDEN', UNPROVEN)
  await platform.rateLimits.countAccount('setUpPayouts', caller.id)
  const account = await ownAccount(platform, caller)
  const url = await linkTo(platform, account)
  if (url !== null) return { url }
  // The provider has closed it: then it is stored as such, and another takes its place.
  await applyAccount(platform, { accountId: account.providerAccountId })
  const another = await linkTo(platform, await ownAccount(platform, caller))
  if (another === null) throw new DomainError('PROVIDER_UNAVAILABLE', 'Payouts cannot be set up now. Try again later.')
  return { url: another }
}

async function ownAccount(platform: Platform, caller: Caller): Promise<FoundAccount> {
  const found = await findPayoutAccount(platform.database, caller.id)
  if (found && stateOf(found) !== 'NONE') return found
  return openAccount(platform, caller, found?.providerAccountId ?? null)
}

/** @param replaces the caller's account before it, at the provider */
async function openAccount(platform: Platform, caller: Caller, replaces: string | null): Promise<FoundAccount> {
  const { database, connectedAccounts } = platform
  const { id: userId } = caller
  const marketId = await marketIdOf(database)
  const account = await connectedAccounts.createAccount({ userId, marketId, replaces })
  return runTransaction(database, async tx => {
    const present = query.selectFrom('users').where('id', '=', userId).where(isPresent).forKeyShare()
    const [user] = await run(tx, present.select('id'))
    if (!user) throw new DomainError('UNAUTHENTICATED', 'Your account was removed.')
    const status = {
      provider_account_id: account.id,
      details_submitted: account.detailsSubmitted,
      transfers_enabled: account.transfersEnabled,
      payouts_enabled: account.payoutsEnabled,
      requirements_due: account.requirementsDue,
      disabled_reason: account.disabledReason,
    }
    const storing =
      replaces === null
        ? query
            .insertInto('payout_accounts')
            .values({ user_id: userId, ...status })
            .onConflict(conflict => conflict.doNothing())
            .returning('id')
        : query
            .updateTable('payout_accounts')
            .set({ ...status, changed_at: now, read_at: now, asked_at: now })
            .where('user_id', '=', userId)
            .where('provider_account_id', '=', replaces)
            .returning('id')
    // Of two calls at once the first stores it; the provider gave both the same account.
    const [stored] = await run(tx, storing)
    if (stored) {
      const subject = { type: 'user', id: userId } as const
      await recordAction(tx, { actorId: userId, action: 'payout.open-account', subject, reason: account.id })
    }
    const own = await findPayoutAccount(tx, userId)
    if (!own) throw new Error('The payout account was not stored')
    return own
  })
}

/** Null when the provider gives no access to the account any more. */
async function linkTo(platform: Platform, account: FoundAccount): Promise<string | null> {
  const { connectedAccounts, publicUrl } = platform
  const { providerAccountId: accountId } = account
  const state = stateOf(account)
  if (state === 'READY' || state === 'REJECTED') {
    const url = await connectedAccounts.createLoginLink(accountId)
    if (url !== null) return url
  }
  const earnings = (payouts: 'returned' | 'again') => new URL(`/dashboard/earnings?payouts=${payouts}`, publicUrl).href
  const urls = { returnUrl: earnings('returned'), refreshUrl: earnings('again') }
  return connectedAccounts.createOnboardingLink({ accountId, ...urls })
}
