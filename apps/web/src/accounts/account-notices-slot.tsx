import { useSessionState } from '#session/session-context.ts'
import { useLazy } from '#ui/use-lazy.ts'

/** On every screen: what has to be said of the account or its session. The code comes when there is something to say. */
export function AccountNoticesSlot() {
  const state = useSessionState()
  const account = state.status === 'signed-in' ? state.account : undefined
  const isOfAccount = account && (!account.emailVerified || account.deletesAt !== undefined)
  return isOfAccount || 'why' in state ? <Later /> : null
}

function Later() {
  const Notices = useLazy(() => import('./account-notices.tsx'))
  return Notices && <Notices />
}
