import type { NewPasskey, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '@second-ring/contracts/factor/passkeys'
import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { messageOf } from '#api-client/errors.ts'

/** Has the browser make a passkey. @throws an error that `describePasskeyError` puts into words */
export async function makePasskey(options: PasskeyCreation): Promise<NewPasskey> {
  requireSupport()
  const { id, rawId, response } = await startRegistration({ optionsJSON: options })
  const { clientDataJSON, attestationObject, transports } = response
  const made = { clientDataJSON, attestationObject, ...(transports && { transports }) }
  return { id, rawId, type: 'public-key', response: made, clientExtensionResults: {} }
}

/** Has the browser ask for a passkey. @throws an error that `describePasskeyError` puts into words */
export async function signWithPasskey(options: PasskeyRequest): Promise<PasskeyAnswer> {
  requireSupport()
  const { id, rawId, response } = await startAuthentication({ optionsJSON: options })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  const signed = { clientDataJSON, authenticatorData, signature, ...(userHandle !== undefined && { userHandle }) }
  return { id, rawId, type: 'public-key', response: signed, clientExtensionResults: {} }
}

/** What went wrong with a passkey, as a person reads it. */
export function describePasskeyError(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return 'No passkey was used. Try again when you are ready.'
  if (name === 'InvalidStateError') return 'This device has a passkey of yours already.'
  if (name === 'SecurityError') return 'Passkeys work at this market’s own address alone. Open it there.'
  return messageOf(error)
}

function requireSupport(): void {
  if (!browserSupportsWebAuthn())
    throw new Error('This browser knows no passkeys. Use another one, or a recovery code.')
}
