import { zodResolver } from '@hookform/resolvers/zod'
import { NewPasswordForm } from '@second-ring/contracts/accounts/forms'
import { PASSWORD_MIN_LENGTH } from '@second-ring/contracts/limits'
import { useForm } from 'react-hook-form'
import { logFailure } from '../app/log.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { useAccountDependencies } from './account-dependencies.ts'
import { signInByEmail } from './sign-in.ts'

interface NewPasswordProps {
  code: string
  email: string
  onDone: () => void
  onFailure: (error: unknown) => void
}

/** Sets the password that a mailed link allows, and logs in with it, which ends all other sessions. */
export function NewPassword({ code, email, onDone, onFailure }: NewPasswordProps) {
  const dependencies = useAccountDependencies()
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(NewPasswordForm),
    defaultValues: { password: '' },
  })
  const { errors, isSubmitting } = formState

  async function save({ password }: NewPasswordForm) {
    try {
      const identity = await dependencies.loadIdentity()
      await identity.setPasswordByCode(code, password)
    } catch (error) {
      return onFailure(error)
    }
    await signInByEmail(dependencies, { email, password }).catch(error =>
      logFailure('The new password is set; the login with it failed.', error),
    )
    onDone()
  }

  return (
    <form noValidate onSubmit={event => void handleSubmit(save)(event)} className="grid gap-5">
      {/* For password managers. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <p className="wrap-anywhere">
        For <strong>{email}</strong>.
      </p>
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN_LENGTH} characters.`}
        error={errors.password?.message}
        {...register('password')}
      />
      <Button type="submit" busy={isSubmitting}>
        Set password
      </Button>
    </form>
  )
}
