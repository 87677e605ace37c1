import { can } from '@second-ring/contracts/permissions'
import { lazy, Suspense, useState } from 'react'
import { loadChunk } from '../app/load-chunk.ts'
import { useAccount } from '../app/session-context.ts'
import { Button } from '../ui/button.tsx'
import { exactMoment } from '../ui/moment.tsx'
import { Panel } from '../ui/panel.tsx'
import { useKeepAccount } from './use-keep-account.ts'

const DeletionDialog = lazy(() => loadChunk(() => import('./deletion-dialog.tsx')))

/** The way out: asks for the deletion of one's account, and keeps it after all. Nothing for an admin. */
export function DeletionSection() {
  const account = useAccount()
  const [isOpen, setOpen] = useState(false)
  const { keep, busy } = useKeepAccount()
  if (!account || !can(account.role, 'account.delete')) return null
  const { deletesAt } = account
  return (
    <Panel title="Delete account">
      {deletesAt === undefined ? (
        <>
          <p>You can have your account deleted, with all that is yours. You have 7 days to change your mind.</p>
          <Button variant="danger" className="mt-4" onClick={() => setOpen(true)}>
            Delete my account…
          </Button>
        </>
      ) : (
        <>
          <p>
            It will be deleted on <time dateTime={deletesAt}>{exactMoment(deletesAt)}</time>. If you keep it, your
            phones are for sale again; bookings that have ended do not come back.
          </p>
          <Button className="mt-4" busy={busy} onClick={() => void keep()}>
            Keep my account
          </Button>
        </>
      )}
      {isOpen && (
        <Suspense>
          <DeletionDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Panel>
  )
}
