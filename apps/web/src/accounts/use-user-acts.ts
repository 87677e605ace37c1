import { trpc } from '#api-client/trpc.ts'
import { useAttemptKey } from '#api-client/use-attempt-key.ts'

/** What an admin does about one user, each call under a key of its attempt. */
export function useUserActs() {
  return {
    verify: useAttemptKey(trpc.accounts.verifySeller.useMutation().mutateAsync),
    unverify: useAttemptKey(trpc.accounts.unverifySeller.useMutation().mutateAsync),
    suspend: useAttemptKey(trpc.accounts.suspend.useMutation().mutateAsync),
    lift: useAttemptKey(trpc.accounts.liftSuspension.useMutation().mutateAsync),
    endSessions: useAttemptKey(trpc.accounts.endUserSessions.useMutation().mutateAsync),
    propose: useAttemptKey(trpc.accounts.proposeRemoval.useMutation().mutateAsync),
    withdraw: useAttemptKey(trpc.accounts.withdrawRemoval.useMutation().mutateAsync),
    remove: useAttemptKey(trpc.accounts.removeUser.useMutation().mutateAsync),
    liftBan: useAttemptKey(trpc.accounts.liftBan.useMutation().mutateAsync),
  }
}
