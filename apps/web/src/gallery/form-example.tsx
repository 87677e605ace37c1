import { ReleaseOrderForm } from '@second-ring/contracts/orders/end-order'
import { HandoverForm } from '@second-ring/contracts/orders/hand-over'
import ActDialog from '#ui/act-dialog.tsx'
import { DialogButton } from '#ui/acts.tsx'
import { CodeDialog } from '#ui/code-dialog.tsx'
import { Form, useSentForm } from '#ui/form.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import ReasonDialog from '#ui/reason-dialog.tsx'
import { TextField } from '#ui/text-field.tsx'

function useReason() {
  return useSentForm({
    schema: ReleaseOrderForm,
    defaultValues: { reason: '' },
    send: () => Promise.reject(new Error('Network Error')),
  })
}

export function FormExample() {
  const form = useReason()
  return (
    <Form form={form} action="Send">
      <TextField label="Reason" {...form.field('reason')} />
    </Form>
  )
}

function ReasonForm({ onClose }: { onClose: () => void }) {
  const form = useReason()
  return (
    <FormDialog title="Release the booking" onClose={onClose} form={form} action="Release">
      <TextField label="Reason" {...form.field('reason')} />
    </FormDialog>
  )
}

export function FormDialogExample() {
  return <DialogButton dialog={close => <ReasonForm onClose={close} />}>Open the form</DialogButton>
}

export function ReasonDialogExample() {
  const words = { title: 'Refund the order', description: 'The buyer gets it all back.', hint: 'The buyer reads it.' }
  return (
    <DialogButton
      dialog={close => (
        <ReasonDialog {...words} action="Refund" done="Refunded" act={() => Promise.resolve()} onClose={close} />
      )}
    >
      Ask for the reason
    </DialogButton>
  )
}

export function CodeDialogExample() {
  const words = { title: 'Enter the buyer’s code', description: 'They show it to you.', action: 'Hand over' }
  return (
    <DialogButton
      dialog={close => (
        <CodeDialog
          {...words}
          schema={HandoverForm}
          done="Handed over"
          send={() => Promise.resolve()}
          onClose={close}
        />
      )}
    >
      Ask for the code
    </DialogButton>
  )
}

export function ActDialogExample() {
  const words = { title: 'Delete the post?', text: 'It does not come back.', confirmLabel: 'Delete' }
  return (
    <DialogButton
      dialog={close => <ActDialog {...words} done="Deleted" act={() => Promise.resolve()} onClose={close} />}
    >
      Ask before the act
    </DialogButton>
  )
}
