import type { OwnListing } from '@second-ring/contracts/listings/listing'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '#api-client/trpc.ts'
import { useAttemptKey } from '#api-client/use-attempt-key.ts'
import { lazyPart } from '#ui/lazy-part.tsx'

const HandOverDialog = lazyPart(() => import('./hand-over-dialog.tsx'))
const RefundDialog = lazyPart(() => import('./refund-dialog.tsx'))

/** A step that a seller takes with the order of a phone that is paid. */
export interface Sale {
  step: 'hand-over' | 'refund'
  order: { id: string; productName: string; buyerName: string; priceCents: number }
}

/** A step with the order of a phone; none when it is not booked. */
export function saleOf(step: Sale['step'], { booking, productName, resalePriceCents }: OwnListing): Sale | undefined {
  if (!booking) return undefined
  // A phone that is booked keeps its price, so it is the order's too.
  return {
    step,
    order: { id: booking.orderId, productName, buyerName: booking.buyerName, priceCents: resalePriceCents },
  }
}

/** Asks a seller for what a step with a sale needs, and takes it. */
export function SaleDialogs({ sale, onClose }: { sale: Sale | undefined; onClose: () => void }) {
  const handOver = useAttemptKey(useMutation(useTRPC().orders.handOver.mutationOptions()).mutateAsync)
  const refund = useAttemptKey(useMutation(useTRPC().payments.refund.mutationOptions()).mutateAsync)
  if (!sale) return null
  if (sale.step === 'hand-over') return <HandOverDialog order={sale.order} handOver={handOver} onClose={onClose} />
  return <RefundDialog order={sale.order} refund={refund} onClose={onClose} />
}
