import { zodResolver } from '@hookform/resolvers/zod'
import { formatCents } from '@second-ring/contracts/money'
import { SettleRefundOutsideForm } from '@second-ring/contracts/payments/open-money'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import toast from 'react-hot-toast'
import { messageOf } from '#api-client/errors.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError } from '#ui/field.tsx'
import { TextAreaField } from '#ui/text-field.tsx'

interface SettleOutsideDialogProps {
  amountCents: number
  settle: (note: string) => Promise<unknown>
  onClose: () => void
}

/** Asks an admin how a buyer was paid back whose refund failed. Keeps what was typed when it fails. */
export default function SettleOutsideDialog({ amountCents, settle, onClose }: SettleOutsideDialogProps) {
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(SettleRefundOutsideForm),
    defaultValues: { note: '' },
  })
  const { errors, isSubmitting } = formState

  async function send({ note }: SettleRefundOutsideForm) {
    setProblem(undefined)
    try {
      await settle(note)
    } catch (error) {
      return setProblem(messageOf(error))
    }
    toast.success('Recorded. The buyer is notified.')
    onClose()
  }

  return (
    <Dialog
      open
      onClose={() => !isSubmitting && onClose()}
      title={`Was ${formatCents(amountCents)} paid back another way?`}
      description="The refund ends, and the card payment provider is not asked any more. This cannot be undone."
    >
      <form noValidate onSubmit={event => void handleSubmit(send)(event)} className="grid grid-cols-1 gap-4">
        <TextAreaField
          label="How it was paid back"
          rows={3}
          hint="The buyer and the seller read it, and it stands in the audit."
          error={errors.note?.message}
          {...register('note')}
        />
        <FormError refusal={problem} />
        <Button type="submit" variant="final" busy={isSubmitting}>
          It was paid back
        </Button>
      </form>
    </Dialog>
  )
}
