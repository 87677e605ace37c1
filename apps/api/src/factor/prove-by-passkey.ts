import { DomainError } from '@second-ring/contracts/errors'
import type { ProofOutput, ProveByPasskeyInput } from '@second-ring/contracts/factor/factor'
import { CHALLENGE_MS, type PasskeyAnswer, type PasskeyRequest } from '@second-ring/contracts/factor/passkeys'
import { query, run } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { rejected, storeChallenge, takeChallenge } from './challenges.ts'
import { lockAdmin } from './lock-admin.ts'
import { recordProof } from './proofs.ts'
import { relyingPartyOf } from './relying-party.ts'

/**
 * What a browser needs to ask for one of the caller's passkeys.
 * @throws DomainError FORBIDDEN, TOO_MANY_REQUESTS, CONFLICT (they have none)
 */
export async function startProof(platform: Platform, caller: Caller): Promise<PasskeyRequest> {
  authorize(caller, 'factor.manage')
  await platform.rateLimits.countAccount('proveFactor', caller.id)
  const passkeys = await platform.database.passkey.findMany({
    where: { userId: caller.id },
    select: { credentialId: true, transports: true },
  })
  if (passkeys.length === 0) throw new DomainError('CONFLICT', 'You have no passkey yet: add one on your account page.')
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const { rpID } = relyingPartyOf(platform)
  const { challenge } = await generateAuthenticationOptions({ rpID })
  await storeChallenge(platform, caller, { challenge, purpose: 'PROVE' })
  return {
    challenge,
    rpId: rpID,
    allowCredentials: passkeys.map(({ credentialId, transports }) => ({
      id: credentialId,
      type: 'public-key',
      transports,
    })),
    timeout: CHALLENGE_MS,
    userVerification: 'required',
  }
}

/**
 * Takes what one of the caller's passkeys has signed as the proof that it is them, for 10 minutes in this session.
 * @throws DomainError FORBIDDEN, FACTOR_REJECTED, TOO_MANY_REQUESTS
 */
export async function proveByPasskey(
  platform: Platform,
  caller: Caller,
  { answer }: ProveByPasskeyInput,
): Promise<ProofOutput> {
  authorize(caller, 'factor.manage')
  await platform.rateLimits.countAccount('proveFactor', caller.id)
  const used = await verifyAnswer(platform, caller, answer)
  return platform.database.$transaction(async tx => {
    await lockAdmin(tx, caller)
    // The counter is the one that the signature was checked against: of two copies of a passkey one is rejected.
    const counting = query
      .updateTable('passkeys')
      .set({ counter: used.counter, used_at: now })
      .where('id', '=', used.id)
      .where('user_id', '=', caller.id)
      .where('counter', '=', used.counterBefore)
      .returning('id')
    if ((await run(tx, counting)).length === 0) throw rejected()
    return recordProof(tx, caller)
  })
}

async function verifyAnswer(platform: Platform, caller: Caller, answer: PasskeyAnswer) {
  const { userHandle, ...signed } = answer.response
  const { clientDataJSON } = signed
  const expectedChallenge = await takeChallenge(platform, caller, { clientDataJSON, purpose: 'PROVE' })
  const passkey = await platform.database.passkey.findFirst({
    where: { credentialId: answer.id, userId: caller.id },
    select: { id: true, credentialId: true, publicKey: true, counter: true },
  })
  if (!passkey) throw rejected()
  const { id, credentialId, publicKey, counter } = passkey
  const { rpID, origin } = relyingPartyOf(platform)
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...answer, response: { ...signed, ...(userHandle !== undefined && { userHandle }) } },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: { id: credentialId, publicKey, counter: Number(counter) },
    requireUserVerification: true,
  }).catch(cause => {
    throw rejected({ cause })
  })
  if (!verified) throw rejected()
  return { id, counter: `${authenticationInfo.newCounter}`, counterBefore: `${counter}` }
}
