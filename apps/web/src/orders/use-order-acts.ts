import { trpc } from '../app/trpc.ts'
import { useAttemptKey } from '../app/use-attempt-key.ts'

/**
 * The calls that move an order, each under a key of its attempt. After each, whether it succeeded or not, what is shown
 * of the order is read again.
 */
export function useOrderActs(orderId: string) {
  const utils = trpc.useUtils()
  const refresh = async () => {
    void utils.orders.mine.invalidate()
    void utils.orders.all.invalidate()
    void utils.orders.byId.invalidate({ orderId })
    void utils.payments.ofOrder.invalidate({ orderId })
    void utils.listings.invalidate()
    await utils.orders.details.invalidate({ orderId })
  }
  const settled = { onSuccess: refresh, onError: () => void refresh() }
  return {
    cancel: useAttemptKey(trpc.orders.cancel.useMutation(settled).mutateAsync),
    release: useAttemptKey(trpc.orders.release.useMutation(settled).mutateAsync),
    handOver: useAttemptKey(trpc.orders.handOver.useMutation(settled).mutateAsync),
    claimHandover: useAttemptKey(trpc.orders.claimHandover.useMutation(settled).mutateAsync),
    confirmHandover: useAttemptKey(trpc.orders.confirmHandover.useMutation(settled).mutateAsync),
    denyHandover: useAttemptKey(trpc.orders.denyHandover.useMutation(settled).mutateAsync),
    decide: useAttemptKey(trpc.orders.decideHandover.useMutation(settled).mutateAsync),
    // The order's state alone holds it: refunded once, it cannot be refunded again.
    refund: trpc.payments.refund.useMutation(settled).mutateAsync,
  }
}
