import { DomainError } from '@second-ring/contracts/errors'
import * as z from 'zod/mini'

interface ProviderAddress {
  apiKey: string
  emulatorHost?: string | undefined
}

const Answer = z.object({ requestType: z.string(), email: z.optional(z.string()) })

/**
 * Asks the provider what a mailed code is for, which its server SDK cannot; the code can still be used.
 * @returns the email that it proves; null for a code that holds no more, or is of another kind
 * @throws DomainError PROVIDER_UNAVAILABLE
 */
export async function readProof(code: string, address: ProviderAddress): Promise<string | null> {
  const { isDone, body } = await callAsClient(address, 'resetPassword', { oobCode: code })
  if (!isDone) return null
  const { requestType, email } = Answer.parse(body)
  return requestType === 'VERIFY_EMAIL' && email ? email.trim().toLowerCase() : null
}

/**
 * Has the provider mail the link that proves an email, as its browser SDK does.
 * @returns whether it did: it mails one address only so often
 * @throws DomainError PROVIDER_UNAVAILABLE
 */
export async function mailProof(idToken: string, address: ProviderAddress): Promise<boolean> {
  return (await callAsClient(address, 'sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })).isDone
}

async function callAsClient(
  { apiKey, emulatorHost }: ProviderAddress,
  action: string,
  input: object,
): Promise<{ isDone: boolean; body: unknown }> {
  const host = 'identitytoolkit.googleapis.com'
  const origin = emulatorHost ? `http://${emulatorHost}/${host}` : `https://${host}`
  try {
    const response = await fetch(`${origin}/v1/accounts:${action}?key=${encodeURIComponent(apiKey)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
    const { status } = response
    if (status !== 200 && status !== 400) throw new Error(`The provider answered ${status}.`)
    return { isDone: status === 200, body: await response.json() }
  } catch (cause) {
    const message = 'Sign-in is not available right now. Try again in a minute.'
    throw new DomainError('PROVIDER_UNAVAILABLE', message, { cause })
  }
}
