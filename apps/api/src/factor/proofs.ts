import { PROOF_MINUTES, type ProofOutput } from '@second-ring/contracts/factor/factor'
import { query, run, type Transaction } from '@second-ring/database'
import type { Caller } from '#identity/caller.ts'
import { now } from '#platform/database-clock.ts'

const MINUTE_MS = 60_000

/** Records that the caller has proven in this session that it is them. */
export async function recordProof(tx: Transaction, caller: Caller): Promise<ProofOutput> {
  const recording = query
    .insertInto('factor_proofs')
    .values({ user_id: caller.id, session_id: caller.sessionId, proven_at: now })
    .onConflict(conflict => conflict.column('session_id').doUpdateSet({ proven_at: now }))
    .returning('proven_at as provenAt')
  const [proof] = await run(tx, recording)
  const provenUntil = new Date((proof?.provenAt.getTime() ?? 0) + PROOF_MINUTES * MINUTE_MS)
  const recoveryCodesLeft = await tx.recoveryCode.count({ where: { userId: caller.id } })
  return { provenUntil: provenUntil.toISOString(), recoveryCodesLeft }
}
