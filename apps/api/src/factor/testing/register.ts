import type { Market } from '@second-ring/testkit'
import { makeSetUp } from '../set-up.ts'
import { authenticator } from './authenticator.ts'

/** Registers the first passkey of an admin. @returns what proves that it is them, and their recovery codes */
export async function registerPasskey({ as, database, platform }: Market, adminId: string) {
  const admin = as(adminId)
  const key = authenticator(platform.publicUrl)
  const setUp = platform.requiresFactor ? await database.$transaction(tx => makeSetUp(tx, adminId)) : undefined
  const link = setUp ? { setUp } : {}
  const passkey = key.create(await admin.factor.startPasskey(link))
  const { recoveryCodes } = await admin.factor.registerPasskey({ name: 'Laptop', passkey, ...link })
  return {
    key,
    recoveryCodes: recoveryCodes ?? [],
    /** Proves by the passkey. */
    prove: async () => admin.factor.proveByPasskey({ answer: key.answer(await admin.factor.startProof()) }),
  }
}
