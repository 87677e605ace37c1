import { DomainError } from '@second-ring/contracts/errors'
import * as z from 'zod/mini'

interface ProofSettings {
  apiKey: string
  emulatorHost?: string | undefined
}

const Answer = z.object({ requestType: z.string(), email: z.optional(z.string()) })

/**
 * Asks the provider what a mailed code is for, which its server SDK cannot; the code can still be used.
 * @returns the email that it proves; null for a code that holds no more, or is of another kind
 * @throws DomainError PROVIDER_UNAVAILABLE
 */
export async function readProof(code: string, { apiKey, emulatorHost }: ProofSettings): Promise<string | null> {
  const host = 'identitytoolkit.googleapis.com'
  const origin = emulatorHost ? `http://${emulatorHost}/${host}` : `https://${host}`
  try {
    const response = await fetch(`${origin}/v1/accounts:resetPassword?key=${encodeURIComponent(apiKey)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ oobCode: code }),
    })
    const body: unknown = await response.json()
    if (response.status === 400) return null
    const { requestType, email } = Answer.parse(body)
    return requestType === 'VERIFY_EMAIL' && email ? email.trim().toLowerCase() : null
  } catch (cause) {
    const message = 'Sign-in is not available right now. Try again in a minute.'
    throw new DomainError('PROVIDER_UNAVAILABLE', message, { cause })
  }
}
