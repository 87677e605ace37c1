import { ProposeMeetingForm } from '@second-ring/contracts/orders/arrange-meeting'
import type { OrderDetails } from '@second-ring/contracts/orders/order-details'
import * as z from 'zod/mini'
import { useTRPC } from '#api-client/trpc.ts'
import { useKeyedMutation } from '#ui/acts.tsx'
import { useSentForm } from '#ui/form.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'

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
  const propose = useKeyedMutation(useTRPC().orders.proposeMeeting.mutationOptions())
  const form = useSentForm({
    schema: Form,
    defaultValues: { meetingPlace: order.meetingPlace, meetingTime: localOf(order.meetingTime) },
    send: async meeting => {
      await propose({ orderId: order.id, ...meeting })
      toast.success('Proposed. The other side is asked.')
      onClose()
    },
  })
  return (
    <FormDialog
      title="Propose another place or time"
      description="The meeting stays as it is until the other side accepts. Choose a public place in daylight."
      action="Propose"
      form={form}
      onClose={onClose}
    >
      <TextField label="Meeting location" {...form.field('meetingPlace')} />
      <TextField
        label="Date and time"
        type="datetime-local"
        hint="In your own time zone, before the time to meet is over. Leave it empty to agree on it later."
        {...form.field('meetingTime')}
      />
    </FormDialog>
  )
}

/** An ISO instant as the field takes it: `2026-11-22T17:30` in the reader's time zone. */
function localOf(instant: string | null): string {
  if (instant === null) return ''
  const time = new Date(instant)
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
