import { ChangeEmailForm } from '@second-ring/contracts/accounts/forms'
import { useState } from 'react'
import { useTRPC } from '#api-client/trpc.ts'
import { useKeyedMutation } from '#ui/acts.tsx'
import { Form, useSentForm } from '#ui/form.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useAccountDependencies } from './account-dependencies.ts'
import { mailProblem, providerCode } from './provider-error.ts'
import { useReplaceSession } from './use-replace-session.ts'

/** The form that asks for another email. */
export default function ChangeEmail({ email }: { email: string }) {
  const { loadIdentity } = useAccountDependencies()
  const replaceSession = useReplaceSession()
  const askEmailChange = useKeyedMutation(useTRPC().accounts.askEmailChange.mutationOptions())
  const [sentTo, setSentTo] = useState('')
  const form = useSentForm({
    schema: ChangeEmailForm,
    defaultValues: { email: '', current: '' },
    errorText: mailProblem,
    send: async (filled, { setError, reset }) => {
      setSentTo('')
      if (filled.email.toLowerCase() === email) return setError('email', { message: 'That is your email already.' })
      try {
        const identity = await loadIdentity()
        // The provider wants a recent sign-in for this.
        await identity.signIn(email, filled.current)
        // This browser goes on with that sign-in, in a session of its own.
        await replaceSession()
        await askEmailChange({ email: filled.email })
        await identity.mailEmailChange(filled.email)
      } catch (error) {
        // Whether somebody has that address is not told.
        if (providerCode(error) !== 'auth/email-already-in-use') throw error
      }
      reset()
      setSentTo(filled.email)
    },
  })
  return (
    <Form
      form={form}
      action="Change email"
      variant="secondary"
      className="max-w-md gap-4"
      buttonClass="justify-self-start"
    >
      <TextField
        label="New email"
        type="email"
        autoComplete="email"
        hint="We mail a link to it. Your email changes when you open the link in this browser."
        {...form.field('email')}
      />
      <PasswordField label="Password" autoComplete="current-password" {...form.field('current')} />
      <p role="status" className="wrap-anywhere text-muted empty:hidden">
        {sentTo &&
          `If nobody else has an account with ${sentTo}, a link is on its way there. Open it in this browser, while you are logged in, within three days: then your email changes.`}
      </p>
    </Form>
  )
}
