import { type Parameters, prepare, query, run, type Tables, type Transaction } from '@second-ring/database'
import { type ExpressionBuilder, sql } from 'kysely'
import { now } from '#platform/database-clock.ts'
import { type MailKindName, mailKindOf } from './mail-kinds.ts'

interface Mail {
  userId: string
  kind: MailKindName
  /** A sentence or two, as the user reads it. Without the phone number and the meeting place of the other side. */
  message: string
  /** What it is about: a listing, an order or neither. */
  listingId?: string | undefined
  orderId?: string | undefined
}

interface MailRow {
  userId: string
  kind: MailKindName
  message: string
  listingId: string | null
  orderId: string | null
  isOptional: boolean
  isSecurity: boolean
}

/** Whether a user's email is proven and theirs: nobody else's address gets a mail. */
export function isReachable({ and, eb }: ExpressionBuilder<Tables, 'users'>) {
  return and([
    eb('users.email_verified_at', 'is not', null),
    eb('users.deleted_at', 'is', null),
    eb('users.set_aside_at', 'is', null),
  ])
}

const insertMail = prepare((parameter: Parameters<MailRow>) =>
  query
    .insertInto('mails')
    .columns(['user_id', 'kind', 'message', 'listing_id', 'order_id', 'address'])
    .expression(({ selectFrom, cast }) =>
      selectFrom('users')
        .where('users.id', '=', parameter('userId'))
        .where(isReachable)
        .where(sql<boolean>`(users.booking_mails OR NOT ${parameter('isOptional')}::boolean)`)
        .select([
          'users.id',
          cast<string>(parameter('kind'), 'text').as('kind'),
          cast<string>(parameter('message'), 'text').as('message'),
          cast<string | null>(parameter('listingId'), 'uuid').as('listing_id'),
          cast<string | null>(parameter('orderId'), 'uuid').as('order_id'),
          sql<string | null>`CASE WHEN ${parameter('isSecurity')}::boolean THEN users.email END`.as('address'),
        ]),
    ),
)

/**
 * Records a mail to a user in the transaction of what it is about; the job of each minute sends it. Does nothing for a user
 * whose email is not proven, who is removed, or who has turned such mails off. One about security goes to the email of now,
 * whatever becomes of it: a thief who changes it gets no warning that is its owner's.
 */
export async function recordMail(tx: Transaction, { userId, kind, message, listingId, orderId }: Mail): Promise<void> {
  const about = { listingId: listingId ?? null, orderId: orderId ?? null }
  const { group } = mailKindOf(kind)
  const groups = { isOptional: group === 'booking', isSecurity: group === 'security' }
  await insertMail(tx, { userId, kind, message, ...about, ...groups })
}

/** Drops a user's mail of a kind about the same thing that no process has begun to send: a newer one says what holds now. */
export async function dropQueuedMail(tx: Transaction, mail: Omit<Mail, 'message'>): Promise<void> {
  const { userId, kind, listingId, orderId } = mail
  const dropping = query
    .updateTable('mails')
    .set({ state: 'DROPPED', message: '', address: null, settled_at: now })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('state', '=', 'QUEUED')
  const about = dropping
    .where('listing_id', 'is not distinct from', listingId ?? null)
    .where('order_id', 'is not distinct from', orderId ?? null)
  await run(tx, about)
}

/** Records a mail to an address that is not the user's any more, but that they had proven. */
export async function recordMailTo(
  tx: Transaction,
  address: string,
  { userId, kind, message }: Pick<Mail, 'userId' | 'kind' | 'message'>,
): Promise<void> {
  await tx.mail.create({ data: { userId, kind, message, address }, select: { id: true } })
}
