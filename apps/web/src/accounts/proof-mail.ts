import type { Identity } from '#session/identity/identity.ts'
import { providerCode } from './provider-error.ts'

const STORAGE_KEY = 'proofMail'
const CHANGED = 'proofmail'

/** What became of the last mail of this browser that proves an email. */
interface ProofMail {
  email: string
  isSent: boolean
}

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
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null')
    if (!stored || typeof stored !== 'object' || !('email' in stored && 'isSent' in stored)) return null
    if (stored.email !== email) return null
    return stored.isSent === true ? 'sent' : 'failed'
  } catch {
    return null
  }
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

function remember(mail: ProofMail) {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(mail))
  } catch {
    // Without storage the banner only offers a mail.
  }
  dispatchEvent(new Event(CHANGED))
}
