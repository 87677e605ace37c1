import * as z from 'zod/mini'
import { storedJson } from '#api-client/stored-json.ts'
import type { Identity } from '#session/identity/identity.ts'
import { providerCode } from './provider-error.ts'

const CHANGED = 'proofmail'

/** What became of the last mail of this browser that proves an email. Without storage the banner only offers a mail. */
const ProofMail = z.object({ email: z.string(), isSent: z.boolean() })
const stored = storedJson('proofMail')

/** Has a link mailed that proves an email, and remembers how that went, for the banner of every tab. */
export async function mailProof(identity: Identity, email: string): Promise<void> {
  try {
    await identity.mailProof()
    remember({ email, isSent: true })
  } catch (error) {
    // Asked for too often, the link of before still holds.
    const isSent = providerCode(error) === 'auth/too-many-requests' && lastProofMail(email) === 'sent'
    remember({ email, isSent })
    throw error
  }
}

/** What became of the last mail to an email; null when this browser has had none sent. */
export function lastProofMail(email: string): 'sent' | 'failed' | null {
  const { data } = ProofMail.safeParse(stored.read())
  if (data?.email !== email) return null
  return data.isSent ? 'sent' : 'failed'
}

/** Calls when a mail was sent or failed, here or in another tab. @returns ends it */
export function onProofMail(listener: () => void): () => void {
  addEventListener(CHANGED, listener)
  addEventListener('storage', listener)
  return () => {
    removeEventListener(CHANGED, listener)
    removeEventListener('storage', listener)
  }
}

function remember(mail: z.infer<typeof ProofMail>) {
  stored.store(mail)
  dispatchEvent(new Event(CHANGED))
}
