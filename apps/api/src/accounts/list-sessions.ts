import type { ListSessionsOutput } from '@second-ring/contracts/accounts/sessions'
import { run } from '@second-ring/database'
import type { Caller } from '#identity/caller.ts'
import { openSessions } from '#identity/open-sessions.ts'
import type { Platform } from '#platform/platform.ts'

const SHOWN_MAX = 100

/** The caller's open sessions: the one that they call in first, then the latest used. */
export async function listSessions({ database }: Platform, { id, sessionId }: Caller): Promise<ListSessionsOutput> {
  const open = openSessions(id)
    .select(['id', 'device', 'network', 'created_at as begunAt', 'renewed_at as renewedAt'])
    .select(({ eb }) => eb('id', '=', sessionId).as('isThis'))
    .orderBy('isThis', 'desc')
    .orderBy('renewed_at', 'desc')
    .limit(SHOWN_MAX)
  const sessions = (await run(database, open)).map(({ begunAt, renewedAt, isThis, ...session }) => ({
    ...session,
    isThis: isThis === true,
    begunAt: begunAt.toISOString(),
    renewedAt: renewedAt.toISOString(),
  }))
  return { sessions }
}
