import type { Role } from '@second-ring/contracts/accounts/account'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import toast from 'react-hot-toast'
import { isTransient, messageOf } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { useAttemptKey } from '#api-client/use-attempt-key.ts'
import { useAccount, useSession } from '#session/session-context.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
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
  const startSelling = useAttemptKey(useMutation(useTRPC().accounts.startSelling.mutationOptions()).mutateAsync)
  const [isAsking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  if (!account) return null

  async function start() {
    setBusy(true)
    try {
      await startSelling({})
      // A new token, which other tabs follow, with their menus.
      await session.refresh()
      toast.success('You can sell phones now')
    } catch (error) {
      toast.error(messageOf(error))
      if (isTransient(error)) return setBusy(false)
    }
    setBusy(false)
    setAsking(false)
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
        <Button className="mt-4" onClick={() => setAsking(true)}>
          Start selling
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        title="Start selling?"
        text="You become a seller: you can post phones, advertise them on the home page, and buy as before. A seller does not become a buyer again."
        confirmLabel="Start selling"
        variant="primary"
        busy={busy}
        onCancel={() => setAsking(false)}
        onConfirm={() => void start()}
      />
    </Panel>
  )
}
