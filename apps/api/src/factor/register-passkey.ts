import { DomainError } from '@second-ring/contracts/errors'
import type { RegisterPasskeyOutput } from '@second-ring/contracts/factor/factor'
import {
  CHALLENGE_MS,
  type NewPasskey,
  PASSKEYS_MAX,
  type PasskeyCreation,
  type RegisterPasskeyInput,
  type StartPasskeyInput,
} from '@second-ring/contracts/factor/passkeys'
import { authorize, type Caller } from '#identity/caller.ts'
import type { Platform } from '#platform/platform.ts'
import { isUniqueViolation } from '#platform/unique-violation.ts'
import { rejected, storeChallenge, takeChallenge } from './challenges.ts'
import { lockAdmin } from './lock-admin.ts'
import { recordProof } from './proofs.ts'
import { recordAccessChange } from './record-access-change.ts'
import { replaceCodes } from './recovery-codes.ts'
import { relyingPartyOf } from './relying-party.ts'
import { requireMayRegister } from './set-up.ts'

/** EdDSA, ES256 and RS256, by their numbers in COSE: every authenticator has one of them. */
const ALGORITHMS = [-8, -7, -257]

/**
 * What a browser needs to make a passkey for the caller.
 * @throws DomainError FORBIDDEN, FACTOR_REQUIRED, TOO_MANY_REQUESTS, CONFLICT (they have as many as one may)
 */
export async function startPasskey(
  platform: Platform,
  caller: Caller,
  { setUp }: StartPasskeyInput,
): Promise<PasskeyCreation> {
  authorize(caller, 'factor.manage')
  await platform.rateLimits.countAccount('proveFactor', caller.id)
  await requireMayRegister(platform.database, platform, { caller, setUp })
  const known = await platform.database.passkey.findMany({
    where: { userId: caller.id },
    select: { credentialId: true, transports: true },
  })
  if (known.length >= PASSKEYS_MAX) throw tooMany()
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const { rpID, rpName } = relyingPartyOf(platform)
  const { pubKeyCredParams, ...options } = await generateRegistrationOptions({
    rpID,
    rpName,
    userID: new TextEncoder().encode(caller.id),
    userName: caller.email,
    userDisplayName: caller.name,
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
  })
  await storeChallenge(platform, caller, { challenge: options.challenge, purpose: 'REGISTER' })
  return {
    challenge: options.challenge,
    rp: { id: rpID, name: rpName },
    user: options.user,
    pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ alg, type: 'public-key' })),
    timeout: CHALLENGE_MS,
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      type: 'public-key',
      transports,
    })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    attestation: 'none',
  }
}

/**
 * Registers the passkey that a browser has made. The first comes with recovery codes; making one proves the factor.
 * @throws DomainError FORBIDDEN, FACTOR_REQUIRED, FACTOR_REJECTED, CONFLICT, TOO_MANY_REQUESTS
 */
export async function registerPasskey(
  platform: Platform,
  caller: Caller,
  { name, passkey, setUp }: RegisterPasskeyInput,
): Promise<RegisterPasskeyOutput> {
  authorize(caller, 'factor.manage')
  await platform.rateLimits.countAccount('proveFactor', caller.id)
  const made = await verifyNew(platform, caller, passkey)
  return platform.database.$transaction(async tx => {
    await lockAdmin(tx, caller)
    await requireMayRegister(tx, platform, { caller, setUp })
    const count = await tx.passkey.count({ where: { userId: caller.id } })
    if (count >= PASSKEYS_MAX) throw tooMany()
    const data = { ...made, name, userId: caller.id }
    const { id } = await tx.passkey.create({ data, select: { id: true } }).catch(error => {
      throw isUniqueViolation(error) ? new DomainError('CONFLICT', 'This passkey is registered already.') : error
    })
    const recoveryCodes = count === 0 ? await replaceCodes(tx, caller.id) : null
    await tx.factorSetUp.deleteMany({ where: { userId: caller.id } })
    await recordProof(tx, caller)
    await recordAccessChange(tx, { userId: caller.id, action: 'account.add-passkey' })
    return { passkeyId: id, recoveryCodes }
  })
}

async function verifyNew(platform: Platform, caller: Caller, passkey: NewPasskey) {
  const { transports = [], ...made } = passkey.response
  const { clientDataJSON } = made
  const expectedChallenge = await takeChallenge(platform, caller, { clientDataJSON, purpose: 'REGISTER' })
  const { rpID, origin } = relyingPartyOf(platform)
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const response = { ...passkey, response: made }
  const given = { response, expectedChallenge, expectedOrigin: origin, expectedRPID: rpID }
  const result = await verifyRegistrationResponse({
    ...given,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(cause => {
    throw rejected({ cause })
  })
  if (!result.verified) throw rejected()
  const { id, publicKey, counter } = result.registrationInfo.credential
  return { credentialId: id, publicKey, counter, transports }
}

function tooMany(): DomainError {
  return new DomainError('CONFLICT', `You have ${PASSKEYS_MAX} passkeys, as many as one may: remove one first.`)
}
