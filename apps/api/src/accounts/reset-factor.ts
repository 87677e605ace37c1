import { DomainError } from '@second-ring/contracts/errors'
import { type Database, query, run } from '@second-ring/database'
import { endFactor } from '#factor/end-factor.ts'
import { recordAccessChange } from '#factor/record-access-change.ts'
import { makeSetUp } from '#factor/set-up.ts'
import { isPresent, presentUser } from '#identity/present-user.ts'

/**
 * Ends an admin's passkeys, recovery codes and tokens, for one who has lost them. The command line calls it; no network call
 * does.
 * @throws DomainError NOT_FOUND, CONFLICT (no admin)
 */
export async function resetFactor(database: Database, email: string): Promise<void> {
  return database.$transaction(async tx => {
    const named = query.selectFrom('users').where('email', '=', email.trim().toLowerCase())
    const [user] = await run(tx, named.where(isPresent).select(['id', 'role']).forNoKeyUpdate())
    if (!user) throw new DomainError('NOT_FOUND', `Nobody has signed up as ${email}.`)
    if (user.role !== 'ADMIN') throw new DomainError('CONFLICT', `${email} is no admin.`)
    await endFactor(tx, user.id)
    await recordAccessChange(tx, {
      userId: user.id,
      action: 'account.reset-factor',
      reason: 'Reset on the command line',
    })
  })
}

/**
 * Makes the link by which an admin without a passkey registers the first one, within an hour.
 * @returns null when they are no admin, or have a passkey
 */
export async function makeSetUpLink(
  database: Database,
  { email, publicUrl }: { email: string; publicUrl: string },
): Promise<string | null> {
  return database.$transaction(async tx => {
    const where = { email: email.trim().toLowerCase(), ...presentUser }
    const user = await tx.user.findFirst({ where, select: { id: true } })
    const setUp = user && (await makeSetUp(tx, user.id))
    // Behind the #, which no server sees and no log has.
    return setUp && new URL(`/dashboard/account#set-up=${setUp}`, publicUrl).href
  })
}
