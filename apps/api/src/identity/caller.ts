import type { Role } from '@second-ring/contracts/accounts/account'
import { DomainError } from '@second-ring/contracts/errors'
import { can, type Permission, permittedBeforeDeletion } from '@second-ring/contracts/permissions'
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
  /** Whether they signed up in the last week. */
  isRecent?: boolean | undefined
  /** When the account is deleted; only of one whose deletion was asked for. */
  deletesAt?: string | undefined
  /** The session of their access token, or the admin's token in its place. */
  sessionId: string
  /** Where the call came from; absent for calls within the process, which are not counted by address. */
  address?: string | undefined
  /** Whether they call by an admin's token, which stands for a proof of their second factor. */
  isProven?: true
  /** The attempt at a write, when the call names its key. */
  attempt?: Attempt
}

/** A call of what only admins may do, by somebody who is none. */
export class AdminsOnlyError extends DomainError {
  constructor() {
    super('FORBIDDEN', 'Your account is not allowed to do this.')
  }
}

/**
 * The first statement of every use case that acts for a user.
 * @throws DomainError FORBIDDEN when the caller's role may not do this, or their account is about to be deleted
 */
export function authorize(caller: Caller, permission: Permission): void {
  if (!can(caller.role, permission)) {
    if (!can('BUYER', permission) && !can('SELLER', permission)) throw new AdminsOnlyError()
    throw new DomainError('FORBIDDEN', 'Your account is not allowed to do this.')
  }
  if (caller.deletesAt !== undefined && !permittedBeforeDeletion.includes(permission)) {
    const message = 'Your account is about to be deleted. Keep it, on your account’s page, and try again.'
    throw new DomainError('FORBIDDEN', message)
  }
}
