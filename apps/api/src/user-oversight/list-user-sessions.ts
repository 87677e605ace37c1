import type { ListUserSessionsInput, UserSession } from '@second-ring/contracts/accounts/user-details'
import { type Database, run } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { openSessions } from '#identity/open-sessions.ts'
import { recordRead } from '#identity/record-read.ts'
import { decodeCursor, toPage } from '#platform/keyset.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * The sessions of a user that go on, latest used first; one page.
 * @throws DomainError FORBIDDEN
 */
export async function listUserSessions({ database }: Platform, caller: Caller, input: ListUserSessionsInput) {
  authorize(caller, 'user.read')
  const { userId, limit, cursor } = input
  await recordRead(database, caller, { action: 'read.user', subject: { type: 'user', id: userId } })
  const list = ['sessions of a user', userId]
  const { at, id } = decodeCursor(list, cursor)
  const page = openSessions(userId)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('renewed_at', 'id'), '<', tuple(at, id)))
    .select(['id', 'device', 'network', 'created_at as begunAt', 'renewed_at as renewedAt'])
    .orderBy('renewed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
  return toPage(await run(database, page), {
    list,
    limit,
    positionOf: row => ({ at: row.renewedAt, id: row.id }),
    toItem: ({ begunAt, renewedAt, ...session }): UserSession => ({
      ...session,
      begunAt: begunAt.toISOString(),
      renewedAt: renewedAt.toISOString(),
    }),
  })
}

/** How many sessions of a user go on. */
export async function countSessions(database: Database, userId: string): Promise<number> {
  const counting = openSessions(userId).select(({ fn }) => fn.countAll<string>().as('count'))
  const [counted] = await run(database, counting)
  return Number(counted?.count ?? 0)
}
