import type { NoticeKind } from '@second-ring/contracts/notices/notice'
import { type Parameters, prepare, query, type Transaction } from '@second-ring/database'
import { isPresent } from '#identity/present-user.ts'
import { isMailKind, type MailKindName } from '#mails/mail-kinds.ts'
import { dropQueuedMail, recordMail } from '#mails/record-mail.ts'
import { quoted } from './quoted.ts'

interface Notification {
  userId: string
  kind: NoticeKind
  /** A sentence or two, as the user reads it; the market's own words. */
  message: string
  /**
   * What another user or an admin typed, and who they are. A notification quotes it; a mail says where to read it, or quotes it
   * too where an admin typed it.
   */
  words?: { by: string; text: string; isMailed?: boolean }
  /** What it is about: a listing, an order or neither. */
  listingId?: string
  orderId?: string
  /** The kind of its mail, where it is not the notification's own. */
  mailKind?: MailKindName
}

interface NotificationRow {
  userId: string
  kind: NoticeKind
  message: string
  listingId: string | null
  orderId: string | null
}

const insertNotice = prepare((parameter: Parameters<NotificationRow>) =>
  query
    .insertInto('notices')
    .columns(['user_id', 'kind', 'message', 'listing_id', 'order_id'])
    .expression(({ selectFrom, cast }) =>
      selectFrom('users')
        .where('id', '=', parameter('userId'))
        .where(isPresent)
        .select([
          'id',
          cast<string>(parameter('kind'), 'text').as('kind'),
          cast<string>(parameter('message'), 'text').as('message'),
          cast<string | null>(parameter('listingId'), 'uuid').as('listing_id'),
          cast<string | null>(parameter('orderId'), 'uuid').as('order_id'),
        ]),
    ),
)

/**
 * Notifies a user in place of their unread notifications of this kind about the same listing or order, and of a mail of it that is
 * not on its way: for what one side can repeat at will. Of what is about neither, those of the same words are replaced.
 */
export async function notifyUserOfLatest(tx: Transaction, notification: Notification): Promise<void> {
  const { userId, kind, message, listingId, orderId, mailKind = kind } = notification
  const about = [...(listingId ? [{ listingId }] : []), ...(orderId ? [{ orderId }] : [])]
  const earlier = { userId, kind, readAt: null }
  if (about.length === 0) {
    await tx.notice.deleteMany({ where: { ...earlier, listingId: null, orderId: null, message } })
    return notifyUser(tx, notification)
  }
  await tx.notice.deleteMany({ where: { ...earlier, OR: about } })
  if (isMailKind(mailKind)) await dropQueuedMail(tx, { userId, kind: mailKind, listingId, orderId })
  await notifyUser(tx, notification)
}

/** Notifies a user, in the transaction of the event, and by a mail when there is one of this kind. Does nothing for a removed user. */
export async function notifyUser(tx: Transaction, notification: Notification): Promise<void> {
  const { userId, kind, message, words, listingId = null, orderId = null, mailKind = kind } = notification
  const quotation = words ? ` ${words.by} wrote: ${quoted(words.text)}` : ''
  await insertNotice(tx, { userId, kind, message: `${message}${quotation}`, listingId, orderId })
  if (!isMailKind(mailKind)) return
  const hint = words ? `\n${words.by} wrote something about it. Read it in your dashboard.` : ''
  const mailed = `${message}${words?.isMailed ? quotation : hint}`
  await recordMail(tx, { ...notification, kind: mailKind, message: mailed })
}
