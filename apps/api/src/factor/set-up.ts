import { randomBytes } from 'node:crypto'
import { DomainError } from '@second-ring/contracts/errors'
import { type Database, query, run, type Transaction } from '@second-ring/database'
import type { Caller } from '#identity/caller.ts'
import { presentUser } from '#identity/present-user.ts'
import { fromNow, now } from '#platform/database-clock.ts'
import { hashSecret } from '#platform/hash-secret.ts'
import type { Platform } from '#platform/platform.ts'
import { requireFreshFactor } from './require-fresh-factor.ts'

/**
 * Makes what a set-up link carries, for an admin without a passkey: whoever has it, and the admin's session, registers the
 * first one, within an hour. A new one ends the one before.
 * @returns null when the user is no admin, or has a passkey
 */
export async function makeSetUp(tx: Transaction, userId: string): Promise<string | null> {
  const isWithout = await tx.user.count({
    where: { id: userId, role: 'ADMIN', ...presentUser, passkeys: { none: {} } },
  })
  if (isWithout === 0) return null
  const setUp = randomBytes(32).toString('base64url')
  const made = { hash: hashSecret(setUp), expires_at: fromNow('1 hour') }
  const making = query.insertInto('factor_set_ups').values({ user_id: userId, ...made })
  await run(
    tx,
    making.onConflict(conflict => conflict.column('user_id').doUpdateSet(made)),
  )
  return setUp
}

/**
 * Whether the caller may register a passkey: with a fresh proof by one that they have. The first one needs a set-up link
 * where the factor is required, so that a stolen session alone registers none.
 * @throws DomainError FACTOR_REQUIRED, FORBIDDEN (the first one, without a valid link)
 */
export async function requireMayRegister(
  on: Database | Transaction,
  site: Pick<Platform, 'requiresFactor' | 'publicUrl'>,
  { caller, setUp }: { caller: Caller; setUp: string | undefined },
): Promise<void> {
  const isFirst = (await on.passkey.count({ where: { userId: caller.id } })) === 0
  if (!isFirst) return requireFreshFactor(on, site, caller)
  if (!site.requiresFactor) return
  const valid = query.selectFrom('factor_set_ups').where('user_id', '=', caller.id).where('expires_at', '>', now)
  const [found] =
    setUp === undefined ? [] : await run(on, valid.where('hash', '=', hashSecret(setUp)).select('user_id'))
  if (found) return
  throw new DomainError(
    'FORBIDDEN',
    'Your first passkey needs a set-up link, which works for an hour. Ask whoever runs this market for one.',
  )
}
