import { type HandOverInput, HandoverForm } from '@second-ring/contracts/orders/hand-over'
import { domainCode, messageOf } from '#api-client/errors.ts'
import { useSentForm } from '#ui/form.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { shownName } from '#ui/shown-name.ts'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'

interface HandOverDialogProps {
  order: { id: string; productName: string; buyerName: string }
  handOver: (input: HandOverInput) => Promise<unknown>
  onClose: () => void
}

/** Where a seller enters the buyer's code as they hand the phone over. */
export default function HandOverDialog({ order, handOver, onClose }: HandOverDialogProps) {
  const form = useSentForm({
    schema: HandoverForm,
    defaultValues: { code: '' },
    send: async ({ code }, { setError }) => {
      try {
        await handOver({ orderId: order.id, code })
      } catch (error) {
        const isOfCode = ['WRONG_CODE', 'TOO_MANY_REQUESTS'].includes(domainCode(error) ?? '')
        if (!isOfCode) throw error
        return setError('code', { message: messageOf(error) }, { shouldFocus: true })
      }
      toast.success(`${order.productName} handed over`)
      onClose()
    },
  })
  return (
    <FormDialog
      title="Enter the buyer’s code"
      description={`${shownName(order.buyerName)} shows it to you when they have ${order.productName} in their hands.`}
      action="Hand over"
      form={form}
      onClose={onClose}
    >
      <TextField
        label="Six-digit code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        {...form.field('code')}
      />
    </FormDialog>
  )
}
