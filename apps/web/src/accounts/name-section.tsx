import { useAccount } from '#session/session-context.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Panel } from '#ui/panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { LeavingNotice } from './leaving-notice.tsx'

const ChangeName = lazyPart(() => import('./change-name.tsx'), <Skeleton className="h-44 max-w-md" />)

/** The name of one's account, to be changed. */
export function NameSection() {
  const account = useAccount()
  if (!account) return null
  return (
    <Panel title="Name">
      {account.deletesAt === undefined ? (
        <ChangeName account={account} />
      ) : (
        <>
          <p className="mb-3 wrap-anywhere">{account.name}</p>
          <LeavingNotice what="Your name stays as it is." />
        </>
      )}
    </Panel>
  )
}
