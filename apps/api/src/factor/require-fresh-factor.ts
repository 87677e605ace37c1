import { DomainError } from '@second-ring/contracts/errors'
import { PROOF_MINUTES } from '@second-ring/contracts/factor/factor'
import { type Database, query, run, type Transaction } from '@second-ring/database'
import type { Caller } from '#identity/caller.ts'
import { holdSession } from '#identity/open-sessions.ts'
import { ago } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'

type Site = Pick<Platform, 'requiresFactor' | 'publicUrl'>

/**
 * Asks an admin for a proof of their second factor that is at most 10 minutes old, of this session. It asks nothing of
 * others, of an admin's token, nor, where the factor is offered alone, of admins without a passkey. Call it in the transaction of
 * what it guards: an admin whose session has ended meanwhile does nothing more, however long the call has waited.
 * @throws DomainError FACTOR_REQUIRED, SESSION_ENDED
 */
export async function requireFreshFactor(on: Transaction | Database, site: Site, caller: Caller): Promise<void> {
  if (caller.role !== 'ADMIN') return
  await holdSession(on, caller)
  if (caller.isProven) return
  const asking = query.selectNoFrom(({ exists, selectFrom }) => [
    exists(selectFrom('passkeys').where('user_id', '=', caller.id).select('id'))
      .$castTo<boolean>()
      .as('hasFactor'),
    exists(
      selectFrom('factor_proofs')
        .where('user_id', '=', caller.id)
        .where('session_id', '=', caller.sessionId)
        .where('proven_at', '>', ago(`${PROOF_MINUTES} minutes`))
        .select('session_id'),
    )
      .$castTo<boolean>()
      .as('isFresh'),
  ])
  const [found] = await run(on, asking)
  if (found?.hasFactor ? found.isFresh : !site.requiresFactor) return
  throw factorRequired(site)
}

/** The same of an admin who acts for the buyer of an order; it asks nothing of the buyer. */
export async function requireFreshFactorFor(
  tx: Transaction,
  site: Site,
  { caller, order }: { caller: Caller; order: { buyerId: string } },
): Promise<void> {
  if (caller.id !== order.buyerId) await requireFreshFactor(tx, site, caller)
}

function factorRequired({ publicUrl }: Pick<Site, 'publicUrl'>): DomainError {
  const page = new URL('/dashboard/account', publicUrl).href
  return new DomainError(
    'FACTOR_REQUIRED',
    `Prove first that it is you, with a passkey. ${page} leads you through it, and makes a token for other clients.`,
  )
}
