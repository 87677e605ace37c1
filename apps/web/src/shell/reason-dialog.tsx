import { zodResolver } from '@hookform/resolvers/zod'
import { ReleaseOrderForm } from '@second-ring/contracts/orders/end-order'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import toast from 'react-hot-toast'
import { messageOf } from '#api-client/errors.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError } from '#ui/field.tsx'
import { TextAreaField } from '#ui/text-field.tsx'

interface ReasonDialogProps {
  title: string
  description: string
  /** What a reason has to be; that of an order by default. */
  form?: typeof ReleaseOrderForm
  /** Who reads the reason. */
  hint: string
  confirmLabel: string
  /** Said when it is done. */
  done: string
  act: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the reason of an act that cannot be undone. Keeps what was typed when the act fails. */
export default function ReasonDialog({
  title,
  description,
  form = ReleaseOrderForm,
  hint,
  confirmLabel,
  done,
  act,
  onClose,
}: ReasonDialogProps) {
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(form),
    defaultValues: { reason: '' },
  })
  const { errors, isSubmitting } = formState

  async function send({ reason }: ReleaseOrderForm) {
    setProblem(undefined)
    try {
      await act(reason)
    } catch (error) {
      return setProblem(messageOf(error))
    }
    toast.success(done)
    onClose()
  }

  return (
    <Dialog open onClose={() => !isSubmitting && onClose()} title={title} description={description}>
      <form noValidate onSubmit={event => void handleSubmit(send)(event)} className="grid grid-cols-1 gap-4">
        <TextAreaField label="Reason" rows={3} hint={hint} error={errors.reason?.message} {...register('reason')} />
        <FormError refusal={problem} />
        <Button type="submit" variant="final" busy={isSubmitting}>
          {confirmLabel}
        </Button>
      </form>
    </Dialog>
  )
}
