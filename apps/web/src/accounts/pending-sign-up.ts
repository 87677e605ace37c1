import { SignUpRole } from '@second-ring/contracts/accounts/account'

const STORAGE_KEY = 'pendingSignUp'

export interface PendingSignUp {
  uid: string
  name: string
  role: SignUpRole
}

/** Remembers a sign-up whose record the server has not confirmed yet, so that a later login can finish it. */
export function rememberSignUp(pending: PendingSignUp | null): void {
  try {
    if (pending) localStorage.setItem(STORAGE_KEY, JSON.stringify(pending))
    else localStorage.removeItem(STORAGE_KEY)
  } catch {
    // Without storage a later login makes the record of a buyer.
  }
}

/** The unconfirmed sign-up of this person; null when there is none. */
export function recallSignUp(uid: string): PendingSignUp | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null')
    if (!stored || typeof stored !== 'object') return null
    if (!('uid' in stored && 'name' in stored && 'role' in stored) || stored.uid !== uid) return null
    const role = SignUpRole.safeParse(stored.role)
    return role.success && typeof stored.name === 'string' ? { uid, name: stored.name, role: role.data } : null
  } catch {
    return null
  }
}
