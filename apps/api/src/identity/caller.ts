import type { Role } from '@second-ring/contracts/accounts/account'
import { DomainError } from '@second-ring/contracts/errors'
import { can, type Permission } from '@second-ring/contracts/permissions'
import type { Attempt } from '#platform/idempotency.ts'

/** The user who makes the call, as the database knows them now. */
export interface Caller {
  id: string
  email: string
  name: string
  role: Role
  verified: boolean
  /** Whether the email is known to be theirs. */
  emailVerified: boolean
  /** The session of their access token. */
  sessionId: string
  /** The attempt at a write, when the call names its key. */
  attempt?: Attempt
}

/**
 * The first statement of every use case that acts for a user.
 * @throws DomainError FORBIDDEN when the caller's role may not do this
 */
export function authorize(caller: Caller, permission: Permission): void {
  if (!can(caller.role, permission)) {
    throw new DomainError('FORBIDDEN', 'Your account is not allowed to do this.')
  }
}
