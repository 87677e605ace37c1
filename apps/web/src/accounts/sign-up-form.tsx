import { SignUpForm as SignUpFormSchema } from '@second-ring/contracts/accounts/forms'
import { PASSWORD_MIN_LENGTH } from '@second-ring/contracts/limits'
import { useState } from 'react'
import { messageOf } from '#api-client/errors.ts'
import type { ChooseGoogleAccount } from '#session/identity/identity.ts'
import { Form, useSentForm } from '#ui/form.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
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
  async function signUp(run: () => Promise<SignUpEnd>) {
    setRefusal(undefined)
    try {
      onEnd(await run())
    } catch (error) {
      setRefusal({ message: messageOf(error), sentence: plainSentence(error) })
    }
  }

  const byEmail = (filled: SignUpFormSchema) =>
    signUp(() => signUpByEmail(dependencies, filled, () => toast.success('User Created Successfully')))
  const byGoogle = (choose: ChooseGoogleAccount) =>
    signUp(() => signUpByGoogle(dependencies, choose, () => toast.success('User Created Successfully.')))

  const form = useSentForm({
    schema: SignUpFormSchema,
    defaultValues: { name: '', email: '', role: 'BUYER', password: '' },
    send: byEmail,
  })

  return (
    <>
      <Form form={form} action="signup" className="gap-5">
        <TextField label="Name" autoComplete="name" {...form.field('name')} />
        <TextField label="Email" type="email" autoComplete="username" {...form.field('email')} />
        <SelectField
          label="Account Type"
          options={accountTypes}
          hint="Sellers can post phones; both can buy."
          {...form.field('role')}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint={`At least ${PASSWORD_MIN_LENGTH} characters.`}
          {...form.field('password')}
        />
        <FormFailure message={refusal?.message}>{refusal?.sentence}</FormFailure>
      </Form>
      <OrDivider />
      <GoogleSignIn onSignIn={byGoogle} disabled={form.busy} />
    </>
  )
}
