import { UserRound } from 'lucide-react'
import * as z from 'zod/mini'
import { Dialog } from '#ui/dialog.tsx'
import { Form, useSentForm } from '#ui/form.tsx'
import { TextField } from '#ui/text-field.tsx'

const suggestions = [
  { name: 'Grace Holloway', email: 'grace.holloway@gmail.test' },
  { name: 'Sam Okafor', email: 'sam.okafor@gmail.test' },
  { name: 'Mina Park', email: 'mina.park@gmail.test' },
]

const AccountForm = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Name is required')),
  email: z.string().check(z.trim(), z.email('Enter an email address')),
})

interface GoogleAccountDialogProps {
  onChoose: (account: { email: string; name: string }) => void
  onClose: () => void
}

/** The sandbox's account chooser, in the place of Google's own window: any account will do, and none of it leaves this machine. */
export default function GoogleAccountDialog({ onChoose, onClose }: GoogleAccountDialogProps) {
  const form = useSentForm({
    schema: AccountForm,
    defaultValues: { name: '', email: '' },
    send: async account => onChoose(account),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Choose an account"
      description="Sandbox: this stands in for Google's own window."
    >
      <ul className="grid gap-1">
        {suggestions.map(account => (
          <li key={account.email}>
            <button
              type="button"
              onClick={() => onChoose(account)}
              className="flex w-full items-center gap-3 rounded-xl px-3 py-2.5 text-left hover:bg-sunken"
            >
              <span
                aria-hidden="true"
                className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-ink"
              >
                <UserRound className="size-5" />
              </span>
              <span className="min-w-0">
                <span className="block font-semibold">{account.name}</span>
                <span className="block truncate text-sm text-muted">{account.email}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {/* The dialog stands inside another form in React's tree. */}
      <div className="mt-5 border-t border-line pt-5" onSubmit={event => event.stopPropagation()}>
        <Form form={form} action="Continue">
          <p className="font-semibold">Use another account</p>
          <TextField label="Account name" autoComplete="name" {...form.field('name')} />
          <TextField label="Account email" type="email" autoComplete="email" {...form.field('email')} />
        </Form>
      </div>
    </Dialog>
  )
}
