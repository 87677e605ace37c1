import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '#api-client/trpc.ts'
import { useAttemptKey } from '#api-client/use-attempt-key.ts'

/** The calls that move an order, each under a key of its attempt. */
export function useOrderActs() {
  return {
    cancel: useAttemptKey(useMutation(useTRPC().orders.cancel.mutationOptions()).mutateAsync),
    release: useAttemptKey(useMutation(useTRPC().orders.release.mutationOptions()).mutateAsync),
    handOver: useAttemptKey(useMutation(useTRPC().orders.handOver.mutationOptions()).mutateAsync),
    claimHandover: useAttemptKey(useMutation(useTRPC().orders.claimHandover.mutationOptions()).mutateAsync),
    confirmHandover: useAttemptKey(useMutation(useTRPC().orders.confirmHandover.mutationOptions()).mutateAsync),
    denyHandover: useAttemptKey(useMutation(useTRPC().orders.denyHandover.mutationOptions()).mutateAsync),
    decide: useAttemptKey(useMutation(useTRPC().orders.decideHandover.mutationOptions()).mutateAsync),
    // The order's state alone holds it: refunded once, it cannot be refunded again.
    refund: useMutation(useTRPC().payments.refund.mutationOptions()).mutateAsync,
  }
}
