import type { Account } from '@second-ring/contracts/accounts/account'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Session, SessionState } from './session.ts'

export const SessionContext = createContext<Session | null>(null)

/** The session itself, to begin or end it. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('There is no session around this component')
  return session
}

/** Pages are rendered for a visitor. */
const signedOut: SessionState = { status: 'signed-out' }

/** Where the session stands; the component follows it. */
export function useSessionState(): SessionState {
  const session = useSession()
  return useSyncExternalStore(session.subscribe, session.get, () => signedOut)
}

/** The account of whom is signed in; null when nobody is. */
export function useAccount(): Account | null {
  const state = useSessionState()
  return state.status === 'signed-in' ? state.account : null
}
