import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '#api-client/trpc.ts'
import { useAttemptKey } from '#api-client/use-attempt-key.ts'

/** What an admin does about one user, each call under a key of its attempt. */
export function useUserActs() {
  return {
    verify: useAttemptKey(useMutation(useTRPC().accounts.verifySeller.mutationOptions()).mutateAsync),
    unverify: useAttemptKey(useMutation(useTRPC().accounts.unverifySeller.mutationOptions()).mutateAsync),
    suspend: useAttemptKey(useMutation(useTRPC().accounts.suspend.mutationOptions()).mutateAsync),
    lift: useAttemptKey(useMutation(useTRPC().accounts.liftSuspension.mutationOptions()).mutateAsync),
    endSessions: useAttemptKey(useMutation(useTRPC().accounts.endUserSessions.mutationOptions()).mutateAsync),
    propose: useAttemptKey(useMutation(useTRPC().accounts.proposeRemoval.mutationOptions()).mutateAsync),
    withdraw: useAttemptKey(useMutation(useTRPC().accounts.withdrawRemoval.mutationOptions()).mutateAsync),
    remove: useAttemptKey(useMutation(useTRPC().accounts.removeUser.mutationOptions()).mutateAsync),
    liftBan: useAttemptKey(useMutation(useTRPC().accounts.liftBan.mutationOptions()).mutateAsync),
  }
}
