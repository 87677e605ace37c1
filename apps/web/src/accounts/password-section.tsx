import { zodResolver } from '@hookform/resolvers/zod'
import { ChangePasswordForm } from '@second-ring/contracts/accounts/forms'
import { PASSWORD_MIN_LENGTH } from '@second-ring/contracts/limits'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { messageOf } from '#api-client/errors.ts'
import { useAccount } from '#session/session-context.ts'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/field.tsx'
import { Panel } from '#ui/panel.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { useAccountDependencies } from './account-dependencies.ts'
import { isWrongPassword, plainSentence } from './provider-error.ts'
import { useHasPassword } from './use-has-password.ts'

/** The password of one's account, to be changed; every other session ends. */
export function PasswordSection() {
  const account = useAccount()
  const hasPassword = useHasPassword()
  if (!account) return null
  return (
    <Panel title="Password">
      {hasPassword === false && <p className="text-muted">You log in with Google, without a password of ours.</p>}
      {hasPassword && <ChangePassword email={account.email} />}
    </Panel>
  )
}

function ChangePassword({ email }: { email: string }) {
  const { loadIdentity, beginSession } = useAccountDependencies()
  const [said, setSaid] = useState('')
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(ChangePasswordForm),
    defaultValues: { current: '', password: '' },
  })
  const { errors, isSubmitting } = formState

  async function change({ current, password }: ChangePasswordForm) {
    setProblem(undefined)
    setSaid('')
    try {
      const identity = await loadIdentity()
      await identity.signIn(email, current)
      await identity.changePassword(password)
      // Sign-ins from before the change count no more, this one's too.
      await identity.signIn(email, password)
      await beginSession()
    } catch (error) {
      return setProblem(
        isWrongPassword(error) ? 'The current password is not right.' : (plainSentence(error) ?? messageOf(error)),
      )
    }
    reset()
    setSaid(
      'Your password is changed. You are logged out everywhere else. A change of email that you asked for before does not count any more: ask for it again.',
    )
  }

  return (
    <form noValidate onSubmit={event => void handleSubmit(change)(event)} className="grid max-w-md gap-4">
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        error={errors.current?.message}
        {...register('current')}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN_LENGTH} characters. You are logged out everywhere else, and a change of email whose link was not opened does not count any more.`}
        error={errors.password?.message}
        {...register('password')}
      />
      <FormError refusal={problem} />
      <p role="status" className="text-muted empty:hidden">
        {said}
      </p>
      <Button type="submit" variant="secondary" className="justify-self-start" busy={isSubmitting}>
        Change password
      </Button>
    </form>
  )
}
