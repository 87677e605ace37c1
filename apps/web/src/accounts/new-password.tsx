import { NewPasswordForm } from '@second-ring/contracts/accounts/forms'
import { PASSWORD_MIN_LENGTH } from '@second-ring/contracts/limits'
import { useState } from 'react'
import { isTransient } from '#api-client/errors.ts'
import { Form, useSentForm } from '#ui/form.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { useAccountDependencies } from './account-dependencies.ts'
import { mailProblem, providerCode } from './provider-error.ts'
import { signInByEmail } from './sign-in.ts'

/** The link holds no more, whatever is typed. */
const linkEnds = ['auth/invalid-action-code', 'auth/expired-action-code', 'auth/user-not-found']

// The login tells the server of the change, which ends the other sessions.
const NOT_LOGGED_IN =
  'Your password is changed, but the login did not work. Browsers that were logged in before still are: press ‘Log in’ to end that.'

interface NewPasswordProps {
  code: string
  email: string
  onDone: () => void
  onFailure: (error: unknown) => void
}

/** Sets the password that a mailed link allows, and logs in with it, which ends all other sessions. */
export function NewPassword({ code, email, onDone, onFailure }: NewPasswordProps) {
  const dependencies = useAccountDependencies()
  const [isSet, setIsSet] = useState(false)
  const form = useSentForm({
    schema: NewPasswordForm,
    defaultValues: { password: '' },
    errorText: mailProblem,
    send: async ({ password }) => {
      try {
        const identity = await dependencies.loadIdentity()
        // Once it is set, the code holds no more.
        if (!isSet) await identity.setPasswordByCode(code, password)
      } catch (error) {
        if (linkEnds.includes(providerCode(error) ?? '')) return onFailure(error)
        throw error
      }
      setIsSet(true)
      try {
        await signInByEmail(dependencies, { email, password })
      } catch (error) {
        if (isTransient(error)) throw new Error(NOT_LOGGED_IN)
      }
      onDone()
    },
  })
  return (
    <Form form={form} action={isSet ? 'Log in' : 'Set password'} className="gap-5">
      {/* For password managers. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <p className="wrap-anywhere">
        For <strong>{email}</strong>.
      </p>
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN_LENGTH} characters.`}
        readOnly={isSet}
        {...form.field('password')}
      />
    </Form>
  )
}
