import type { PayoutAccountState } from '@second-ring/contracts/payouts/payout-account'
import { query, run, type Transaction } from '@second-ring/database'
import type { MailKindName } from '#mails/mail-kinds.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { recordAction } from '#platform/audit.ts'
import { now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { runTransaction } from '#platform/run-transaction.ts'
import { adviceIfAdmin, mailedToAdmin } from './advice-to-admin.ts'
import { type AccountStatus, invalidAccount, stateOf } from './payout-account-state.ts'
import { hasFrozenPayouts } from './read-payout-account.ts'
import { inWords } from './requirement-words.ts'

/**
 * Asks the provider for a seller's account, stores what it says, and notifies the seller of what that changes for them. Does
 * nothing for an account that is no user's.
 * @throws DomainError PROVIDER_UNAVAILABLE
 */
export async function applyAccount(platform: Platform, { accountId }: { accountId: string }): Promise<void> {
  const { database, connectedAccounts } = platform
  const asking = query
    .updateTable('payout_accounts')
    .set('asked_at', now)
    .where('provider_account_id', '=', accountId)
    .returning('asked_at as at')
  const [asked] = await run(database, asking)
  if (!asked) return
  const status = (await connectedAccounts.retrieveAccount(accountId)) ?? invalidAccount
  await runTransaction(database, tx => storeStatus(tx, platform, { accountId, status, asOf: asked.at }))
}

interface Answer {
  accountId: string
  status: AccountStatus
  /** When the provider was asked, by the database's clock. */
  asOf: Date
}

async function storeStatus(tx: Transaction, platform: Platform, { accountId, status, asOf }: Answer): Promise<void> {
  const before = await lockAccount(tx, accountId)
  // One who asked later has stored a later answer.
  if (!before || before.readAt > asOf) return
  const { detailsSubmitted, transfersEnabled, payoutsEnabled, requirementsDue, disabledReason } = status
  const after = { detailsSubmitted, transfersEnabled, payoutsEnabled, requirementsDue, disabledReason }
  const isChanged = describe(before) !== describe(after)
  const storing = query
    .updateTable('payout_accounts')
    .set({
      details_submitted: detailsSubmitted,
      transfers_enabled: transfersEnabled,
      payouts_enabled: payoutsEnabled,
      requirements_due: requirementsDue,
      disabled_reason: disabledReason,
      read_at: asOf,
    })
    .$if(isChanged, update => update.set('changed_at', now))
    .where('provider_account_id', '=', accountId)
  await run(tx, storing)
  if (!isChanged) return
  const subject = { type: 'user', id: before.userId } as const
  await recordAction(tx, { actorId: null, action: 'payout.change-account', subject, reason: describe(after) })
  const isFrozen = await hasFrozenPayouts(tx, before.userId)
  const { operatorEmail } = platform
  const way = await adviceIfAdmin(tx, { userId: before.userId, operatorEmail })
  const notice = noticeOf(before, after, { operatorEmail, isFrozen, way })
  if (notice) await notifyUser(tx, { userId: before.userId, kind: 'payout-account', ...notice })
}

async function lockAccount(tx: Transaction, accountId: string) {
  const found = query
    .selectFrom('payout_accounts')
    .where('provider_account_id', '=', accountId)
    .forUpdate()
    .select([
      'user_id as userId',
      'read_at as readAt',
      'details_submitted as detailsSubmitted',
      'transfers_enabled as transfersEnabled',
      'payouts_enabled as payoutsEnabled',
      'requirements_due as requirementsDue',
      'disabled_reason as disabledReason',
    ])
  const [account] = await run(tx, found)
  return account
}

/** An account's status in one line; the same for the same. */
function describe(account: AccountStatus): string {
  const { requirementsDue, disabledReason } = account
  return [
    stateOf(account),
    `transfers ${account.transfersEnabled ? 'on' : 'off'}`,
    `payouts ${account.payoutsEnabled ? 'on' : 'off'}`,
    ...(disabledReason === null ? [] : [disabledReason]),
    ...(requirementsDue.length === 0 ? [] : [`due: ${requirementsDue.toSorted().join(', ')}`]),
  ].join('; ')
}

const STOPPED = 'Payouts to you are stopped by an admin meanwhile;'

interface AccountNotice {
  mailKind: MailKindName
  message: string
}

interface Circumstances {
  operatorEmail: string | null
  /** Whether an admin has stopped payouts to the seller. */
  isFrozen: boolean
  /** What they do where they are an admin by now. */
  way: string | null
}

/** What the seller is to know; null when nothing is new to them. */
function noticeOf(
  before: AccountStatus,
  after: AccountStatus,
  { operatorEmail, isFrozen, way }: Circumstances,
): AccountNotice | null {
  const [from, to] = [stateOf(before), stateOf(after)]
  const asks = inWords(after.requirementsDue).join(', ')
  const answer = way ?? 'answer on the page of your earnings.'
  const hasMore = after.requirementsDue.some(name => !before.requirementsDue.includes(name))
  if (from === to && !(hasMore && (to === 'ASKED' || to === 'DISABLED'))) return null
  const notices: Partial<Record<PayoutAccountState, AccountNotice>> = {
    NONE: {
      mailKind: 'payouts-disabled',
      message: `The payment provider has closed your payout account. Your money waits: ${way ?? 'set up payouts again.'}`,
    },
    ASKED: {
      mailKind: 'payouts-asked',
      message: `The payment provider asks you for ${asks}. ${isFrozen ? STOPPED : 'Payouts go on meanwhile;'} ${answer}`,
    },
    READY: {
      mailKind: 'payouts-ready',
      message: `Payouts are set up. ${isFrozen ? 'What you earn waits: an admin has stopped payouts to you.' : 'What you earn can go to your bank.'}`,
    },
    DISABLED: {
      mailKind: 'payouts-disabled',
      message: `Payouts to you are paused: the payment provider asks you for ${asks}. Your money waits; ${answer}`,
    },
    REJECTED: {
      mailKind: 'payouts-disabled',
      message: `The payment provider refuses to pay out to you. Your money waits: write to ${operatorEmail ?? 'whoever runs this market'}.`,
    },
  }
  // Whoever has answered what was asked beside running payouts knows that.
  const notice = from === 'ASKED' && to === 'READY' ? undefined : notices[to]
  if (!notice) return null
  return way === null || to === 'READY' ? notice : { ...notice, ...mailedToAdmin }
}
