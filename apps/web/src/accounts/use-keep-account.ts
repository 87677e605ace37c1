import { useTRPC } from '#api-client/trpc.ts'
import { useSession } from '#session/session-context.ts'
import { useAct, useKeyedMutation } from '#ui/acts.tsx'
import { focusPageTitle } from '#ui/page-title.tsx'

/** Keeps an account that is about to be deleted, and says how that went. */
export function useKeepAccount() {
  const session = useSession()
  const cancelDeletion = useKeyedMutation(useTRPC().accounts.cancelDeletion.mutationOptions())
  const { busy, run } = useAct()

  async function keep() {
    await cancelDeletion({})
    await session.refresh()
    // The button that was pressed is gone.
    focusPageTitle()
  }

  return { busy, keep: () => run(keep, 'Your account stays. Anything you had for sale is for sale again.') }
}
