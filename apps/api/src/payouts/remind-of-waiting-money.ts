import { formatCents } from '@second-ring/contracts/money'
import { query, type Role, run, type Transaction } from '@second-ring/database'
import { sql } from 'kysely'
import { notifyUser } from '#notifications/notify-user.ts'
import { unclaimedDeals } from '#payments/unclaimed-deals.ts'
import { waitingOnAccounts } from '#payments/waiting-on-accounts.ts'
import { now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { adviceToAdmin, mailedToAdmin } from './advice-to-admin.ts'
import { stateOf } from './payout-account-state.ts'
import { findPayoutAccount } from './read-payout-account.ts'
import { inWords } from './requirement-words.ts'

interface Reminder {
  kind: string
  days: number
  /** What comes next. */
  next: string
  /** What is said instead to whoever is to set payouts up. */
  hint?: string
}

const MEANWHILE = 'It stays yours meanwhile.'

/** The latest first: of several that are due at once, it alone is sent. */
const reminders: Reminder[] = [
  { kind: 'payout-60d', days: 60, next: 'After 80 days an admin has to look into it.' },
  { kind: 'payout-30d', days: 30, next: MEANWHILE },
  {
    kind: 'payout-7d',
    days: 7,
    next: MEANWHILE,
    hint: 'It takes some minutes, and your bank details go to the payment provider alone.',
  },
]

/** The oldest deal of each seller whose money waits for their account at the provider. */
const oldest = unclaimedDeals
  .where('u.deleted_at', 'is', null)
  .distinctOn('l.seller_id')
  .orderBy('l.seller_id')
  .orderBy('o.released_at')
  .orderBy('o.id')
  .select(['o.id', 'l.seller_id as sellerId', 'o.released_at as releasedAt'])
  .select(
    sql<number>`(SELECT -balance_cents FROM ledger_balances
      WHERE kind = 'SELLER_BALANCE' AND owner_id = l.seller_id)::float8`.as('waitingCents'),
  )
  .select(sql<boolean>`u.payouts_frozen_at IS NOT NULL`.as('isFrozen'))
  .select('u.role')

/** The oldest money of each seller on an account at the provider that pays nothing out, or that it has closed. */
const oldestOnAccount = query
  .selectFrom(waitingOnAccounts.as('w'))
  .where('w.why', 'in', ['closed', 'off'])
  .where('w.isRemoved', '=', false)
  .distinctOn('w.sellerId')
  .orderBy('w.sellerId')
  .orderBy('w.since')
  .select(['w.sellerId', 'w.cents', 'w.isClosed', 'w.isFrozen', 'w.role', 'w.since'])

interface WaitingOnAccount {
  sellerId: string
  cents: number
  /** Whether the provider has closed the account that it is on. */
  isClosed: boolean
  isFrozen: boolean
  role: Role
}

interface Waiting {
  id: string
  sellerId: string
  waitingCents: number
  /** Whether an admin has stopped payouts to the seller. */
  isFrozen: boolean
  role: Role
}

/**
 * Reminds sellers whose money waits: because they have no account that it can go to, 7, 30 and 60 days after their oldest deal
 * was released, or because the account that it is on pays nothing out, as many days after it came there; each once.
 * @returns the errors
 */
export async function remindOfWaitingMoney(platform: Platform): Promise<unknown[]> {
  return [...(await remindOfDeals(platform)), ...(await remindOfAccounts(platform))]
}

async function remindOfDeals(platform: Platform): Promise<unknown[]> {
  const failures: unknown[] = []
  for (const reminder of reminders) {
    const due = query
      .selectFrom(oldest.as('d'))
      .where(sql<boolean>`d."releasedAt" <= now() - make_interval(days => ${sql.lit(reminder.days)})`)
      .where(({ exists, not, selectFrom }) => {
        const later = reminders.filter(({ days }) => days >= reminder.days).map(({ kind }) => kind)
        const sent = selectFrom('order_reminders as r').whereRef('r.order_id', '=', 'd.id').where('r.kind', 'in', later)
        return not(exists(sent.select('r.kind')))
      })
      .selectAll()
    for (const waiting of await run(platform.database, due)) {
      await remindOnce(platform, reminder, waiting).catch(error => failures.push(error))
    }
  }
  return failures
}

async function remindOnce(
  { database, operatorEmail }: Platform,
  { kind, next, hint = next }: Reminder,
  { id: orderId, sellerId: userId, waitingCents, isFrozen, role }: Waiting,
): Promise<void> {
  await database.$transaction(async tx => {
    const { count } = await tx.orderReminder.createMany({ data: { orderId, kind }, skipDuplicates: true })
    if (count === 0) return
    const sent = isFrozen ? 'and it is sent once an admin lets payouts to you go on' : 'and it is sent'
    const way =
      role === 'ADMIN'
        ? `. However, ${adviceToAdmin(operatorEmail)} ${next}`
        : `: set up payouts on the page of your earnings, ${sent}. ${hint}`
    const message = `${formatCents(waitingCents)} of yours waits here${way}`
    await notifyUser(tx, { userId, kind: 'payout-waiting', message, ...(role === 'ADMIN' && mailedToAdmin) })
  })
}

async function remindOfAccounts(platform: Platform): Promise<unknown[]> {
  const failures: unknown[] = []
  for (const { days, next } of reminders) {
    const dueAt = sql<Date>`w.since + make_interval(days => ${sql.lit(days)})`
    const due = query
      .selectFrom(oldestOnAccount.as('w'))
      .innerJoin('payout_accounts as pa', 'pa.user_id', 'w.sellerId')
      .where(dueAt, '<=', now)
      .where(({ eb, or }) => or([eb('pa.reminded_at', 'is', null), eb('pa.reminded_at', '<', dueAt)]))
      .selectAll('w')
      .select(dueAt.as('dueAt'))
    for (const { dueAt, ...waiting } of await run(platform.database, due)) {
      await remindOfAccount(platform, { waiting, dueAt, next: waiting.isClosed ? MEANWHILE : next }).catch(error =>
        failures.push(error),
      )
    }
  }
  return failures
}

interface AccountReminder {
  waiting: WaitingOnAccount
  dueAt: Date
  next: string
}

async function remindOfAccount(platform: Platform, { waiting, dueAt, next }: AccountReminder): Promise<void> {
  const { sellerId: userId, cents } = waiting
  await platform.database.$transaction(async tx => {
    const noting = query
      .updateTable('payout_accounts')
      .set('reminded_at', now)
      .where('user_id', '=', userId)
      .where(({ eb, or }) => or([eb('reminded_at', 'is', null), eb('reminded_at', '<', dueAt)]))
      .returning('id')
    if ((await run(tx, noting)).length === 0) return
    const message = `${formatCents(cents)} of yours waits at the payment provider, ${await wayToPayout(tx, platform, waiting)} ${next}`
    const mailed = waiting.role === 'ADMIN' ? mailedToAdmin : ({ mailKind: 'payouts-disabled' } as const)
    await notifyUser(tx, { userId, kind: 'payout-waiting', message, ...mailed })
  })
}

/** What a seller can do for money on an account that pays nothing out, after a comma. */
async function wayToPayout(
  tx: Transaction,
  { operatorEmail }: Platform,
  { sellerId, isClosed, isFrozen, role }: WaitingOnAccount,
): Promise<string> {
  const whom = operatorEmail ?? 'whoever runs this market'
  if (isClosed) return `which has closed the account that it is on. Write to ${whom} to have it.`
  const off = 'which does not pay it out'
  if (role === 'ADMIN') return `${off}. However, ${adviceToAdmin(operatorEmail)}`
  const sent = isFrozen ? 'and it is sent once an admin lets payouts to you go on' : 'and it is sent'
  const account = await findPayoutAccount(tx, sellerId)
  const state = account && stateOf(account)
  if (state === 'DISABLED') {
    const asks = inWords(account?.requirementsDue ?? []).join(', ')
    return `${off}. It asks you for ${asks}: answer on the page of your earnings, ${sent}.`
  }
  if (state === 'UNFINISHED') return `${off}. Finish setting up payouts on the page of your earnings, ${sent}.`
  return `${off}. There is nothing to do on the page of your earnings: write to ${whom} about it.`
}
