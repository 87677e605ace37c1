import { formatCents } from '@second-ring/contracts/money'
import { RefundForm, type RefundOrderInput } from '@second-ring/contracts/orders/end-order'
import * as z from 'zod/mini'
import { ChoiceField } from '#ui/choice-field.tsx'
import { useSentForm } from '#ui/form.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { shownName } from '#ui/shown-name.ts'
import { TextAreaField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
import { RelistChoice, relistField } from './relist-choice.ts'

const Form = z.extend(RefundForm, { relist: RelistChoice })

interface RefundDialogProps {
  order: { id: string; productName: string; priceCents: number; buyerName: string }
  refund: (input: RefundOrderInput) => Promise<unknown>
  onClose: () => void
}

/** Gives the money of a paid order back: says what comes of it, and asks why. Keeps what was typed on failure. */
export default function RefundDialog({ order, refund, onClose }: RefundDialogProps) {
  const { id: orderId, productName } = order
  const buyer = shownName(order.buyerName)
  const price = formatCents(order.priceCents)
  const form = useSentForm({
    schema: Form,
    defaultValues: { reason: '' },
    send: async ({ reason, relist }) => {
      await refund({ orderId, reason, relist })
      toast.success(`${productName} refunded`)
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Refund ${productName}?`}
      description={
        <>
          <span className="font-semibold text-ink">{price}</span> goes back to the card of {buyer}, and the order ends.
          This cannot be undone.
        </>
      }
      action={`Refund ${price}`}
      variant="final"
      form={form}
      onClose={onClose}
    >
      <TextAreaField label="Reason" rows={3} hint={`${buyer} reads it.`} {...form.field('reason')} />
      <ChoiceField {...relistField} {...form.field('relist')} />
    </FormDialog>
  )
}
