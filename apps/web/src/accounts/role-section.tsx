import type { Role } from '@second-ring/contracts/accounts/account'
import { useTRPC } from '#api-client/trpc.ts'
import { useAccount, useSession } from '#session/session-context.ts'
import { DialogButton, useKeyedMutation } from '#ui/acts.tsx'
import { ActDialog } from '#ui/dialogs-on-demand.ts'
import { Panel } from '#ui/panel.tsx'
import { LeavingNotice } from './leaving-notice.tsx'

const roleTexts: Record<Role, string> = {
  BUYER: 'You are a buyer: you book phones and pay for them.',
  SELLER: 'You are a seller: you post and advertise phones, and book those of others.',
  ADMIN: 'You are an admin.',
}

/** What one is here, and for a buyer the way to become a seller. */
export function RoleSection() {
  const session = useSession()
  const account = useAccount()
  const startSelling = useKeyedMutation(useTRPC().accounts.startSelling.mutationOptions())
  if (!account) return null

  async function start() {
    await startSelling({})
    // A new token, which other tabs follow, with their menus.
    await session.refresh()
  }

  return (
    <Panel title="Role">
      <p role="status">{roleTexts[account.role]}</p>
      {account.role === 'BUYER' && account.deletesAt !== undefined && (
        <div className="mt-4">
          <LeavingNotice what="You cannot start selling now." />
        </div>
      )}
      {account.role === 'BUYER' && account.deletesAt === undefined && (
        <DialogButton
          className="mt-4"
          dialog={close => (
            <ActDialog
              title="Start selling?"
              text="You become a seller: you can post phones, advertise them on the home page, and buy as before. A seller does not become a buyer again."
              confirmLabel="Start selling"
              variant="primary"
              done="You can sell phones now"
              act={start}
              onClose={close}
            />
          )}
        >
          Start selling
        </DialogButton>
      )}
    </Panel>
  )
}
