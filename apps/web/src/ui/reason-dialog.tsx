import { ReleaseOrderForm } from '@second-ring/contracts/orders/end-order'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { useSentForm } from './form.tsx'
import { FormDialog } from './form-dialog.tsx'
import { TextAreaField } from './text-field.tsx'
import { toast } from './toast.ts'

interface ReasonDialogProps {
  title: string
  description: ReactNode
  /** What a reason has to be; that of an order by default. */
  schema?: z.core.$ZodType<ReleaseOrderForm, ReleaseOrderForm>
  /** What is asked for, where it is more than a reason. */
  label?: string
  /** Who reads the reason. */
  hint: string
  action: string
  /** Said when it is done. */
  done: string
  act: (reason: string) => Promise<unknown>
  onClose: () => void
  /** What stands above the field. */
  children?: ReactNode
}

/** Asks for the reason of an act that cannot be undone. Keeps what was typed when the act fails. */
export default function ReasonDialog(props: ReasonDialogProps) {
  const { schema = ReleaseOrderForm, label = 'Reason', hint, done, act, children, ...dialog } = props
  const form = useSentForm({
    schema,
    defaultValues: { reason: '' },
    send: async ({ reason }) => {
      await act(reason)
      toast.success(done)
      dialog.onClose()
    },
  })
  return (
    <FormDialog {...dialog} variant="final" form={form}>
      {children}
      <TextAreaField label={label} rows={3} hint={hint} {...form.field('reason')} />
    </FormDialog>
  )
}
