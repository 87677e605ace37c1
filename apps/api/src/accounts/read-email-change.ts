import type { PendingEmailChange } from '@second-ring/contracts/accounts/own-account'
import { query, run } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { isPresent } from '#identity/present-user.ts'
import type { Platform } from '#platform/platform.ts'
import { askedInTime } from './ask-email-change.ts'

/**
 * The email that the caller asked for and that would become theirs; null when none would.
 * @throws DomainError FORBIDDEN (about to be deleted)
 */
export async function readEmailChange({ database }: Platform, caller: Caller): Promise<PendingEmailChange> {
  authorize(caller, 'account.change-email')
  const own = query.selectFrom('users').where('id', '=', caller.id).where(isPresent).where(askedInTime)
  const [asked] = await run(database, own.select('email_change_to as email'))
  return { email: asked?.email ?? null }
}
