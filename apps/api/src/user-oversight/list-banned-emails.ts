import type { BannedEmail, ListBannedEmailsInput } from '@second-ring/contracts/accounts/moderation'
import { query, run } from '@second-ring/database'
import { hashesOfEmail } from '#accounts/banned-emails.ts'
import { authorize, type Caller } from '#identity/caller.ts'
import { recordRead } from '#identity/record-read.ts'
import { decodeCursor, toPage } from '#platform/keyset.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * The emails that no account may have, last banned first; one page. An email finds its own ban: it is stored as a hash alone.
 * @throws DomainError FORBIDDEN
 */
export async function listBannedEmails(platform: Platform, caller: Caller, input: ListBannedEmailsInput) {
  authorize(caller, 'user.ban')
  await recordRead(platform.database, caller, { action: 'read.banned-emails' })
  const { email, limit, cursor } = input
  const list = ['banned emails', email]
  const { at, id } = decodeCursor(list, cursor)
  const page = query
    .selectFrom('banned_emails as e')
    .leftJoin('users as u', 'u.id', 'e.banned_by_id')
    .$if(email !== undefined, bans => bans.where('e.hash', 'in', hashesOfEmail(platform, email ?? '')))
    .where(({ eb, refTuple, tuple }) => eb(refTuple('e.banned_at', 'e.id'), '<', tuple(at, id)))
    .select(['e.id', 'e.reason', 'e.user_id as userId', 'e.banned_by_id as bannedById', 'u.name as bannedByName'])
    .select('e.banned_at as bannedAt')
    .orderBy('e.banned_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit + 1)
  return toPage(await run(platform.database, page), {
    list,
    limit,
    positionOf: row => ({ at: row.bannedAt, id: row.id }),
    toItem: ({ bannedAt, bannedByName, ...ban }): BannedEmail => ({
      ...ban,
      bannedByName: bannedByName ?? '',
      bannedAt: bannedAt.toISOString(),
    }),
  })
}
