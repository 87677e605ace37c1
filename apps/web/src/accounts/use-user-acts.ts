import { trpc } from '../app/trpc.ts'
import { useAttemptKey } from '../app/use-attempt-key.ts'

/**
 * What an admin does about one user, each call under a key of its attempt. After each, whether it succeeded or not, what is
 * shown of them is read again.
 */
export function useUserActs() {
  const utils = trpc.useUtils()
  const refresh = async () => {
    void utils.audit.invalidate()
    void utils.orders.invalidate()
    void utils.listings.invalidate()
    await utils.accounts.invalidate()
  }
  const settled = { onSuccess: refresh, onError: () => void refresh() }
  return {
    verify: useAttemptKey(trpc.accounts.verifySeller.useMutation(settled).mutateAsync),
    unverify: useAttemptKey(trpc.accounts.unverifySeller.useMutation(settled).mutateAsync),
    suspend: useAttemptKey(trpc.accounts.suspend.useMutation(settled).mutateAsync),
    lift: useAttemptKey(trpc.accounts.liftSuspension.useMutation(settled).mutateAsync),
    endSessions: useAttemptKey(trpc.accounts.endUserSessions.useMutation(settled).mutateAsync),
    propose: useAttemptKey(trpc.accounts.proposeRemoval.useMutation(settled).mutateAsync),
    withdraw: useAttemptKey(trpc.accounts.withdrawRemoval.useMutation(settled).mutateAsync),
    remove: useAttemptKey(trpc.accounts.removeUser.useMutation(settled).mutateAsync),
    liftBan: useAttemptKey(trpc.accounts.liftBan.useMutation(settled).mutateAsync),
  }
}
