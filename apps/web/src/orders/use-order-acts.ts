import { trpc } from '#api-client/trpc.ts'
import { useAttemptKey } from '#api-client/use-attempt-key.ts'

/** The calls that move an order, each under a key of its attempt. */
export function useOrderActs() {
  return {
    cancel: useAttemptKey(trpc.orders.cancel.useMutation().mutateAsync),
    release: useAttemptKey(trpc.orders.release.useMutation().mutateAsync),
    handOver: useAttemptKey(trpc.orders.handOver.useMutation().mutateAsync),
    claimHandover: useAttemptKey(trpc.orders.claimHandover.useMutation().mutateAsync),
    confirmHandover: useAttemptKey(trpc.orders.confirmHandover.useMutation().mutateAsync),
    denyHandover: useAttemptKey(trpc.orders.denyHandover.useMutation().mutateAsync),
    decide: useAttemptKey(trpc.orders.decideHandover.useMutation().mutateAsync),
    // The order's state alone holds it: refunded once, it cannot be refunded again.
    refund: trpc.payments.refund.useMutation().mutateAsync,
  }
}
