import { DomainError } from '@second-ring/contracts/errors'
import type { SessionEnd } from '@second-ring/database'

const messages: Record<SessionEnd, string> = {
  SIGNED_OUT: 'You have signed out. Sign in to go on.',
  ENDED_ELSEWHERE: 'You were signed out from another device. Sign in to go on.',
  ENDED_BY_ADMIN: 'An admin signed you out. Sign in to go on.',
  PASSWORD_CHANGED: 'Your password was changed. Sign in with the new one to go on.',
  EMAIL_CHANGED: 'Your email was changed. Sign in with the new one to go on.',
  ROLE_CHANGED: 'What your account may do was changed. Sign in again to go on.',
  EMAIL_CLAIMED: 'Somebody else has proven that this account’s email is theirs. Sign up with yours.',
  EXPIRED: 'Your session has expired. Sign in to go on.',
  REMOVED: 'This account was removed.',
  SUSPENDED: 'Your account was suspended. Sign in again to see whether it still is.',
}

/** The error of a call in a session that has ended; its message says why. */
export function sessionEnded(reason: SessionEnd): DomainError {
  return new DomainError('SESSION_ENDED', messages[reason])
}
