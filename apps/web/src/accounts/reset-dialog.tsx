import { ResetPasswordForm } from '@second-ring/contracts/accounts/forms'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form, useSentForm } from '#ui/form.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { AccountDependencies } from './account-dependencies.ts'
import { mailProblem, providerCode } from './provider-error.ts'

interface ResetDialogProps {
  loadIdentity: AccountDependencies['loadIdentity']
  email: string
  onClose: () => void
}

/** Mails a link to a new password. */
export default function ResetDialog({ onClose, ...form }: ResetDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Forgot password?"
      focusesField
      description="We mail you a link. It sets a new password."
    >
      <ResetForm {...form} onDone={onClose} />
    </Dialog>
  )
}

// The mail itself says all that an answer here would tell a stranger.
const untold = ['auth/user-not-found', 'auth/too-many-requests']

function ResetForm({ loadIdentity, email, onDone }: Omit<ResetDialogProps, 'onClose'> & { onDone: () => void }) {
  const [sentTo, setSentTo] = useState<string>()
  const form = useSentForm({
    schema: ResetPasswordForm,
    defaultValues: { email },
    errorText: mailProblem,
    send: async filled => {
      const identity = await loadIdentity()
      await identity.mailPasswordReset(filled.email).catch((error: unknown) => {
        if (!untold.includes(providerCode(error) ?? '')) throw error
      })
      setSentTo(filled.email)
    },
  })

  if (sentTo !== undefined) {
    return (
      <div className="grid gap-5">
        <p role="status" className="wrap-anywhere">
          If {sentTo} has an account here, a link is on its way. Look into your spam folder too; it works for an hour.
        </p>
        <Button autoFocus onClick={onDone}>
          Back to login
        </Button>
      </div>
    )
  }
  return (
    <Form form={form} action="Mail me a link" className="gap-5">
      <TextField label="Your email" type="email" autoComplete="username" {...form.field('email')} />
    </Form>
  )
}
