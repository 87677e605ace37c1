import { DomainError } from '@second-ring/contracts/errors'
import type { ProofOutput, ProveByCodeInput, RenewRecoveryCodesOutput } from '@second-ring/contracts/factor/factor'
import { authorize, type Caller } from '#identity/caller.ts'
import type { Platform } from '#platform/platform.ts'
import { lockAdmin } from './lock-admin.ts'
import { recordProof } from './proofs.ts'
import { recordAccessChange } from './record-access-change.ts'
import { replaceCodes, takeCode } from './recovery-codes.ts'
import { requireFreshFactor } from './require-fresh-factor.ts'

/**
 * Takes one of the caller's recovery codes as the proof that it is them, for 10 minutes in this session. It counts once.
 * @throws DomainError FORBIDDEN, FACTOR_REJECTED, TOO_MANY_REQUESTS
 */
export async function proveByCode(
  platform: Platform,
  caller: Caller,
  { code }: ProveByCodeInput,
): Promise<ProofOutput> {
  authorize(caller, 'factor.manage')
  await platform.rateLimits.countAccount('proveFactor', caller.id)
  return platform.database.$transaction(async tx => {
    await lockAdmin(tx, caller)
    if (!(await takeCode(tx, caller.id, code))) {
      throw new DomainError('FACTOR_REJECTED', 'This is none of your codes, or it was used before.')
    }
    await recordAccessChange(tx, { userId: caller.id, action: 'account.use-recovery-code' })
    return recordProof(tx, caller)
  })
}

/**
 * Draws new recovery codes; those from before end.
 * @throws DomainError FORBIDDEN, FACTOR_REQUIRED, CONFLICT (no passkey yet)
 */
export async function renewCodes(platform: Platform, caller: Caller): Promise<RenewRecoveryCodesOutput> {
  authorize(caller, 'factor.manage')
  return platform.database.$transaction(async tx => {
    await lockAdmin(tx, caller)
    await requireFreshFactor(tx, platform, caller)
    const count = await tx.passkey.count({ where: { userId: caller.id } })
    if (count === 0) throw new DomainError('CONFLICT', 'You have no passkey yet: the codes come with the first one.')
    await recordAccessChange(tx, { userId: caller.id, action: 'account.renew-recovery-codes' })
    return { recoveryCodes: await replaceCodes(tx, caller.id) }
  })
}
