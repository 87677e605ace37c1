import { DomainError } from '@second-ring/contracts/errors'
import { type Prisma, query, run, type Transaction } from '@second-ring/database'
import { type AccountRow, accountSelect } from '#identity/account-select.ts'
import type { Caller } from '#identity/caller.ts'
import { isOpen } from '#identity/open-sessions.ts'
import { isPresent, presentUser } from '#identity/present-user.ts'
import { recordMailTo } from '#mails/record-mail.ts'
import { recordAction } from '#platform/audit.ts'
import { now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { isUniqueViolation } from '#platform/unique-violation.ts'
import { isAskedFor, isEmailBefore } from './ask-email-change.ts'
import { rejectBannedEmail } from './banned-emails.ts'
import { ownSignIns, recordSignIns } from './record-sign-ins.ts'
import { PROVEN_BY_ANOTHER, setAsideAccount } from './set-aside-account.ts'
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
 * account's only if it is proven, was asked for here, and a live session of the account is shown beside it: the owner of an
 * email can set the password of any sign-in that somebody put it on. An email that another account has is left alone.
 * @returns 'missing' when there is none; its id alone when nothing shows that it is this person's: the sign-in is that of
 * the owner of the email, and the account is of whoever signed up before
 * @throws DomainError FORBIDDEN (an unproven email that was changed at the provider alone, a Google account of another email;
 * the email that becomes proven is banned)
 */
export async function readAccount(
  platform: Platform,
  signIn: SignIn,
  shown: Shown,
): Promise<ReadAccount | 'missing' | { unprovenId: string }> {
  const found = (await takeBack(platform, signIn)) ?? (await findRow(platform, signIn))
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
    await storeProof(platform, found, { signIn, caller: shown.caller })
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

/**
 * Gives the account that had this email before back to whoever proves it in time, by whatever sign-in: a thief who changed the
 * email may have signed up with the old one at the provider, whose link then takes nothing back. The sessions of the account
 * end with the exchange that follows.
 */
async function takeBack(platform: Platform, signIn: SignIn): Promise<Row | null> {
  const { uid, email } = signIn
  if (!isOwnProof(signIn)) return null
  const present = query.selectFrom('users').where(isPresent).where('identity_uid', '!=', uid)
  const left = present.where(isEmailBefore(email)).select(['id', 'email']).orderBy('email_left_at', 'desc').limit(1)
  if ((await run(platform.database, left)).length === 0) return null
  return platform.database.$transaction(async tx => {
    const [account] = await run(tx, left.forNoKeyUpdate())
    if (!account) return null
    const { id: userId, email: taken } = account
    // An account that changes to this email is nobody's way back.
    const own = await tx.user.findUnique({ where: { identityUid: uid }, select: { email: true } })
    if (own && own.email !== email) return null
    const holder = await tx.user.findFirst({ where: { email }, select: { id: true } })
    // One that has proven the email keeps it.
    if (holder && !(await setAsideAccount(tx, platform, holder.id, PROVEN_BY_ANOTHER))) return null
    const subject = { type: 'user', id: userId } as const
    await recordAction(tx, { actorId: userId, action: 'account.change-email', subject, reason: TAKEN_BACK })
    if (taken !== null) await mailOldEmail(tx, platform, { userId, address: taken })
    const back = { email, emailChangeTo: null, emailChangeAskedAt: null, emailBefore: null, emailLeftAt: null }
    const ways = { identityUid: uid, identityValidSince: new Date(0), signIns: ownSignIns(signIn) }
    await tx.user.update({ where: { id: userId }, data: { ...back, ...ways }, select: { id: true } })
    await run(tx, query.updateTable('users').set({ email_verified_at: now }).where('id', '=', userId))
    await rejectBannedEmail(tx, platform, email)
    return tx.user.findUniqueOrThrow({ where: { id: userId }, select })
  })
}

const TAKEN_BACK = 'The email of before was proven again'

/** Whoever holds an ID token for a moment can link a Google account of theirs, or change the email, at the provider. */
function entered(
  row: Row,
  { email, emailProven, byPassword, linkedEmail }: SignIn,
  changed: ReadAccount['changed'],
): ReadAccount | { unprovenId: string } {
  const shownEmail = byPassword ? email : linkedEmail
  if (shownEmail === row.email) return { row, changed }
  // The sign-in is that of the owner of another email.
  if (emailProven && shownEmail === email) return { unprovenId: row.id }
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

interface Proof {
  signIn: SignIn
  caller: Caller | null | undefined
}

async function storeProof(platform: Platform, { id }: Row, { signIn, caller }: Proof): Promise<void> {
  await platform.database.$transaction(async tx => {
    const present = query.selectFrom('users').where('id', '=', id).where(isPresent)
    const owner = present.select([
      'email',
      'email_verified_at as emailVerifiedAt',
      isAskedFor(signIn.email).as('isAsked'),
      isEmailBefore(signIn.email).as('isBefore'),
    ])
    const [row] = await run(tx, owner.forNoKeyUpdate())
    if (!row) return
    const subject = { type: 'user', id } as const
    const isOther = isOwnProof(signIn) && row.email !== signIn.email
    const isChanged = isOther && (row.isBefore === true || (row.isAsked === true && (await isLive(tx, id, caller))))
    const isProven = isChanged || (signIn.emailProven && row.email === signIn.email)
    if (isChanged) {
      const holder = await tx.user.findFirst({
        where: { email: signIn.email, emailVerifiedAt: null },
        select: { id: true },
      })
      if (holder) await setAsideAccount(tx, platform, holder.id, PROVEN_BY_ANOTHER)
      await recordAction(tx, { actorId: id, action: 'account.change-email', subject })
      // An address that was never proven may be a stranger's.
      if (row.emailVerifiedAt !== null && row.email !== null)
        await mailOldEmail(tx, platform, { userId: id, address: row.email })
    }
    if (isProven && row.emailVerifiedAt === null) {
      await recordAction(tx, { actorId: id, action: 'account.prove-email', subject })
    }
    const stored = query
      .updateTable('users')
      .set(({ fn, val }) => ({
        ...(isChanged && changeOf(row, signIn.email, { isTakenBack: row.isBefore === true })),
        ...(isProven && { email_verified_at: isChanged ? now : fn.coalesce('email_verified_at', now) }),
        identity_valid_since: fn.coalesce('identity_valid_since', val(signIn.validSince)),
      }))
      .where('id', '=', id)
    await run(tx, stored)
    if (isProven) await rejectBannedEmail(tx, platform, signIn.email)
  })
}

// Somebody who linked a Google account of theirs holds no proof of the account's email.
function isOwnProof({ emailProven, byPassword, linkedEmail, email }: SignIn): boolean {
  return emailProven && (byPassword || linkedEmail === email)
}

async function isLive(tx: Transaction, userId: string, caller: Caller | null | undefined): Promise<boolean> {
  return caller?.id === userId && isOpen(tx, { id: caller.sessionId, userId })
}

// A thief may hold the session in which a change was asked for: whoever reads the mail to the email of before undoes it.
// An email that was never proven may be a stranger's, who has nothing to take back; nor has whoever it is taken back from.
function changeOf(
  row: { email: string | null; emailVerifiedAt: Date | null },
  email: string,
  { isTakenBack }: { isTakenBack: boolean },
) {
  const before = isTakenBack || row.emailVerifiedAt === null ? null : row.email
  const left = { email_before: before, email_left_at: before === null ? null : now }
  return { email, email_change_to: null, email_change_asked_at: null, ...left }
}

interface OldEmail {
  userId: string
  address: string
}

async function mailOldEmail(
  tx: Transaction,
  { operatorEmail }: Platform,
  { userId, address }: OldEmail,
): Promise<void> {
  const whom = operatorEmail ?? 'whoever runs the market'
  const message = `The email of your account was changed, and you sign in by the new one. All other sessions have ended.\nWas it not you? Another mail in this inbox, of the sign-in service, has a link that takes the change back: open it. Should it not work, choose “Forgot password” with this email and log in within four days. Then write to ${whom} at once. Answer nobody who asks for your password.`
  await recordMailTo(tx, address, { userId, kind: 'email-changed', message })
}
