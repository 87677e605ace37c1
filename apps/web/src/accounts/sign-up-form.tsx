import { zodResolver } from '@hookform/resolvers/zod'
import { SignUpForm as SignUpFormSchema } from '@second-ring/contracts/accounts/forms'
import { PASSWORD_MIN_LENGTH } from '@second-ring/contracts/limits'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import toast from 'react-hot-toast'
import { messageOf } from '#api-client/errors.ts'
import type { ChooseGoogleAccount } from '#session/identity/identity.ts'
import { Button } from '#ui/button.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { AccountDependencies } from './account-dependencies.ts'
import { OrDivider } from './account-panel.tsx'
import { FormFailure } from './form-failure.tsx'
import { GoogleSignIn } from './google-sign-in.tsx'
import { plainSentence } from './provider-error.ts'
import { type SignUpEnd, signUpByEmail, signUpByGoogle } from './sign-up.ts'

const accountTypes = [
  { value: 'BUYER', label: 'Buyer' },
  { value: 'SELLER', label: 'Seller' },
]

interface SignUpFormProps {
  dependencies: AccountDependencies
  onEnd: (end: SignUpEnd) => void
}

/** Makes an account by email and password, or by a Google account. */
export function SignUpForm({ dependencies, onEnd }: SignUpFormProps) {
  const [refusal, setRefusal] = useState<{ message: string; sentence: string | undefined }>()
  const { register, handleSubmit, formState } = useForm<SignUpFormSchema>({
    resolver: zodResolver(SignUpFormSchema),
    defaultValues: { name: '', email: '', role: 'BUYER', password: '' },
  })
  const { errors, isSubmitting } = formState

  async function signUp(run: () => Promise<SignUpEnd>) {
    setRefusal(undefined)
    try {
      onEnd(await run())
    } catch (error) {
      setRefusal({ message: messageOf(error), sentence: plainSentence(error) })
    }
  }

  const byEmail = (form: SignUpFormSchema) =>
    signUp(() => signUpByEmail(dependencies, form, () => toast.success('User Created Successfully')))
  const byGoogle = (choose: ChooseGoogleAccount) =>
    signUp(() => signUpByGoogle(dependencies, choose, () => toast.success('User Created Successfully.')))

  return (
    <>
      <form noValidate onSubmit={event => void handleSubmit(byEmail)(event)} className="grid grid-cols-1 gap-5">
        <TextField label="Name" autoComplete="name" error={errors.name?.message} {...register('name')} />
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...register('email')}
        />
        <SelectField
          label="Account Type"
          options={accountTypes}
          hint="Sellers can post phones; both can buy."
          error={errors.role?.message}
          {...register('role')}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint={`At least ${PASSWORD_MIN_LENGTH} characters.`}
          error={errors.password?.message}
          {...register('password')}
        />
        <FormFailure message={refusal?.message}>{refusal?.sentence}</FormFailure>
        <Button type="submit" busy={isSubmitting}>
          signup
        </Button>
      </form>
      <OrDivider />
      <GoogleSignIn onSignIn={byGoogle} disabled={isSubmitting} />
    </>
  )
}
