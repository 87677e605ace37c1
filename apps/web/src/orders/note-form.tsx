import { AddNoteForm } from '@second-ring/contracts/orders/arrange-meeting'
import type { OrderDetails } from '@second-ring/contracts/orders/order-details'
import { useTRPC } from '#api-client/trpc.ts'
import { useFormDraft } from '#session/use-form-draft.ts'
import { useKeyedMutation } from '#ui/acts.tsx'
import { Form, useSentForm } from '#ui/form.tsx'
import { TextAreaField } from '#ui/text-field.tsx'

/** Where one side writes to the other. Keeps what was typed when it could not be sent, and in this tab. */
export default function NoteForm({ order }: { order: OrderDetails }) {
  const addNote = useKeyedMutation(useTRPC().orders.addNote.mutationOptions())
  const draft = useFormDraft(`orderNote:${order.id}`)
  const form = useSentForm({
    schema: AddNoteForm,
    defaultValues: { text: '' },
    draft,
    send: async ({ text }, { getValues, reset }) => {
      const sent = getValues('text')
      await addNote({ orderId: order.id, text })
      draft?.clear()
      // What was typed meanwhile is the next note.
      const typed = getValues('text')
      reset({ text: typed.startsWith(sent) ? typed.slice(sent.length).trimStart() : typed })
    },
  })
  const other = order.viewer === 'buyer' ? 'the seller' : 'the buyer'
  return (
    <Form
      form={form}
      action="Send note"
      variant="secondary"
      className="gap-3 print:hidden"
      buttonClass="justify-self-start"
    >
      <TextAreaField label={`A note to ${other}`} rows={2} hint="Admins can read it too." {...form.field('text')} />
    </Form>
  )
}
