import type { Order } from '@second-ring/contracts/orders/order'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import toast from 'react-hot-toast'
import { messageOf } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { useAttemptKey } from '#api-client/use-attempt-key.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

const HandoverCodeDialog = lazy(() => import('./handover-code-dialog.tsx'))

/** What a buyer does with their orders: `cancel` asks first, `showCode` shows; `dialogs` are to be put on the page. */
export function useOrderDialogs(orders: readonly Order[]) {
  const [toCancel, setToCancel] = useState<Order>()
  const [codeOf, setCodeOf] = useState<string>()
  const cancelCall = useMutation(useTRPC().orders.cancel.mutationOptions())
  const cancelOrder = useAttemptKey(cancelCall.mutateAsync)
  const renewCall = useMutation(useTRPC().orders.renewHandoverCode.mutationOptions())
  // As it stands now: with the phone handed over meanwhile there is no code any more.
  const shown = orders.find(({ id, handoverCode }) => id === codeOf && handoverCode !== null)

  async function cancel({ id, productName }: Order) {
    try {
      await cancelOrder({ orderId: id })
      toast.success(`The booking of ${productName} is cancelled`)
    } catch (error) {
      toast.error(messageOf(error))
    }
    setToCancel(undefined)
  }

  const dialogs = (
    <>
      <ConfirmDialog
        open={Boolean(toCancel)}
        title="Cancel this booking?"
        text={`${toCancel?.productName ?? 'The phone'} is no longer held for you, and others can book it at once.`}
        confirmLabel="Cancel booking"
        cancelLabel="Keep it"
        busy={cancelCall.isPending}
        onCancel={() => setToCancel(undefined)}
        onConfirm={() => toCancel && void cancel(toCancel)}
      />
      {shown && (
        <Suspense>
          <HandoverCodeDialog
            order={shown}
            renew={() => renewCall.mutateAsync({ orderId: shown.id })}
            renewing={renewCall.isPending}
            onClose={() => setCodeOf(undefined)}
          />
        </Suspense>
      )}
    </>
  )
  return { cancel: setToCancel, showCode: (order: Order) => setCodeOf(order.id), dialogs }
}
