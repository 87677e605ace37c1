import { DomainError } from '@second-ring/contracts/errors'
import { type Database, query, run } from '@second-ring/database'
import type { Caller } from '#identity/caller.ts'
import type { Platform } from '#platform/platform.ts'
import { isAskedFor, isEmailBefore } from './ask-email-change.ts'
import { rejectSuspended } from './reject-suspended.ts'
import type { SignIn } from './verify-identity.ts'

export interface Holder {
  id: string
  identityUid: string
  /** Whether it is the account of whoever signs in, under a sign-in that is gone; otherwise it gives way. */
  isTheirs: boolean
}

export const emailTaken = () =>
  new DomainError(
    'CONFLICT',
    'An account with this email address exists already. If it is yours, open the link that was mailed to it, then log in.',
  )

/** Of a laboratory: nobody ever signed in to it at the provider. */
const isWithoutProvider = (identityUid: string) => identityUid.startsWith('unproven:')

/**
 * Who has the email that a sign-in claims. The account is the caller's when they hold a session of it and have proven
 * the email, as far as the account has; or when both have proven the email and the provider has no account of the older one any more, or has it under an email that nobody asked for
 * here. An unproven one gives way to a proven claim, and to anyone when the provider has no account of it any more; a suspended one
 * whose sign-in is gone keeps the email.
 * @returns null when nobody has it
 * @throws DomainError CONFLICT when it stays another's, ACCOUNT_SUSPENDED, PROVIDER_UNAVAILABLE
 */
export async function findHolder(
  platform: Platform,
  { uid, email, emailProven }: SignIn,
  caller: Caller | null,
): Promise<Holder | null> {
  const { database, identity } = platform
  const holder = await database.user.findFirst({
    where: { email },
    select: { id: true, identityUid: true, emailVerifiedAt: true, suspensionReason: true },
  })
  if (!holder) return null
  const { id, identityUid, emailVerifiedAt, suspensionReason } = holder
  // A session alone gives nobody another way into a proven account.
  if (id === caller?.id && (emailProven || emailVerifiedAt === null)) return { id, identityUid, isTheirs: true }
  if (identityUid === uid) return { id, identityUid, isTheirs: false }
  const account = await identity.findAccount(identityUid)
  if (!emailProven) {
    // Nobody signs in to it any more, and nobody has proven it: it keeps no newcomer out.
    const isLeft = account === null && emailVerifiedAt === null && !isWithoutProvider(identityUid)
    if (isLeft && suspensionReason === null) return { id, identityUid, isTheirs: false }
    throw emailTaken()
  }
  if (account?.emailProven && account.email === email) throw emailTaken()
  // Whoever deletes their sign-in is no other person: a suspension holds until it is lifted.
  if (account === null) rejectSuspended(platform, { suspensionReason })
  if (emailVerifiedAt === null) return { id, identityUid, isTheirs: false }
  if (account && (await isAsOwned(database, id, [email, account.email]))) throw emailTaken()
  return { id, identityUid, isTheirs: true }
}

/** Whether the provider has an account under the email of its owner, one that they asked for here, or that of before. */
async function isAsOwned(database: Database, id: string, [own, there]: [string, string | null]): Promise<boolean> {
  if (there === null || there === own) return there === own
  const row = query.selectFrom('users').where('id', '=', id).select('id')
  const known = row.where(({ or }) => or([isAskedFor(there), isEmailBefore(there)]))
  return (await run(database, known)).length > 0
}
