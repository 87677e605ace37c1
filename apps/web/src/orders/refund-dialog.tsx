import { zodResolver } from '@hookform/resolvers/zod'
import { formatCents } from '@second-ring/contracts/money'
import { RefundForm, type RefundOrderInput } from '@second-ring/contracts/orders/end-order'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import toast from 'react-hot-toast'
import * as z from 'zod/mini'
import { messageOf } from '#api-client/errors.ts'
import { Button } from '#ui/button.tsx'
import { ChoiceField } from '#ui/choice-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError } from '#ui/field.tsx'
import { shownName } from '#ui/shown-name.ts'
import { TextAreaField } from '#ui/text-field.tsx'

/** A paid order, as far as it matters for its refund. */
export interface RefundableOrder {
  id: string
  productName: string
  priceCents: number
  buyerName: string
}

// Nothing is chosen beforehand: a phone with a fault must not go back on sale by oversight.
const Form = z.extend(RefundForm, {
  relist: z.pipe(
    z.enum(['yes', 'no'], 'Choose what happens to the phone'),
    z.transform(choice => choice === 'yes'),
  ),
})
type Filled = z.output<typeof Form>

interface RefundDialogProps {
  order: RefundableOrder
  refund: (input: RefundOrderInput) => Promise<unknown>
  onClose: () => void
}

/** Gives the money of a paid order back: says what comes of it, and asks why. Keeps what was typed on failure. */
export default function RefundDialog({ order, refund, onClose }: RefundDialogProps) {
  const [refusal, setRefusal] = useState<string>()
  const { register, handleSubmit, formState } = useForm<z.input<typeof Form>, unknown, Filled>({
    resolver: zodResolver(Form),
    defaultValues: { reason: '' },
  })
  const { errors, isSubmitting } = formState
  const buyer = shownName(order.buyerName)

  async function send({ reason, relist }: Filled) {
    setRefusal(undefined)
    try {
      await refund({ orderId: order.id, reason, relist })
    } catch (error) {
      return setRefusal(messageOf(error))
    }
    toast.success(`${order.productName} refunded`)
    onClose()
  }

  return (
    <Dialog
      open
      onClose={() => !isSubmitting && onClose()}
      title={`Refund ${order.productName}?`}
      description={
        <>
          <span className="font-semibold text-ink">{formatCents(order.priceCents)}</span> goes back to the card of{' '}
          {buyer}, and the order ends. This cannot be undone.
        </>
      }
    >
      <form noValidate onSubmit={event => void handleSubmit(send)(event)} className="grid grid-cols-1 gap-4">
        <TextAreaField
          label="Reason"
          rows={3}
          hint={`${buyer} reads it.`}
          error={errors.reason?.message}
          {...register('reason')}
        />
        <ChoiceField
          label="What happens to the phone?"
          choices={[
            {
              value: 'yes',
              label: 'It is for sale again',
              hint: 'Whoever waits for it is asked first. If its category is no longer there, its post is removed.',
            },
            { value: 'no', label: 'It leaves the shop', hint: 'Its post is removed.' },
          ]}
          error={errors.relist?.message}
          {...register('relist')}
        />
        <FormError refusal={refusal} />
        <Button
          type="submit"
          variant="danger"
          className="!border-danger !bg-danger !text-surface enabled:hover:!bg-danger-strong"
          busy={isSubmitting}
        >
          Refund {formatCents(order.priceCents)}
        </Button>
      </form>
    </Dialog>
  )
}
