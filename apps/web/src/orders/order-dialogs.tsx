import type { Order } from '@second-ring/contracts/orders/order'
import { useMutation } from '@tanstack/react-query'
import toast from 'react-hot-toast'
import { messageOf } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { useAttemptKey } from '#api-client/use-attempt-key.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'

const HandoverCodeDialog = lazyPart(() => import('./handover-code-dialog.tsx'))

/** What a buyer does with one of their orders. */
export interface OrderStep {
  step: 'cancel' | 'show-code'
  orderId: string
}

interface OrderDialogsProps {
  orders: readonly Order[]
  wanted: OrderStep | undefined
  onClose: () => void
}

/** Asks a buyer before a booking is cancelled, and shows a handover code. */
export function OrderDialogs({ orders, wanted, onClose }: OrderDialogsProps) {
  const cancelCall = useMutation(useTRPC().orders.cancel.mutationOptions())
  const cancelOrder = useAttemptKey(cancelCall.mutateAsync)
  const renewCall = useMutation(useTRPC().orders.renewHandoverCode.mutationOptions())
  const order = orders.find(({ id }) => id === wanted?.orderId)
  const toCancel = wanted?.step === 'cancel' ? order : undefined

  async function cancel({ id, productName }: Order) {
    try {
      await cancelOrder({ orderId: id })
      toast.success(`The booking of ${productName} is cancelled`)
    } catch (error) {
      toast.error(messageOf(error))
    }
    onClose()
  }

  return (
    <>
      <ConfirmDialog
        open={Boolean(toCancel)}
        title="Cancel this booking?"
        text={`${toCancel?.productName ?? 'The phone'} is no longer held for you, and others can book it at once.`}
        confirmLabel="Cancel booking"
        cancelLabel="Keep it"
        busy={cancelCall.isPending}
        onCancel={onClose}
        onConfirm={() => toCancel && void cancel(toCancel)}
      />
      {/* As it stands now: with the phone handed over meanwhile there is no code any more. */}
      {wanted?.step === 'show-code' && order && order.handoverCode !== null && (
        <HandoverCodeDialog
          order={order}
          renew={() => renewCall.mutateAsync({ orderId: order.id })}
          renewing={renewCall.isPending}
          onClose={onClose}
        />
      )}
    </>
  )
}
