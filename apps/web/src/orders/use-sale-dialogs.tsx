import type { OwnListing } from '@second-ring/contracts/listings/listing'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTRPC } from '#api-client/trpc.ts'
import { useAttemptKey } from '#api-client/use-attempt-key.ts'

const HandOverDialog = lazy(() => import('./hand-over-dialog.tsx'))
const RefundDialog = lazy(() => import('./refund-dialog.tsx'))

interface Sale {
  step: 'hand-over' | 'refund'
  order: { id: string; productName: string; buyerName: string; priceCents: number }
}

/** What a seller does with a phone that is paid: `handOver` and `refund` ask, `dialogs` are to be put on the page. */
export function useSaleDialogs() {
  const [sale, setSale] = useState<Sale>()
  const handOverCall = useMutation(useTRPC().orders.handOver.mutationOptions())
  const refundCall = useMutation(useTRPC().payments.refund.mutationOptions())
  const handOver = useAttemptKey(handOverCall.mutateAsync)
  const refund = useAttemptKey(refundCall.mutateAsync)
  const close = () => setSale(undefined)

  /** Begins a step with the order of a phone. */
  const begin = (step: Sale['step']) => (listing: OwnListing) => {
    const { booking, productName, resalePriceCents } = listing
    if (!booking) return
    // A phone that is booked keeps its price, so it is the order's too.
    const order = { id: booking.orderId, productName, buyerName: booking.buyerName, priceCents: resalePriceCents }
    setSale({ step, order })
  }

  const dialogs = sale && (
    <Suspense>
      {sale.step === 'hand-over' ? (
        <HandOverDialog order={sale.order} handOver={handOver} onClose={close} />
      ) : (
        <RefundDialog order={sale.order} refund={refund} onClose={close} />
      )}
    </Suspense>
  )
  return { handOver: begin('hand-over'), refund: begin('refund'), dialogs }
}
