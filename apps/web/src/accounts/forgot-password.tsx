import { ResetPasswordForm } from '@second-ring/contracts/accounts/forms'
import { useState } from 'react'
import { DialogButton } from '#ui/acts.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form, useSentForm } from '#ui/form.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { AccountDependencies } from './account-dependencies.ts'
import { mailProblem, providerCode } from './provider-error.ts'

interface ForgotPasswordProps {
  loadIdentity: AccountDependencies['loadIdentity']
  /** What stands in the login's field. */
  typedEmail: () => string
}

/** The way to a new password. What it says is the same for an address with an account and without. */
export function ForgotPassword({ loadIdentity, typedEmail }: ForgotPasswordProps) {
  return (
    <p className="mt-3 text-center">
      <DialogButton
        variant="quiet"
        size="small"
        dialog={close => (
          <Dialog
            open
            onClose={close}
            title="Forgot password?"
            focusesField
            description="We mail you a link. It sets a new password."
          >
            <ResetForm loadIdentity={loadIdentity} email={typedEmail()} onDone={close} />
          </Dialog>
        )}
      >
        Forgot password?
      </DialogButton>
    </p>
  )
}

// The mail itself says all that an answer here would tell a stranger.
const untold = ['auth/user-not-found', 'auth/too-many-requests']

interface ResetFormProps {
  loadIdentity: AccountDependencies['loadIdentity']
  email: string
  onDone: () => void
}

function ResetForm({ loadIdentity, email, onDone }: ResetFormProps) {
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
