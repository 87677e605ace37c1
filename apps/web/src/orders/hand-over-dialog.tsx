import { type HandOverInput, HandoverForm } from '@second-ring/contracts/orders/hand-over'
import { CodeDialog } from '#ui/code-dialog.tsx'
import { shownName } from '#ui/shown-name.ts'

interface HandOverDialogProps {
  order: { id: string; productName: string; buyerName: string }
  handOver: (input: HandOverInput) => Promise<unknown>
  onClose: () => void
}

/** Where a seller enters the buyer's code as they hand the phone over. */
export default function HandOverDialog({ order, handOver, onClose }: HandOverDialogProps) {
  return (
    <CodeDialog
      schema={HandoverForm}
      title="Enter the buyer’s code"
      description={`${shownName(order.buyerName)} shows it to you when they have ${order.productName} in their hands.`}
      action="Hand over"
      done={`${order.productName} handed over`}
      send={({ code }) => handOver({ orderId: order.id, code })}
      onClose={onClose}
    />
  )
}
