import type { ComponentProps } from 'react'
import { Dialog } from './dialog.tsx'
import { Form } from './form.tsx'

type FormDialogProps = Omit<ComponentProps<typeof Dialog>, 'open'> & ComponentProps<typeof Form>

/** A form in a dialog, which stays while it is sent. */
export function FormDialog({ title, description, focusesField = false, onClose, ...form }: FormDialogProps) {
  return (
    <Dialog
      open
      onClose={() => !form.form.busy && onClose()}
      title={title}
      description={description}
      focusesField={focusesField}
    >
      <Form {...form} />
    </Dialog>
  )
}
