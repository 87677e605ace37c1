import { formatCents } from '@second-ring/contracts/money'
import { query, run } from '@second-ring/database'
import { sql } from 'kysely'
import { notifyUser } from '#notifications/notify-user.ts'
import { unclaimedDeals } from '#payments/unclaimed-deals.ts'
import type { Platform } from '#platform/platform.ts'

interface Reminder {
  kind: string
  days: number
  /** What comes next. */
  next: string
}

/** The latest first: of several that are due at once, it alone is sent. */
const reminders: Reminder[] = [
  { kind: 'payout-60d', days: 60, next: 'After 80 days an admin has to look into it.' },
  { kind: 'payout-30d', days: 30, next: 'It stays yours meanwhile.' },
  {
    kind: 'payout-7d',
    days: 7,
    next: 'It takes some minutes, and your bank details go to the payment provider alone.',
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

interface Waiting {
  id: string
  sellerId: string
  waitingCents: number
  /** Whether an admin has stopped payouts to the seller. */
  isFrozen: boolean
}

/**
 * Reminds sellers whose money waits because they have no account that it can go to: 7, 30 and 60 days after their oldest deal was
 * released, each once.
 * @returns the errors
 */
export async function remindOfWaitingMoney(platform: Platform): Promise<unknown[]> {
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
  { database }: Platform,
  { kind, next }: Reminder,
  { id: orderId, sellerId: userId, waitingCents, isFrozen }: Waiting,
): Promise<void> {
  await database.$transaction(async tx => {
    const { count } = await tx.orderReminder.createMany({ data: { orderId, kind }, skipDuplicates: true })
    if (count === 0) return
    const sent = isFrozen ? 'and it is sent once an admin lets payouts to you go on' : 'and it is sent'
    const message = `${formatCents(waitingCents)} of yours waits here: set up payouts on the page of your earnings, ${sent}. ${next}`
    await notifyUser(tx, { userId, kind: 'payout-waiting', message })
  })
}
