import { DomainError } from '@second-ring/contracts/errors'
import { type Prisma, query, run, type Transaction } from '@second-ring/database'
import { type AccountRow, accountSelect } from '#identity/account-select.ts'
import type { Caller } from '#identity/caller.ts'
import { isPresent, presentUser } from '#identity/present-user.ts'
import { recordMailTo } from '#mails/record-mail.ts'
import { recordAction } from '#platform/audit.ts'
import { now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { isUniqueViolation } from '#platform/unique-violation.ts'
import { isAskedFor } from './ask-email-change.ts'
import { rejectBannedEmail } from './banned-emails.ts'
import { recordSignIns } from './record-sign-ins.ts'
import { setAsideAccount } from './set-aside-account.ts'
import type { SignIn } from './verify-identity.ts'

const select = {
  ...accountSelect,
  createdAt: true,
  identityValidSince: true,
  signIns: true,
  suspensionReason: true,
} as const satisfies Prisma.UserSelect
type Row = Prisma.UserGetPayload<{ select: typeof select }>

/** What is shown beside a sign-in. */
export interface Shown {
  /** Who holds a live session. */
  caller?: Caller | null
  /** The code of a link that was mailed to prove the email. */
  code?: string | undefined
}

export interface ReadAccount {
  row: AccountRow & { suspensionReason: string | null }
  /** What changed since the last exchange, so that older sessions end; the provider ends older sign-ins with a password. */
  changed: 'PASSWORD_CHANGED' | 'EMAIL_CHANGED' | null
}

/**
 * The account of a sign-in. The proof of its email becomes what the identity provider has now. Another email becomes the
 * account's only if it is proven and was asked for here; an email that another account has is left alone.
 * @returns 'missing' when there is none; its id alone when nothing shows that it is this person's: the provider gave its
 * sign-in to the owner of the email, and whoever signed up before had never proven it
 * @throws DomainError FORBIDDEN (a password whose email was changed at the provider alone, a Google account of another email;
 * the email that it changes to is banned)
 */
export async function readAccount(
  platform: Platform,
  signIn: SignIn,
  shown: Shown,
): Promise<ReadAccount | 'missing' | { unprovenId: string }> {
  const found = await findRow(platform, signIn)
  if (!found) return 'missing'
  if (isOverwritten(found, signIn) && !(await isShown(platform, found, shown))) return { unprovenId: found.id }
  await recordSignIns(platform, found, signIn)
  const { identityValidSince } = found
  const passwordChanged = identityValidSince !== null && signIn.validSince > identityValidSince
  const changed = passwordChanged ? 'PASSWORD_CHANGED' : null
  const isUnknown = identityValidSince === null
  const isNewlyProven = signIn.emailProven && (found.emailVerifiedAt === null || found.email !== signIn.email)
  if (!isUnknown && !isNewlyProven) return entered(found, signIn, changed)
  try {
    await storeProof(platform, found, signIn)
  } catch (error) {
    // Another account has this email: this one goes on with its own.
    if (!isUniqueViolation(error)) throw error
    return { row: found, changed }
  }
  const row = await findRow(platform, signIn)
  if (!row) return 'missing'
  // The provider ends older sign-ins at either change: of the two this one says more.
  return entered(row, signIn, row.email === found.email ? changed : 'EMAIL_CHANGED')
}

/** Whoever holds an ID token for a moment can link a Google account of theirs, or change the email, at the provider. */
function entered(
  row: Row,
  { email, emailProven, byPassword, linkedEmail }: SignIn,
  changed: ReadAccount['changed'],
): ReadAccount | { unprovenId: string } {
  if (byPassword ? email === row.email : linkedEmail === row.email) return { row, changed }
  // The provider gave this sign-in to the owner of another email.
  if (emailProven && linkedEmail === email) return { unprovenId: row.id }
  throw byPassword ? emailNotAsked() : foreignSignIn()
}

const emailNotAsked = () =>
  new DomainError(
    'FORBIDDEN',
    'The email of this login was changed, but not on the account’s page here, so the change does not count. Open the mail that went to the account’s own email to undo it, then log in with that email.',
  )

export const foreignSignIn = () =>
  new DomainError(
    'FORBIDDEN',
    'This Google account has another email than your account here. Log in with the password of your account.',
  )

function findRow({ database }: Platform, { uid }: SignIn) {
  return database.user.findFirst({ where: { identityUid: uid, ...presentUser }, select })
}

/**
 * Whether the provider took the password from an account whose email was not proven there, as it does when the owner of that
 * email signs in by Google: of one that never proved an email, or that changed to this one without a proof. Of accounts from
 * before the proof was recorded it is known by the time at which the provider did so.
 */
function isOverwritten(
  row: Row,
  { email, emailProven, byPassword, linkedEmail, hasPassword, validSince }: SignIn,
): boolean {
  if (!emailProven || byPassword || hasPassword || linkedEmail !== email) return false
  if (row.email !== email) return true
  return row.emailVerifiedAt === null && (row.identityValidSince !== null || validSince > row.createdAt)
}

async function isShown({ identity }: Platform, { id, email }: Row, { caller, code }: Shown): Promise<boolean> {
  if (caller?.id === id) return true
  return code !== undefined && (await identity.readProof(code)) === email
}

async function storeProof(platform: Platform, { id }: Row, signIn: SignIn): Promise<void> {
  await platform.database.$transaction(async tx => {
    const present = query.selectFrom('users').where('id', '=', id).where(isPresent)
    const owner = present.select([
      'email',
      'email_verified_at as emailVerifiedAt',
      isAskedFor(signIn.email).as('isAsked'),
    ])
    const [row] = await run(tx, owner.forNoKeyUpdate())
    if (!row) return
    const subject = { type: 'user', id } as const
    const isChanged = signIn.emailProven && row.email !== signIn.email && row.isAsked === true
    const isProven = isChanged || (signIn.emailProven && row.email === signIn.email)
    if (isChanged) {
      const holder = await tx.user.findFirst({
        where: { email: signIn.email, emailVerifiedAt: null },
        select: { id: true },
      })
      if (holder) await setAsideAccount(tx, platform, holder.id)
      await recordAction(tx, { actorId: id, action: 'account.change-email', subject })
      // An address that was never proven may be a stranger's.
      if (row.emailVerifiedAt !== null && row.email !== null) await mailOldEmail(tx, id, row.email)
    }
    if (isProven && row.emailVerifiedAt === null) {
      await recordAction(tx, { actorId: id, action: 'account.prove-email', subject })
    }
    const stored = query
      .updateTable('users')
      .set(({ fn, val }) => ({
        ...(isChanged && changeOf(row.email, signIn.email)),
        ...(isProven && { email_verified_at: isChanged ? now : fn.coalesce('email_verified_at', now) }),
        identity_valid_since: fn.coalesce('identity_valid_since', val(signIn.validSince)),
      }))
      .where('id', '=', id)
    await run(tx, stored)
    if (isChanged) await rejectBannedEmail(tx, platform, signIn.email)
  })
}

// A thief may hold the session in which a change was asked for: whoever reads the mail to the email of before undoes it.
function changeOf(before: string | null, email: string) {
  const left = { email_before: before, email_left_at: before === null ? null : now }
  return { email, email_change_to: null, email_change_asked_at: null, ...left }
}

async function mailOldEmail(tx: Transaction, userId: string, address: string): Promise<void> {
  const message =
    'The email of your account was changed, and you sign in by the new one. All other sessions have ended.\nWas it not you? Answer nobody who asks for your password, and write to the market at once.'
  await recordMailTo(tx, address, { userId, kind: 'email-changed', message })
}
