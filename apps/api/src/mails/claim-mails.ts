import { query, run, type Tables, type Transaction } from '@second-ring/database'
import { type ExpressionBuilder, sql } from 'kysely'
import { lockName } from '#platform/advisory-lock.ts'
import { ago, now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import type { MailContent } from './compose-mail.ts'
import { budgetOf, type DueMail, withinBudget } from './gather-mails.ts'
import { isMailKind, kindsOf, mailKindOf } from './mail-kinds.ts'

/** A mail that this process alone sends. */
export type ClaimedMail = Pick<DueMail, keyof MailContent | 'id' | 'userId' | 'to' | 'attempts' | 'isOld'>

interface FoundMail extends DueMail {
  /** Whether a process claimed it and ended. */
  isAbandoned: boolean
}

const BATCH = 100
/** A mail takes half a minute at most, and a run forty seconds: whoever claimed it longer ago has ended. */
const ABANDONED = '10 minutes'
const GIVEN_UP_AFTER = '1 day'

/**
 * Claims mails that are due, those that are due longest first. What cannot go to its user any more is dropped. What is too much
 * for an hour is gathered in one mail, which may have to wait. Concurrent claims go one after the other, so that together they keep
 * to the limit.
 * @returns null when none is due; none when all that were looked at wait
 */
export async function claimMails({ database, mailServer }: Platform): Promise<ClaimedMail[] | null> {
  return database.$transaction(async tx => {
    await lockName(tx, 'mails.claim')
    if (mailServer === null) {
      await run(tx, query.updateTable('mails').where('state', 'in', ['QUEUED', 'SENDING']).set(dropped))
      return null
    }
    await run(tx, query.updateTable('mails').where('id', 'in', unwanted).set(dropped))
    const due = await findDue(tx)
    if (due.length === 0) return null
    // What was begun has been counted.
    const isCounted = ({ kind, isAbandoned }: FoundMail) => !(isAbandoned || mailKindOf(kind).isFarewell)
    const counted = due.filter(isCounted)
    const claimed: DueMail[] = due.filter(mail => !isCounted(mail))
    for (const mails of Map.groupBy(counted, budgetOf).values()) claimed.push(...(await withinBudget(tx, mails)))
    if (claimed.length > 0) {
      const claiming = query
        .updateTable('mails')
        .set({ state: 'SENDING', claimed_at: now, attempts: sql`attempts + 1` })
      await run(
        tx,
        claiming.where(
          'id',
          'in',
          claimed.map(({ id }) => id),
        ),
      )
    }
    return claimed.map(mail => ({ ...mail, attempts: mail.attempts + 1 }))
  })
}

/** Whether a mail is to be sent: it was not tried yet, or whoever claimed it has ended. */
function isWaiting({ and, eb, or }: ExpressionBuilder<Tables & { m: Tables['mails'] }, 'm'>) {
  return or([
    eb('m.state', '=', 'QUEUED'),
    and([eb('m.state', '=', 'SENDING'), eb('m.claimed_at', '<=', ago(ABANDONED))]),
  ])
}

const allKinds = kindsOf(() => true)
const optionalKinds = kindsOf(kind => mailKindOf(kind).group === 'booking')

/** Due mails of users who have gone, whose email is not proven any more, or who have turned such mails off. */
const unwanted = query
  .selectFrom('mails as m')
  .innerJoin('users as u', 'u.id', 'm.user_id')
  .where(isWaiting)
  .where('m.address', 'is', null)
  .where(({ and, eb, or }) =>
    or([
      eb('u.email_verified_at', 'is', null),
      eb('u.email', 'is', null),
      and([eb('u.booking_mails', '=', false), eb('m.kind', 'in', optionalKinds)]),
    ]),
  )
  .select('m.id')

const dropped = { state: 'DROPPED', message: '', address: null, settled_at: now } as const

async function findDue(tx: Transaction): Promise<FoundMail[]> {
  const due = query
    .selectFrom('mails as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .leftJoin('orders as o', 'o.id', 'm.order_id')
    .leftJoin('listings as l', 'l.id', 'm.listing_id')
    .where(isWaiting)
    .where('m.due_at', '<=', now)
    // Others are of another version of the product, which runs too.
    .where('m.kind', 'in', allKinds)
    .where(({ fn }) => sql<boolean>`${fn.coalesce('m.address', 'u.email')} IS NOT NULL`)
    .select(({ fn, eb }) => [
      ...(['m.id', 'm.user_id as userId', 'm.kind', 'm.message', 'm.attempts'] as const),
      ...(['m.listing_id as listingId', 'm.order_id as orderId', 'm.address', 'm.state', 'u.email'] as const),
      'm.created_at as createdAt',
      sql<number>`(SELECT count(*)::int FROM mails c WHERE c.gathered_into_id = m.id)`.as('carried'),
      fn.coalesce('o.product_name', 'l.product_name').as('productName'),
      eb('m.created_at', '<=', ago(GIVEN_UP_AFTER)).as('isOld'),
    ])
    .orderBy('m.due_at')
    .orderBy('m.created_at')
    .orderBy('m.id')
    .limit(BATCH)
  const mails: FoundMail[] = []
  for (const { kind, address, email, state, isOld, ...row } of await run(tx, due)) {
    const to = address ?? email
    if (to === null || !isMailKind(kind)) continue
    mails.push({ ...row, kind, to, isOld: Boolean(isOld), isAbandoned: state === 'SENDING' })
  }
  return mails
}
