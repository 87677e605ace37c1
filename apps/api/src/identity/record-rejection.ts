import { DomainError } from '@second-ring/contracts/errors'
import { type AuditSubject, type HourlyAction, recordHourly } from '#platform/audit.ts'
import type { AuditKeys } from '#platform/audit-keys.ts'
import { networkOf } from '#platform/network-of.ts'
import type { Platform } from '#platform/platform.ts'
import { AdminsOnlyError, type Caller } from './caller.ts'

/** The calls that sign somebody in, on both transports. */
const SIGN_INS = new Set(['accounts.exchange', 'GET /jwt', 'POST /token-sync'])
const REJECTED_SIGN_INS: readonly string[] = [
  'UNAUTHENTICATED',
  'SESSION_ENDED',
  'ACCOUNT_UNPROVEN',
  'ACCOUNT_SUSPENDED',
  'FORBIDDEN',
]

interface Rejection {
  /** The call as metrics name it, such as `accounts.list` or `GET /users/Buyer`. */
  call: string
  caller: Caller | null
  /** Where the call came from; absent within the process. */
  address: string | undefined
  error: unknown
}

/**
 * Writes into the audit what was rejected of an admin's calls, of proofs of a second factor and of sign-ins, once an hour for
 * each user or address. Other errors are none of the audit's.
 */
export async function recordRejection(
  platform: Pick<Platform, 'database' | 'audit'>,
  rejection: Rejection,
): Promise<void> {
  const { call, caller, address, error } = rejection
  if (!(error instanceof DomainError)) return
  const isSignIn = SIGN_INS.has(call) && REJECTED_SIGN_INS.includes(error.code)
  const action = isSignIn ? 'refused.sign-in' : caller && actionOf(error)
  if (!action) return
  const subject: AuditSubject = isSignIn
    ? { type: 'address', id: addressId(platform.audit.keys, address) }
    : { type: 'user', id: caller?.id ?? '' }
  const reason = isSignIn ? `${call}: ${error.code}` : call
  await recordHourly(platform.database, { actorId: caller?.id ?? null, action, subject, reason })
}

function actionOf(error: DomainError): HourlyAction | null {
  if (error instanceof AdminsOnlyError) return 'refused.call'
  if (error.code === 'FACTOR_REQUIRED') return 'refused.without-proof'
  return error.code === 'FACTOR_REJECTED' ? 'refused.proof' : null
}

/** The same for the same address under the same key, in the form of a UUID; the address cannot be told from it. */
function addressId(keys: AuditKeys, address: string | undefined): string {
  const { signature } = keys.sign(['address', address === undefined ? null : networkOf(address)])
  return signature.replace(/^(.{8})(.{4})(.{3})(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}
