import { query, run, type Transaction } from '@second-ring/database'
import { ago, fromNow, now } from '#platform/database-clock.ts'
import type { MailContent } from './compose-mail.ts'
import { comesAlone, consequences, kindsOf, type MailGroup, type MailKindName, mailKindOf } from './mail-kinds.ts'

/** A mail that is to be sent, alone or with others. */
export interface DueMail extends MailContent {
  id: string
  userId: string
  to: string
  /** How often it was tried, the time in which it is claimed included. */
  attempts: number
  /** Whether it is not worth another try. */
  isOld: boolean
  createdAt: Date
  /** How many others it says the lines of. */
  carried: number
}

/**
 * How many mails a user gets in an hour: about deals, and about their account. The rest comes gathered in the last of them. What comes
 * alone is counted apart: so many of one kind about one order, one phone or one account, so that nobody uses up what is another's.
 */
const PER_HOUR = { deal: 12, security: 5, alone: 5 } as const
type Budget = keyof typeof PER_HOUR

const LISTED = 5

/** The name of what a mail is counted with; the same for those that may be gathered in one. */
export function budgetOf(mail: DueMail): string {
  const { userId, kind, orderId, listingId } = mail
  const budget = budgetOfKind(kind)
  return [userId, budget, ...(budget === 'alone' ? [kind, orderId, listingId] : [])].join(' ')
}

function budgetOfKind(kind: MailKindName): Budget {
  if (comesAlone(kind)) return 'alone'
  return mailKindOf(kind).group === 'security' ? 'security' : 'deal'
}

/**
 * Of mails of one budget those that are sent now, what depends most on first; the last of them may stand for all others to its
 * address. What goes to another one, such as the email of before, waits.
 */
export async function withinBudget(tx: Transaction, mails: DueMail[]): Promise<DueMail[]> {
  const [first] = mails
  if (!first) return []
  const left = Math.max(0, PER_HOUR[budgetOfKind(first.kind)] - (await countSent(tx, first)))
  if (mails.length <= left) return mails
  const sorted = mails.toSorted((one, other) => rankOf(one) - rankOf(other))
  const alone = sorted.slice(0, Math.max(0, left - 1))
  const gathered: DueMail[] = []
  for (const some of Map.groupBy(sorted.slice(alone.length), ({ to }) => to).values()) {
    gathered.push(await gather(tx, some))
  }
  // Few rows of each user wait, so that they hold up nobody else's.
  for (const { id } of gathered.slice(left - alone.length)) {
    const waiting = query.updateTable('mails').set({ due_at: fromNow('10 minutes') })
    await run(tx, waiting.where('id', '=', id))
  }
  return [...alone, ...gathered.slice(0, left - alone.length)]
}

/** How many mails of the same budget were begun in the last hour. */
async function countSent(tx: Transaction, { userId, kind, orderId, listingId }: DueMail): Promise<number> {
  const budget = budgetOfKind(kind)
  const sent = query
    .selectFrom('mails')
    .where('user_id', '=', userId)
    .where('state', 'in', ['SENDING', 'SENT'])
    .where('claimed_at', '>', ago('1 hour'))
  const counted =
    budget === 'alone'
      ? sent
          .where('kind', '=', kind)
          .where('order_id', 'is not distinct from', orderId)
          .where('listing_id', 'is not distinct from', listingId)
      : sent.where(
          'kind',
          'in',
          kindsOf(each => budgetOfKind(each) === budget),
        )
  const [row] = await run(
    tx,
    counted.select(({ fn }) => fn.countAll().as('count')),
  )
  return Number(row?.count ?? 0)
}

/**
 * Makes one mail of several of a budget, the oldest of them. It says what depends most on first, of that the newest first, and how
 * many more there are. One that comes alone stays what it is about.
 */
async function gather(tx: Transaction, mails: DueMail[]): Promise<DueMail> {
  const [first, ...others] = mails.toSorted((one, other) => +one.createdAt - +other.createdAt)
  if (!first) throw new Error('There is nothing to gather')
  if (others.length === 0) return first
  const newestFirst = [...others.toReversed(), first].toSorted((one, other) => rankOf(one) - rankOf(other))
  const carried = mails.length - 1 + mails.reduce((sum, mail) => sum + mail.carried, 0)
  const said = newestFirst.flatMap(linesOf).slice(0, LISTED)
  const more = carried + 1 - said.length
  const message = [...said, ...(more > 0 ? [`And ${more} more.`] : [])].join('\n')
  const several = { kind: gatheredKind[groupOf(mails)], listingId: null, orderId: null, productName: null }
  const whole = { ...first, ...(!comesAlone(first.kind) && several), message, carried }
  const { kind, listingId: listing_id, orderId: order_id } = whole
  const carrying = query.updateTable('mails').set({ kind, message, listing_id, order_id })
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
  // What they carried is carried with them.
  const moving = query.updateTable('mails').set({ gathered_into_id: first.id })
  await run(tx, moving.where('gathered_into_id', 'in', ids))
  return whole
}

/** What a mail says, a line for each that it stands for and lists. */
function linesOf({ message, carried }: DueMail): string[] {
  if (carried === 0) return [message.replaceAll('\n', ' ')]
  return message.split('\n').slice(0, Math.min(carried + 1, LISTED))
}

function rankOf({ kind }: DueMail): number {
  return consequences.indexOf(mailKindOf(kind).consequence)
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
