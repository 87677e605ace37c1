import { query, run, type Transaction } from '@second-ring/database'
import { sql } from 'kysely'
import { lockName } from '#platform/advisory-lock.ts'
import { ago, fromNow, now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import type { MailContent } from './compose-mail.ts'
import { isMailKind, type MailGroup, type MailKindName, mailKindOf, mailKinds } from './mail-kinds.ts'

/** A mail that this process alone sends. */
export interface ClaimedMail extends MailContent {
  id: string
  userId: string
  to: string
  /** How often it was tried, this time included. */
  attempts: number
  /** Whether it is not worth another try. */
  isOld: boolean
}

interface DueMail extends ClaimedMail {
  kind: MailKindName
  /** Whether it is sent to no address of the user's today. */
  isAddressed: boolean
  /** Whether a process claimed it and ended. */
  isAbandoned: boolean
}

/** How many mails a user gets in an hour: about deals, and about their account. The rest comes gathered in the last of them. */
const PER_HOUR: Record<Budget, number> = { deal: 12, security: 5 }
type Budget = 'deal' | 'security'

const BATCH = 100
/** A mail takes half a minute at most, and a run forty seconds: whoever claimed it longer ago has ended. */
const ABANDONED = '10 minutes'
const GIVEN_UP_AFTER = '1 day'
const LISTED = 5

/**
 * Claims mails that are due. What cannot go to its user any more is dropped. What is too much for an hour is gathered in one
 * mail, or waits. Concurrent claims go one after the other, so that together they keep to the limit.
 */
export async function claimMails({ database, mailServer }: Platform): Promise<ClaimedMail[]> {
  return database.$transaction(async tx => {
    await lockName(tx, 'mails.claim')
    if (mailServer === null) {
      await run(tx, query.updateTable('mails').where('state', 'in', ['QUEUED', 'SENDING']).set(dropped))
      return []
    }
    await run(tx, query.updateTable('mails').where('id', 'in', unwanted).set(dropped))
    const due = await findDue(tx)
    // What was begun has been counted, and a farewell is the only one of its kind.
    const counted = due.filter(({ isAddressed, isAbandoned }) => !isAddressed && !isAbandoned)
    const claimed = due.filter(({ isAddressed, isAbandoned }) => isAddressed || isAbandoned)
    for (const mails of Map.groupBy(counted, ({ userId, kind }) => `${userId} ${budgetOf(kind)}`).values()) {
      claimed.push(...(await withinBudget(tx, mails)))
    }
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

const optionalKinds = kindsOf(kind => mailKindOf(kind).group === 'booking')

/** Due mails of users who have gone, whose email is not proven any more, or who have turned such mails off. */
const unwanted = query
  .selectFrom('mails as m')
  .innerJoin('users as u', 'u.id', 'm.user_id')
  .where('m.state', '=', 'QUEUED')
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

async function findDue(tx: Transaction): Promise<DueMail[]> {
  const due = query
    .selectFrom('mails as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .leftJoin('orders as o', 'o.id', 'm.order_id')
    .leftJoin('listings as l', 'l.id', 'm.listing_id')
    .where(({ and, eb, or }) =>
      or([
        and([eb('m.state', '=', 'QUEUED'), eb('m.due_at', '<=', now)]),
        and([eb('m.state', '=', 'SENDING'), eb('m.claimed_at', '<=', ago(ABANDONED))]),
      ]),
    )
    .select(({ fn, eb }) => [
      ...(['m.id', 'm.user_id as userId', 'm.kind', 'm.message', 'm.attempts'] as const),
      ...(['m.listing_id as listingId', 'm.order_id as orderId', 'm.address', 'm.state', 'u.email'] as const),
      fn.coalesce('o.product_name', 'l.product_name').as('productName'),
      eb('m.created_at', '<=', ago(GIVEN_UP_AFTER)).as('isOld'),
    ])
    .orderBy('m.created_at')
    .orderBy('m.id')
    .limit(BATCH)
  const mails: DueMail[] = []
  for (const { kind, address, email, state, isOld, ...row } of await run(tx, due)) {
    const to = address ?? email
    // Of a kind that another version of the product records, when both run.
    if (to === null || !isMailKind(kind)) continue
    const isAddressed = address !== null
    mails.push({ ...row, kind, to, isOld: Boolean(isOld), isAddressed, isAbandoned: state === 'SENDING' })
  }
  return mails
}

/** Of one user's mails of one budget those that are sent now; the last of them may stand for all others. */
async function withinBudget(tx: Transaction, mails: DueMail[]): Promise<DueMail[]> {
  const [first] = mails
  if (!first) return []
  const budget = budgetOf(first.kind)
  const kinds = kindsOf(kind => budgetOf(kind) === budget)
  const sent = query
    .selectFrom('mails')
    .where('user_id', '=', first.userId)
    .where('kind', 'in', kinds)
    .where('state', 'in', ['SENDING', 'SENT'])
    .where('claimed_at', '>', ago('1 hour'))
  const [counted] = await run(
    tx,
    sent.select(({ fn }) => fn.countAll().as('count')),
  )
  const left = PER_HOUR[budget] - Number(counted?.count ?? 0)
  if (mails.length <= left) return mails
  if (left <= 0) {
    const ids = mails.map(({ id }) => id)
    await run(
      tx,
      query
        .updateTable('mails')
        .set({ due_at: fromNow('10 minutes') })
        .where('id', 'in', ids),
    )
    return []
  }
  return [...mails.slice(0, left - 1), await gather(tx, mails.slice(left - 1))]
}

/** Makes one mail of several, which says the first of them and how many more there are. */
async function gather(tx: Transaction, mails: DueMail[]): Promise<DueMail> {
  const [first, ...others] = mails
  if (!first) throw new Error('There is nothing to gather')
  if (others.length === 0) return first
  const lines = mails.flatMap(({ message }) => message.split('\n'))
  const more = mails.length - LISTED
  const said = mails.slice(0, LISTED).map(({ message }) => message)
  const message = more > 0 ? [...said, `And ${more} more.`].join('\n') : lines.join('\n')
  const kind = gatheredKind[groupOf(mails)]
  const whole = { kind, message, listingId: null, orderId: null, productName: null }
  const carrying = query.updateTable('mails').set({ kind, message, listing_id: null, order_id: null })
  await run(tx, carrying.where('id', '=', first.id))
  const gathered = { state: 'GATHERED', gathered_into_id: first.id, message: '', settled_at: now } as const
  const ids = others.map(({ id }) => id)
  await run(tx, query.updateTable('mails').set(gathered).where('id', 'in', ids))
  return { ...first, ...whole }
}

const gatheredKind = {
  booking: 'several-booking',
  money: 'several-money',
  security: 'several-security',
} as const satisfies Record<MailGroup, MailKindName>

/** What must come makes all of it come. */
function groupOf(mails: DueMail[]): MailGroup {
  const groups = mails.map(({ kind }) => mailKindOf(kind).group)
  return groups.find(group => group !== 'booking') ?? 'booking'
}

function budgetOf(kind: MailKindName): Budget {
  return mailKindOf(kind).group === 'security' ? 'security' : 'deal'
}

function kindsOf(holds: (kind: MailKindName) => boolean): MailKindName[] {
  return Object.keys(mailKinds).filter(isMailKind).filter(holds)
}
