import { HandoverForm } from '@second-ring/contracts/orders/hand-over'
import { domainCode, messageOf } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { useKeyedMutation } from '#ui/acts.tsx'
import { useSentForm } from '#ui/form.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { shownName } from '#ui/shown-name.ts'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
import type { ClaimedOrder } from './claimed-order.ts'

interface ConfirmReturnDialogProps {
  order: ClaimedOrder
  onClose: () => void
}

/** Where a buyer enters the seller's code as they give the phone back. */
export default function ConfirmReturnDialog({ order, onClose }: ConfirmReturnDialogProps) {
  const confirm = useKeyedMutation(useTRPC().claims.confirmReturn.mutationOptions())
  const form = useSentForm({
    schema: HandoverForm,
    defaultValues: { code: '' },
    send: async ({ code }, { setError }) => {
      try {
        await confirm({ orderId: order.id, code })
      } catch (error) {
        const isOfCode = ['WRONG_CODE', 'TOO_MANY_REQUESTS'].includes(domainCode(error) ?? '')
        if (!isOfCode) throw error
        return setError('code', { message: messageOf(error) }, { shouldFocus: true })
      }
      toast.success('Your money goes back')
      onClose()
    },
  })
  return (
    <FormDialog
      title="Enter the seller’s code"
      description={`${shownName(order.seller.name)} shows it to you when they have ${order.productName} in their hands. Then your money goes back.`}
      action="Returned"
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
