import { presentUser } from '#identity/present-user.ts'
import { notifyUserOfLatest } from '#notifications/notify-user.ts'
import { recordAction } from '#platform/audit.ts'
import type { Platform } from '#platform/platform.ts'
import type { SignIn } from './verify-identity.ts'

interface Known {
  id: string
  email: string | null
  /** Empty until they are known. */
  signIns: string[]
}

/**
 * Records the ways in that the identity provider has for an account, and notifies its user of each new one. Of those that
 * are recorded for the first time only a Google account of another email is one.
 */
export async function recordSignIns(
  { database }: Platform,
  known: Known,
  { signIns }: Pick<SignIn, 'signIns'>,
): Promise<void> {
  const { id: userId, signIns: before } = known
  if (before.length === signIns.length && signIns.every(each => before.includes(each))) return
  const isFirst = before.length === 0
  const added = signIns.filter(each => !before.includes(each) && (!isFirst || isForeign(each, known.email)))
  await database.$transaction(async tx => {
    // Another exchange may record them in this moment.
    const where = { id: userId, signIns: { equals: before }, ...presentUser }
    const { count } = await tx.user.updateMany({ where, data: { signIns } })
    if (count === 0) return
    for (const each of added) {
      await recordAction(tx, { actorId: userId, action: 'account.add-sign-in', subject: { type: 'user', id: userId } })
      const way = each === 'password' ? 'a password' : `the Google account ${each.split(' ')[1] ?? ''}`.trim()
      const message = `Your account has a new way to log in: ${way}. If you did not add it, unlink it on your account’s page and change your password.`
      await notifyUserOfLatest(tx, { userId, kind: 'account-security', message, mailKind: 'sign-in-added' })
    }
  })
}

/** The ways in that a new account begins with: all but a Google account of another email, of which its user is notified. */
export function ownSignIns({ signIns, email }: SignIn): string[] {
  return signIns.filter(each => !isForeign(each, email))
}

function isForeign(signIn: string, email: string | null): boolean {
  return signIn !== 'password' && signIn.split(' ')[1] !== email
}
