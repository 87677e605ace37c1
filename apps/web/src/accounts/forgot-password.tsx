import { zodResolver } from '@hookform/resolvers/zod'
import { ResetPasswordForm } from '@second-ring/contracts/accounts/forms'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError } from '#ui/field.tsx'
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
  const [open, setOpen] = useState(false)
  return (
    <p className="mt-3 text-center">
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        Forgot password?
      </Button>
      {open && (
        <Dialog
          open
          onClose={() => setOpen(false)}
          title="Forgot password?"
          focusesField
          description="We mail you a link. It sets a new password."
        >
          <ResetForm loadIdentity={loadIdentity} email={typedEmail()} onDone={() => setOpen(false)} />
        </Dialog>
      )}
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
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(ResetPasswordForm),
    defaultValues: { email },
  })
  const { errors, isSubmitting } = formState

  async function send(form: ResetPasswordForm) {
    setProblem(undefined)
    try {
      const identity = await loadIdentity()
      await identity.mailPasswordReset(form.email)
    } catch (error) {
      if (!untold.includes(providerCode(error) ?? '')) return setProblem(mailProblem(error))
    }
    setSentTo(form.email)
  }

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
    <form noValidate onSubmit={event => void handleSubmit(send)(event)} className="grid gap-5">
      <TextField
        label="Your email"
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        {...register('email')}
      />
      <FormError refusal={problem} />
      <Button type="submit" busy={isSubmitting}>
        Mail me a link
      </Button>
    </form>
  )
}
