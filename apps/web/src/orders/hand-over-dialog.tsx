import { zodResolver } from '@hookform/resolvers/zod'
import { type HandOverInput, HandoverForm } from '@second-ring/contracts/orders/hand-over'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import toast from 'react-hot-toast'
import { domainCode, messageOf } from '#api-client/errors.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError } from '#ui/field.tsx'
import { shownName } from '#ui/shown-name.ts'
import { TextField } from '#ui/text-field.tsx'

interface HandOverDialogProps {
  order: { id: string; productName: string; buyerName: string }
  handOver: (input: HandOverInput) => Promise<unknown>
  onClose: () => void
}

/** Where a seller enters the buyer's code as they hand the phone over. */
export default function HandOverDialog({ order, handOver, onClose }: HandOverDialogProps) {
  const [refusal, setRefusal] = useState<string>()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(HandoverForm),
    defaultValues: { code: '' },
  })
  const { errors, isSubmitting } = formState

  async function send({ code }: HandoverForm) {
    setRefusal(undefined)
    try {
      await handOver({ orderId: order.id, code })
    } catch (error) {
      const refused = domainCode(error)
      const isOfCode = refused === 'WRONG_CODE' || refused === 'TOO_MANY_REQUESTS'
      if (isOfCode) setError('code', { message: messageOf(error) }, { shouldFocus: true })
      else setRefusal(messageOf(error))
      return
    }
    toast.success(`${order.productName} handed over`)
    onClose()
  }

  return (
    <Dialog
      open
      onClose={() => !isSubmitting && onClose()}
      title="Enter the buyer’s code"
      description={`${shownName(order.buyerName)} shows it to you when they have ${order.productName} in their hands.`}
    >
      <form noValidate onSubmit={event => void handleSubmit(send)(event)} className="grid grid-cols-1 gap-4">
        <TextField
          label="Six-digit code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          error={errors.code?.message}
          {...register('code')}
        />
        <FormError refusal={refusal} />
        <Button type="submit" busy={isSubmitting}>
          Hand over
        </Button>
      </form>
    </Dialog>
  )
}
