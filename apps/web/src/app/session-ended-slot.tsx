import { useSessionState } from './session-context.ts'
import { useLazy } from './use-lazy.ts'

/** Where it is said why a session has ended. Its code comes when there is something to say. */
export function SessionEndedSlot() {
  const state = useSessionState()
  const why = state.status === 'signed-out' ? state.why : undefined
  return <div role="status">{why !== undefined && <Later key={why} why={why} />}</div>
}

function Later({ why }: { why: string }) {
  const Notice = useLazy<{ why: string }>(() => import('./session-ended-notice.tsx'))
  return Notice && <Notice why={why} />
}
