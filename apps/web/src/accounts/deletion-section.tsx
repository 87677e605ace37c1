import { can } from '@second-ring/contracts/permissions'
import { type ComponentType, useState } from 'react'
import { messageOf } from '#api-client/errors.ts'
import { loadChunk } from '#api-client/load-chunk.ts'
import { useAccount } from '#session/session-context.ts'
import { useAct } from '#ui/acts.tsx'
import { Button } from '#ui/button.tsx'
import { ExactMoment } from '#ui/exact-moment.tsx'
import { Panel } from '#ui/panel.tsx'
import { useKeepAccount } from './use-keep-account.ts'

/** The way out: asks for the deletion of one's account, and keeps it after all. Nothing for an admin. */
export function DeletionSection() {
  const account = useAccount()
  const [Dialog, setDialog] = useState<ComponentType<{ onClose: () => void }> | null>(null)
  const { busy: opening, run } = useAct(error =>
    navigator.onLine ? messageOf(error) : 'You are offline. Connect, then try again.',
  )
  const { keep, busy } = useKeepAccount()
  if (!account || !can(account.role, 'account.delete')) return null
  const { deletesAt } = account

  async function open() {
    const { default: loaded } = await loadChunk(() => import('./deletion-dialog.tsx'))
    setDialog(() => loaded)
  }

  return (
    <Panel title="Delete account">
      {deletesAt === undefined ? (
        <>
          <p>
            You can have your account deleted, with all that is yours. You have 7 days to change your mind: logging in
            again keeps it.
          </p>
          <Button variant="danger" className="mt-4" busy={opening} onClick={() => void run(open)}>
            Delete my account…
          </Button>
        </>
      ) : (
        <>
          <p>
            It will be deleted on <ExactMoment at={deletesAt} />. If you keep it, what you have for sale is shown again;
            bookings that have ended do not come back.
          </p>
          <Button className="mt-4" busy={busy} onClick={() => void keep()}>
            Keep my account
          </Button>
        </>
      )}
      {Dialog && <Dialog onClose={() => setDialog(null)} />}
    </Panel>
  )
}
