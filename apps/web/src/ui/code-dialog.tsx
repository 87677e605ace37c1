import type { HandoverForm } from '@second-ring/contracts/orders/hand-over'
import { domainCode, messageOf } from '#api-client/errors.ts'
import { useSentForm } from './form.tsx'
import { FormDialog } from './form-dialog.tsx'
import { TextField } from './text-field.tsx'
import { toast } from './toast.ts'

interface CodeDialogProps {
  schema: typeof HandoverForm
  title: string
  description: string
  action: string
  /** What is said once the code was right. */
  done: string
  send: (form: HandoverForm) => Promise<unknown>
  onClose: () => void
}

/** Where one side enters the six digits that the other shows them. The error of a wrong code stands at the field. */
export function CodeDialog({ schema, done, send, ...dialog }: CodeDialogProps) {
  const form = useSentForm({
    schema,
    defaultValues: { code: '' },
    send: async (typed, { setError }) => {
      try {
        await send(typed)
      } catch (error) {
        const isOfCode = ['WRONG_CODE', 'TOO_MANY_REQUESTS'].includes(domainCode(error) ?? '')
        if (!isOfCode) throw error
        return setError('code', { message: messageOf(error) }, { shouldFocus: true })
      }
      toast.success(done)
      dialog.onClose()
    },
  })
  return (
    <FormDialog {...dialog} form={form}>
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
