import { zodResolver } from '@hookform/resolvers/zod'
import { AddNoteForm } from '@second-ring/contracts/orders/arrange-meeting'
import type { OrderDetails } from '@second-ring/contracts/orders/order-details'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { messageOf } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { useAttemptKey } from '#api-client/use-attempt-key.ts'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/field.tsx'
import { TextAreaField } from '#ui/text-field.tsx'

/** Where one side writes to the other. Keeps what was typed when it could not be sent. */
export default function NoteForm({ order }: { order: OrderDetails }) {
  const addNote = useAttemptKey(useMutation(useTRPC().orders.addNote.mutationOptions()).mutateAsync)
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, getValues, reset, formState } = useForm({
    resolver: zodResolver(AddNoteForm),
    defaultValues: { text: '' },
  })
  const { errors, isSubmitting } = formState

  async function send({ text }: AddNoteForm) {
    setProblem(undefined)
    const sent = getValues('text')
    try {
      await addNote({ orderId: order.id, text })
      // What was typed meanwhile is the next note.
      const typed = getValues('text')
      reset({ text: typed.startsWith(sent) ? typed.slice(sent.length).trimStart() : typed })
    } catch (error) {
      setProblem(messageOf(error))
    }
  }

  const other = order.viewer === 'buyer' ? 'the seller' : 'the buyer'
  return (
    <form noValidate onSubmit={event => void handleSubmit(send)(event)} className="grid gap-3 print:hidden">
      <TextAreaField
        label={`A note to ${other}`}
        rows={2}
        hint="Admins can read it too."
        error={errors.text?.message}
        {...register('text')}
      />
      <FormError refusal={problem} />
      <Button type="submit" variant="secondary" className="justify-self-start" busy={isSubmitting}>
        Send note
      </Button>
    </form>
  )
}
