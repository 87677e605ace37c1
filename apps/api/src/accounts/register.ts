import type { RegisterInput, RegisterOutput } from '@second-ring/contracts/accounts/session'
import { DomainError } from '@second-ring/contracts/errors'
import { query, run, type Transaction } from '@second-ring/database'
import { type AccountRow, accountSelect, toAccount } from '#identity/account-select.ts'
import type { Caller } from '#identity/caller.ts'
import { presentUser } from '#identity/present-user.ts'
import { recordAction } from '#platform/audit.ts'
import { now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { isUniqueViolation } from '#platform/unique-violation.ts'
import { rejectBannedEmail } from './banned-emails.ts'
import { rejectEndedSignIn } from './begin-session.ts'
import { emailTaken, findHolder, type Holder } from './find-holder.ts'
import { foreignSignIn, readAccount } from './read-account.ts'
import { ownSignIns } from './record-sign-ins.ts'
import { rejectSuspended } from './reject-suspended.ts'
import { LEFT, PROVEN_BY_ANOTHER, setAsideAccount, takeSignIn } from './set-aside-account.ts'
import { type SignIn, verifyIdentity } from './verify-identity.ts'

/**
 * Creates the record of a user who has signed up at the identity provider. The email is the provider's. A second call
 * changes nothing: the role is set once. Where the email is proven, an unproven account of it is set aside, and an account
 * whose sign-in is gone at the provider is theirs again.
 * @param caller who holds a live session beside it
 * @throws DomainError UNAUTHENTICATED, CONFLICT (the email belongs to another sign-in), FORBIDDEN (deleted, a Google account of
 * another email, or the proven email is banned), ACCOUNT_SUSPENDED, SESSION_ENDED, SIGN_IN_AGAIN (see `clearSignIn`)
 */
export async function register(
  platform: Platform,
  { idToken, ...input }: RegisterInput,
  caller: Caller | null = null,
): Promise<RegisterOutput> {
  return registerSignIn(platform, { ...input, signIn: await verifyIdentity(platform, idToken) }, caller)
}

/** The same for a sign-in that was verified. */
export async function registerSignIn(
  platform: Platform,
  { signIn, ...input }: Omit<RegisterInput, 'idToken'> & { signIn: SignIn },
  caller: Caller | null = null,
): Promise<RegisterOutput> {
  const known = await findRegistered(platform, signIn, caller)
  if ('account' in known) return known
  if (known.unprovenId !== undefined) {
    await clearSignIn(platform, signIn, known.unprovenId)
    throw cleared(signIn)
  }
  if (!signIn.byPassword && signIn.linkedEmail !== signIn.email) throw foreignSignIn()
  // Somebody who presses twice: the other call has cleared this sign-in, and an account of it would be nobody's.
  if (signIn.emailProven && (await platform.identity.findAccount(signIn.uid)) === null) throw cleared(signIn)
  const holder = await findHolder(platform, signIn, caller)
  // Somebody who presses twice: the other call was quicker.
  if (holder?.identityUid === signIn.uid) return winnerOf(platform, signIn, caller)
  try {
    if (holder?.isTheirs) {
      const row = await platform.database.$transaction(tx => reclaim(tx, platform, { holder, signIn }))
      return row ? { account: toAccount(row), created: false } : await winnerOf(platform, signIn, caller)
    }
    return await platform.database.$transaction(async tx => {
      if (holder) await setAsideAccount(tx, platform, holder.id, signIn.emailProven ? PROVEN_BY_ANOTHER : LEFT)
      const { uid: identityUid, email, validSince: identityValidSince } = signIn
      const { id } = await tx.user.create({
        data: {
          identityUid,
          identityValidSince,
          email,
          name: input.name,
          role: input.role,
          signIns: ownSignIns(signIn),
        },
        select: { id: true },
      })
      const row = await withProof(tx, platform, { id, signIn })
      await recordAction(tx, { actorId: id, action: 'account.register', subject: { type: 'user', id } })
      return { account: toAccount(row), created: true }
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    return winnerOf(platform, signIn, caller)
  }
}

const cleared = ({ byPassword }: SignIn) =>
  new DomainError(
    'SIGN_IN_AGAIN',
    byPassword
      ? 'Nobody gets in with this login any more. Sign up with your email, and your own account begins.'
      : 'Nobody gets in with the old password any more. Log in with Google once more, and your own account begins.',
  )

/**
 * Deletes the account at the provider that a stranger put the email of whoever signs in on, with all that they may have
 * left in it: their Google account, a mailed link to another email. Then the stranger's account here gives way. Whoever was
 * cut off between the two signs in once more all the same: the account here is one whose sign-in is gone.
 */
async function clearSignIn(platform: Platform, { uid }: SignIn, unprovenId: string): Promise<void> {
  await platform.identity.removeAccount(uid)
  await platform.database.$transaction(async tx => {
    if (!(await setAsideAccount(tx, platform, unprovenId, PROVEN_BY_ANOTHER))) await takeSignIn(tx, unprovenId, uid)
  })
}

/** What another call made of the same sign-in in that moment. */
async function winnerOf(platform: Platform, signIn: SignIn, caller: Caller | null): Promise<RegisterOutput> {
  const winner = await findRegistered(platform, signIn, caller)
  if ('account' in winner) return winner
  throw emailTaken()
}

async function findRegistered(
  platform: Platform,
  signIn: SignIn,
  caller: Caller | null,
): Promise<RegisterOutput | { unprovenId: string | undefined }> {
  const removed = { identityUid: signIn.uid, deletedAt: { not: null } }
  if ((await platform.database.user.count({ where: removed })) > 0) {
    throw new DomainError('FORBIDDEN', 'This account was removed.')
  }
  const known = await readAccount(platform, signIn, { caller })
  if (known === 'missing') return { unprovenId: undefined }
  if (!('row' in known)) return known
  const { row } = known
  rejectSuspended(platform, row)
  await rejectEndedSignIn(platform.database, { userId: row.id, signedInAt: signIn.signedInAt })
  return { account: toAccount(row), created: false }
}

/** Gives an account the sign-in of whoever has proven its email again; null when another call was quicker. */
async function reclaim(
  tx: Transaction,
  platform: Platform,
  { holder: { id, identityUid }, signIn }: { holder: Holder; signIn: SignIn },
): Promise<AccountRow | null> {
  rejectSuspended(platform, await tx.user.findUniqueOrThrow({ where: { id }, select: { suspensionReason: true } }))
  const { count } = await tx.user.updateMany({
    where: { id, identityUid, ...presentUser },
    // From the beginning: the exchange that follows ends the sessions of the sign-in that is gone.
    data: { identityUid: signIn.uid, identityValidSince: new Date(0), signIns: ownSignIns(signIn) },
  })
  if (count === 0) return null
  const reason = signIn.emailProven
    ? 'The email was proven again'
    : 'By a session of the account, whose email was never proven'
  await recordAction(tx, { actorId: id, action: 'account.reclaim', subject: { type: 'user', id }, reason })
  return withProof(tx, platform, { id, signIn })
}

/** Stores since when the email is proven, by the database's clock. Whether an unproven one is banned is nobody's to learn. */
async function withProof(
  tx: Transaction,
  platform: Platform,
  { id, signIn: { email, emailProven } }: { id: string; signIn: SignIn },
): Promise<AccountRow> {
  if (emailProven) {
    await run(tx, query.updateTable('users').set({ email_verified_at: now }).where('id', '=', id))
    await rejectBannedEmail(tx, platform, email)
  }
  return tx.user.findUniqueOrThrow({ where: { id }, select: accountSelect })
}
