import type { Caller } from '@second-ring/testkit'
import { authenticator } from './authenticator.ts'

/** Registers a passkey for an admin. @returns what proves that it is them, and their recovery codes */
export async function registerPasskey(admin: Caller, publicUrl: string) {
  const key = authenticator(publicUrl)
  const passkey = key.create(await admin.factor.startPasskey())
  const { recoveryCodes } = await admin.factor.registerPasskey({ name: 'Laptop', passkey })
  return {
    key,
    recoveryCodes: recoveryCodes ?? [],
    /** Proves by the passkey. */
    prove: async () => admin.factor.proveByPasskey({ answer: key.answer(await admin.factor.startProof()) }),
  }
}
