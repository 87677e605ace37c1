import { messageOf } from '#api-client/errors.ts'

const sentences: Record<string, string> = {
  'auth/invalid-credential': 'The email or the password is not right. Check both and try again.',
  'auth/wrong-password': 'The email or the password is not right. Check both and try again.',
  'auth/user-not-found': 'The email or the password is not right. Check both and try again.',
  'auth/invalid-email': 'That is not an email address.',
  'auth/user-disabled': 'This account has been closed.',
  'auth/too-many-requests': 'Too many tries. Wait a minute, then try again.',
  'auth/network-request-failed': 'The sign-in service cannot be reached. Check your connection and try again.',
  'auth/email-already-in-use': 'You have an account with this email already. Log in instead.',
  'auth/weak-password': 'Choose a longer password.',
  'auth/requires-recent-login': 'Log in again first: your last login was a while ago.',
  'auth/user-token-expired': 'Log in again first: your login has ended.',
  'auth/popup-closed-by-user': 'The Google window was closed before you chose an account.',
  'auth/popup-blocked': 'Your browser blocked the Google window. Allow pop-ups for this site and try again.',
}

const TOO_MANY_MAILS = 'Too many mails went to this address. Look into your spam folder, or wait a while and try again.'

/** Why a mail was not sent, in a plain sentence. */
export function mailProblem(error: unknown): string {
  if (providerCode(error) === 'auth/too-many-requests') return TOO_MANY_MAILS
  return plainSentence(error) ?? messageOf(error)
}

/** The identity provider's code of an error, such as `auth/invalid-credential`; undefined for any other error. */
export function providerCode(error: unknown): string | undefined {
  return /\b(auth\/[\w-]+)/.exec(messageOf(error))?.[1]
}

/** Whether the sign-in of a known account failed by its password. */
export function isWrongPassword(error: unknown): boolean {
  return ['auth/invalid-credential', 'auth/wrong-password'].includes(providerCode(error) ?? '')
}

/** What the login form shows of the provider's message: its third word, or all of a shorter one. */
export function thirdWord(message: string): string {
  const words = message.trim().split(/\s+/)
  return words[2] ?? message
}

/** A plain sentence on what went wrong and what to do; undefined when there is none for it. */
export function plainSentence(error: unknown): string | undefined {
  return sentences[providerCode(error) ?? '']
}
