import { ChangePasswordForm } from '@second-ring/contracts/accounts/forms'
import { PASSWORD_MIN_LENGTH } from '@second-ring/contracts/limits'
import { useState } from 'react'
import { messageOf } from '#api-client/errors.ts'
import { Form, useSentForm } from '#ui/form.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { useAccountDependencies } from './account-dependencies.ts'
import { isWrongPassword, plainSentence } from './provider-error.ts'

/** The form that changes one's password. */
export default function ChangePassword({ email }: { email: string }) {
  const { loadIdentity, beginSession } = useAccountDependencies()
  const [said, setSaid] = useState('')
  const form = useSentForm({
    schema: ChangePasswordForm,
    defaultValues: { current: '', password: '' },
    errorText: error =>
      isWrongPassword(error) ? 'The current password is not right.' : (plainSentence(error) ?? messageOf(error)),
    send: async ({ current, password }, { reset }) => {
      setSaid('')
      const identity = await loadIdentity()
      await identity.signIn(email, current)
      await identity.changePassword(password)
      // Sign-ins from before the change count no more, this one's too.
      await identity.signIn(email, password)
      await beginSession()
      reset()
      setSaid(
        'Your password is changed. You are logged out everywhere else. A change of email that you asked for before does not count any more: ask for it again.',
      )
    },
  })
  return (
    <Form
      form={form}
      action="Change password"
      variant="secondary"
      className="max-w-md gap-4"
      buttonClass="justify-self-start"
    >
      <PasswordField label="Current password" autoComplete="current-password" {...form.field('current')} />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN_LENGTH} characters. You are logged out everywhere else, and a change of email whose link was not opened does not count any more.`}
        {...form.field('password')}
      />
      <p role="status" className="text-muted empty:hidden">
        {said}
      </p>
    </Form>
  )
}
