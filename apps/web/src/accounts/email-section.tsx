import { zodResolver } from '@hookform/resolvers/zod'
import { ChangeEmailForm } from '@second-ring/contracts/accounts/forms'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTRPC } from '#api-client/trpc.ts'
import { useAttemptKey } from '#api-client/use-attempt-key.ts'
import { useAccount } from '#session/session-context.ts'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/field.tsx'
import { Panel } from '#ui/panel.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useAccountDependencies } from './account-dependencies.ts'
import { LeavingNotice } from './leaving-notice.tsx'
import { mailProblem, providerCode } from './provider-error.ts'
import { useHasPassword } from './use-has-password.ts'
import { useReplaceSession } from './use-replace-session.ts'

/** The email of one's account, whether it is proven, and the way to another one: it changes when its mailed link is opened. */
export function EmailSection() {
  const account = useAccount()
  const hasPassword = useHasPassword()
  if (!account) return null
  return (
    <Panel title="Email">
      <p className="mb-4 wrap-anywhere">
        {account.email} <span className="text-muted">({account.emailVerified ? 'proven' : 'not proven yet'})</span>
      </p>
      {hasPassword === false && <p className="text-muted">You log in with Google, so your email is that account’s.</p>}
      {hasPassword && account.deletesAt !== undefined && <LeavingNotice what="Your email stays as it is." />}
      {hasPassword && account.deletesAt === undefined && <ChangeEmail email={account.email} />}
    </Panel>
  )
}

function ChangeEmail({ email }: { email: string }) {
  const { loadIdentity } = useAccountDependencies()
  const replaceSession = useReplaceSession()
  const askEmailChange = useAttemptKey(useMutation(useTRPC().accounts.askEmailChange.mutationOptions()).mutateAsync)
  const [sentTo, setSentTo] = useState('')
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, reset, setError, formState } = useForm({
    resolver: zodResolver(ChangeEmailForm),
    defaultValues: { email: '', current: '' },
  })
  const { errors, isSubmitting } = formState

  async function send(form: ChangeEmailForm) {
    setProblem(undefined)
    setSentTo('')
    if (form.email.toLowerCase() === email) return setError('email', { message: 'That is your email already.' })
    try {
      const identity = await loadIdentity()
      // The provider wants a recent sign-in for this.
      await identity.signIn(email, form.current)
      // This browser goes on with that sign-in, in a session of its own.
      await replaceSession()
      await askEmailChange({ email: form.email })
      await identity.mailEmailChange(form.email)
    } catch (error) {
      // Whether somebody has that address is not told.
      if (providerCode(error) !== 'auth/email-already-in-use') return setProblem(mailProblem(error))
    }
    reset()
    setSentTo(form.email)
  }

  return (
    <form noValidate onSubmit={event => void handleSubmit(send)(event)} className="grid max-w-md gap-4">
      <TextField
        label="New email"
        type="email"
        autoComplete="email"
        hint="We mail a link to it. Your email changes when you open the link in this browser."
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.current?.message}
        {...register('current')}
      />
      <FormError refusal={problem} />
      <p role="status" className="wrap-anywhere text-muted empty:hidden">
        {sentTo &&
          `If nobody else has an account with ${sentTo}, a link is on its way there. Open it in this browser, while you are logged in, within three days: then your email changes.`}
      </p>
      <Button type="submit" variant="secondary" className="justify-self-start" busy={isSubmitting}>
        Change email
      </Button>
    </form>
  )
}
