import { formatCents } from '@second-ring/contracts/money'
import { ProposeCancellationForm } from '@second-ring/contracts/orders/cancel-by-agreement'
import type { OrderDetails } from '@second-ring/contracts/orders/order-details'
import * as z from 'zod/mini'
import { useTRPC } from '#api-client/trpc.ts'
import { useKeyedMutation } from '#ui/acts.tsx'
import { ChoiceField } from '#ui/choice-field.tsx'
import { useSentForm } from '#ui/form.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { TextAreaField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
import { RelistChoice, relistField } from './relist-choice.ts'

interface CancellationDialogProps {
  order: OrderDetails
  /** Whether it accepts the other side's open proposal; it proposes otherwise. */
  accepts: boolean
  onClose: () => void
}

/** Proposes to cancel a paid order, or accepts that. The seller says what happens to the phone. */
export default function CancellationDialog({ accepts, ...props }: CancellationDialogProps) {
  return accepts ? <Accept {...props} /> : <Propose {...props} />
}

type Dialog = Omit<CancellationDialogProps, 'accepts'>

const SellersProposal = z.extend(ProposeCancellationForm, { relist: RelistChoice })
const SellersAnswer = z.object({ relist: RelistChoice })
const BuyersAnswer = z.object({ relist: z.optional(RelistChoice) })

function Propose({ order, onClose }: Dialog) {
  const propose = useKeyedMutation(useTRPC().orders.proposeCancellation.mutationOptions())
  const isSeller = order.viewer === 'seller'
  const form = useSentForm({
    schema: isSeller ? SellersProposal : z.extend(ProposeCancellationForm, { relist: z.optional(RelistChoice) }),
    defaultValues: { reason: '' },
    send: async ({ reason, relist }) => {
      await propose({ orderId: order.id, reason, ...(relist !== undefined && { relist }) })
      toast.success('Proposed. The other side is asked.')
      onClose()
    },
  })
  const other = isSeller ? 'the buyer' : 'the seller'
  return (
    <FormDialog
      title="Propose to cancel the sale?"
      description={`If ${other} accepts within 48 hours, all of the payment goes back to ${isSeller ? 'the buyer' : 'your card'} and the order ends. Until then the sale goes on.`}
      action="Propose to cancel"
      form={form}
      onClose={onClose}
    >
      <TextAreaField
        label="Reason"
        rows={3}
        hint={`${isSeller ? 'The buyer' : 'The seller'} reads it.`}
        {...form.field('reason')}
      />
      {isSeller && <ChoiceField {...relistField} {...form.field('relist')} />}
    </FormDialog>
  )
}

function Accept({ order, onClose }: Dialog) {
  const accept = useKeyedMutation(useTRPC().orders.acceptCancellation.mutationOptions())
  const isSeller = order.viewer === 'seller'
  const proposalId = order.cancellation?.id ?? ''
  const form = useSentForm({
    schema: isSeller ? SellersAnswer : BuyersAnswer,
    defaultValues: {},
    send: async ({ relist }) => {
      await accept({ orderId: order.id, proposalId, ...(relist !== undefined && { relist }) })
      toast.success('Cancelled: the payment goes back')
      onClose()
    },
  })
  const price = formatCents(order.priceCents)
  return (
    <FormDialog
      title="Cancel the sale?"
      description={`${price} goes back to ${isSeller ? 'the buyer’s' : 'your'} card, and the order ends. This cannot be undone.`}
      action="Cancel the sale"
      variant="final"
      form={form}
      onClose={onClose}
    >
      {isSeller && <ChoiceField {...relistField} {...form.field('relist')} />}
    </FormDialog>
  )
}
