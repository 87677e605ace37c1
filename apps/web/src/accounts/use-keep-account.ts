import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import toast from 'react-hot-toast'
import { messageOf } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { useAttemptKey } from '#api-client/use-attempt-key.ts'
import { useSession } from '#session/session-context.ts'
import { focusPageTitle } from '#ui/page-title.tsx'

/** Keeps an account that is about to be deleted, and says how that went. */
export function useKeepAccount() {
  const session = useSession()
  const cancelDeletion = useAttemptKey(useMutation(useTRPC().accounts.cancelDeletion.mutationOptions()).mutateAsync)
  const [busy, setBusy] = useState(false)

  async function keep() {
    setBusy(true)
    try {
      await cancelDeletion({})
      await session.refresh()
      toast.success('Your account stays. Anything you had for sale is for sale again.')
      // The button that was pressed is gone.
      focusPageTitle()
    } catch (error) {
      toast.error(messageOf(error))
    }
    setBusy(false)
  }

  return { keep, busy }
}
