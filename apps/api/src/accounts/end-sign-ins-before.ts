import { query, run } from '@second-ring/database'
import { isPresent } from '#identity/present-user.ts'
import { recordAction } from '#platform/audit.ts'
import { now } from '#platform/database-clock.ts'
import type { EndedSignIn } from '#platform/identity.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * Ends the sessions of all sign-ins that the identity provider has ended: those from before a time, or all of an account that is
 * disabled or gone. An admin's tokens go with them.
 */
export async function endSignInsBefore({ database }: Platform, { uid, before }: EndedSignIn): Promise<void> {
  await database.$transaction(async tx => {
    const owner = query.selectFrom('users').where('identity_uid', '=', uid).where(isPresent).select('id')
    const [user] = await run(tx, owner.forNoKeyUpdate())
    if (!user) return
    const ending = query
      .updateTable('sessions')
      .set({ ended_at: now, end_reason: 'ENDED_ELSEWHERE' })
      .where('user_id', '=', user.id)
      .where('ended_at', 'is', null)
      .$if(before !== null, sessions => sessions.where('signed_in_at', '<', before))
      .returning('id')
    if ((await run(tx, ending)).length === 0) return
    await tx.adminToken.deleteMany({ where: { userId: user.id } })
    const subject = { type: 'user', id: user.id } as const
    const reason = 'The sign-in service had ended the sign-in'
    await recordAction(tx, { actorId: null, action: 'account.end-sessions', subject, reason })
  })
}
