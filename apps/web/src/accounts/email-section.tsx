import { useAccount } from '#session/session-context.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Panel } from '#ui/panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { LeavingNotice } from './leaving-notice.tsx'
import { hasPassword, useSignIns } from './use-sign-ins.ts'

const ChangeEmail = lazyPart(() => import('./change-email.tsx'), <Skeleton className="h-64 max-w-md" />)

/** The email of one's account, whether it is proven, and the way to another one: it changes when its mailed link is opened. */
export function EmailSection() {
  const account = useAccount()
  const { data: signIns } = useSignIns()
  if (!account) return null
  return (
    <Panel title="Email">
      <p className="mb-4 wrap-anywhere">
        {account.email} <span className="text-muted">({account.emailVerified ? 'proven' : 'not proven yet'})</span>
      </p>
      {signIns && !hasPassword(signIns) && (
        <p className="text-muted">You log in with Google, so your email is that account’s.</p>
      )}
      {signIns && hasPassword(signIns) && account.deletesAt !== undefined && (
        <LeavingNotice what="Your email stays as it is." />
      )}
      {signIns && hasPassword(signIns) && account.deletesAt === undefined && <ChangeEmail email={account.email} />}
    </Panel>
  )
}
