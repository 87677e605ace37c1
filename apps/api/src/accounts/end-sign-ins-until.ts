import { query, run } from '@second-ring/database'
import { isPresent } from '#identity/present-user.ts'
import { recordAction } from '#platform/audit.ts'
import { now } from '#platform/database-clock.ts'
import type { EndedSignIn } from '#platform/identity.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * Ends the sessions of a sign-in that the identity provider has ended, and of all before it: the provider revokes sign-ins up to
 * a moment, and a disabled account has none. An admin's tokens go with them.
 */
export async function endSignInsUntil({ database }: Platform, { uid, signedInAt }: EndedSignIn): Promise<void> {
  await database.$transaction(async tx => {
    const owner = query.selectFrom('users').where('identity_uid', '=', uid).where(isPresent).select('id')
    const [user] = await run(tx, owner.forNoKeyUpdate())
    if (!user) return
    const ending = query
      .updateTable('sessions')
      .set({ ended_at: now, end_reason: 'ENDED_ELSEWHERE' })
      .where('user_id', '=', user.id)
      .where('signed_in_at', '<=', signedInAt)
      .where('ended_at', 'is', null)
      .returning('id')
    if ((await run(tx, ending)).length === 0) return
    await tx.adminToken.deleteMany({ where: { userId: user.id } })
    const subject = { type: 'user', id: user.id } as const
    const reason = 'The sign-in service had ended the sign-in'
    await recordAction(tx, { actorId: null, action: 'account.end-sessions', subject, reason })
  })
}
