import { ReturnForm } from '@second-ring/contracts/claims/claim'
import { useTRPC } from '#api-client/trpc.ts'
import { useKeyedMutation } from '#ui/acts.tsx'
import { CodeDialog } from '#ui/code-dialog.tsx'
import { shownName } from '#ui/shown-name.ts'
import type { ClaimedOrder } from './claimed-order.ts'

interface ConfirmReturnDialogProps {
  order: ClaimedOrder
  onClose: () => void
}

/** Where a buyer enters the seller's code as they give the phone back. */
export default function ConfirmReturnDialog({ order, onClose }: ConfirmReturnDialogProps) {
  const confirm = useKeyedMutation(useTRPC().claims.confirmReturn.mutationOptions())
  return (
    <CodeDialog
      schema={ReturnForm}
      title="Enter the seller’s code"
      description={`${shownName(order.seller.name)} shows it to you when they have ${order.productName} in their hands. Then your money goes back.`}
      action="Returned"
      done="Your money goes back"
      send={({ code }) => confirm({ orderId: order.id, code })}
      onClose={onClose}
    />
  )
}
