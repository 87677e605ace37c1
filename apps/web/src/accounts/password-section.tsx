import { useAccount } from '#session/session-context.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Panel } from '#ui/panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { hasPassword, useSignIns } from './use-sign-ins.ts'

const ChangePassword = lazyPart(() => import('./change-password.tsx'), <Skeleton className="h-64 max-w-md" />)

/** The password of one's account, to be changed; every other session ends. */
export function PasswordSection() {
  const account = useAccount()
  const { data: signIns } = useSignIns()
  if (!account) return null
  return (
    <Panel title="Password">
      {signIns && !hasPassword(signIns) && (
        <p className="text-muted">You log in with Google, without a password of ours.</p>
      )}
      {signIns && hasPassword(signIns) && <ChangePassword email={account.email} />}
    </Panel>
  )
}
