import type { Transaction } from '@second-ring/database'

/** Ends all by which a user proves, or has proven, that it is them: passkeys, codes, proofs, tokens and set-up links. */
export async function endFactor(tx: Transaction, userId: string): Promise<void> {
  const where = { userId }
  await tx.passkey.deleteMany({ where })
  await tx.passkeyChallenge.deleteMany({ where })
  await tx.recoveryCode.deleteMany({ where })
  await tx.factorProof.deleteMany({ where })
  await tx.adminToken.deleteMany({ where })
  await tx.factorSetUp.deleteMany({ where })
}
