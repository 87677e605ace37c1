import { query, run, type Tables, type Transaction } from '@second-ring/database'
import { type ExpressionBuilder, sql } from 'kysely'
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
 * Claims mails that are due, those that are due longest first. What cannot go to its user any more is dropped. What is too much
 * for an hour is gathered in one mail, which may have to wait. Concurrent claims go one after the other, so that together they
 * keep to the limit.
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
    const isCounted = ({ kind, isAbandoned }: DueMail) => !(isAbandoned || mailKindOf(kind).isFarewell)
    const counted = due.filter(isCounted)
    const claimed = due.filter(mail => !isCounted(mail))
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

async function findDue(tx: Transaction): Promise<DueMail[]> {
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
      fn.coalesce('o.product_name', 'l.product_name').as('productName'),
      eb('m.created_at', '<=', ago(GIVEN_UP_AFTER)).as('isOld'),
    ])
    .orderBy('m.due_at')
    .orderBy('m.created_at')
    .orderBy('m.id')
    .limit(BATCH)
  const mails: DueMail[] = []
  for (const { kind, address, email, state, isOld, ...row } of await run(tx, due)) {
    const to = address ?? email
    if (to === null || !isMailKind(kind)) continue
    mails.push({ ...row, kind, to, isOld: Boolean(isOld), isAbandoned: state === 'SENDING' })
  }
  return mails
}

/**
 * Of one user's mails of one budget those that are sent now; the last of them may stand for all others to its address. What
 * goes to another one, such as the email of before, waits.
 */
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
  const left = Math.max(0, PER_HOUR[budget] - Number(counted?.count ?? 0))
  if (mails.length <= left) return mails
  const alone = mails.slice(0, Math.max(0, left - 1))
  const gathered: DueMail[] = []
  for (const some of Map.groupBy(mails.slice(alone.length), ({ to }) => to).values()) {
    gathered.push(await gather(tx, some))
  }
  // Few rows of each user wait, so that they hold up nobody else's.
  for (const { id } of gathered.slice(left - alone.length)) {
    const waiting = query.updateTable('mails').set({ due_at: fromNow('10 minutes') })
    await run(tx, waiting.where('id', '=', id))
  }
  return [...alone, ...gathered.slice(0, left - alone.length)]
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
  const gathered = {
    state: 'GATHERED',
    gathered_into_id: first.id,
    message: '',
    address: null,
    settled_at: now,
  } as const
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
