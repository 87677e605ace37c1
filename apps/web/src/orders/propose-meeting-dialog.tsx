import { zodResolver } from '@hookform/resolvers/zod'
import { ProposeMeetingForm } from '@second-ring/contracts/orders/arrange-meeting'
import type { OrderDetails } from '@second-ring/contracts/orders/order-details'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import toast from 'react-hot-toast'
import * as z from 'zod/mini'
import { messageOf } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { useAttemptKey } from '#api-client/use-attempt-key.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError } from '#ui/field.tsx'
import { TextField } from '#ui/text-field.tsx'

// The field speaks the reader's own time; the wire speaks UTC.
const Form = z.extend(ProposeMeetingForm, {
  meetingTime: z.pipe(
    z.string(),
    z.transform((local, context) => {
      if (local === '') return null
      const time = new Date(local)
      if (!Number.isNaN(time.getTime()) && time.getTime() > Date.now()) return time.toISOString()
      context.issues.push({ code: 'custom', message: 'Choose a time in the future', input: local })
      return z.NEVER
    }),
  ),
})

interface ProposeMeetingDialogProps {
  order: OrderDetails
  onClose: () => void
}

/** Where one side proposes another place or time; the other side answers. */
export default function ProposeMeetingDialog({ order, onClose }: ProposeMeetingDialogProps) {
  const propose = useAttemptKey(useMutation(useTRPC().orders.proposeMeeting.mutationOptions()).mutateAsync)
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, formState } = useForm<z.input<typeof Form>, unknown, z.output<typeof Form>>({
    resolver: zodResolver(Form),
    defaultValues: { meetingPlace: order.meetingPlace, meetingTime: localOf(order.meetingTime) },
  })
  const { errors, isSubmitting } = formState

  async function send({ meetingPlace, meetingTime }: z.output<typeof Form>) {
    setProblem(undefined)
    try {
      await propose({ orderId: order.id, meetingPlace, meetingTime })
    } catch (error) {
      return setProblem(messageOf(error))
    }
    toast.success('Proposed. The other side is asked.')
    onClose()
  }

  return (
    <Dialog
      open
      onClose={() => !isSubmitting && onClose()}
      title="Propose another place or time"
      description="The meeting stays as it is until the other side accepts. Choose a public place in daylight."
    >
      <form noValidate onSubmit={event => void handleSubmit(send)(event)} className="grid grid-cols-1 gap-4">
        <TextField label="Meeting location" error={errors.meetingPlace?.message} {...register('meetingPlace')} />
        <TextField
          label="Date and time"
          type="datetime-local"
          hint="In your own time zone, before the time for the handover is over. Leave it empty to agree on it later."
          error={errors.meetingTime?.message}
          {...register('meetingTime')}
        />
        <FormError refusal={problem} />
        <Button type="submit" busy={isSubmitting}>
          Propose
        </Button>
      </form>
    </Dialog>
  )
}

/** An ISO instant as the field takes it: `2026-11-22T17:30` in the reader's time zone. */
function localOf(instant: string | null): string {
  if (instant === null) return ''
  const time = new Date(instant)
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
