import { LoginForm as LoginFormSchema } from '@second-ring/contracts/accounts/forms'
import { useState } from 'react'
import { domainCode, messageOf } from '#api-client/errors.ts'
import type { ChooseGoogleAccount } from '#session/identity/identity.ts'
import { Form, useSentForm } from '#ui/form.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
import type { AccountDependencies } from './account-dependencies.ts'
import { OrDivider } from './account-panel.tsx'
import { ForgotPassword } from './forgot-password.tsx'
import { FormFailure } from './form-failure.tsx'
import { GoogleSignIn } from './google-sign-in.tsx'
import { plainSentence, providerCode, thirdWord } from './provider-error.ts'
import { signInByEmail, signInByGoogle } from './sign-in.ts'
import { ChangedEmail, SignInOnceMore, SignUpNow, UnprovenAccount } from './unproven-account.tsx'

interface LoginFormProps {
  dependencies: AccountDependencies
  onSignedIn: () => void
}

/** Where the way of an email's owner goes on, to whom a stranger's sign-in stood in the way. */
const steps: Record<string, 'unproven' | 'cleared'> = { ACCOUNT_UNPROVEN: 'unproven', SIGN_IN_AGAIN: 'cleared' }

/** Email and password, or a Google account. */
export function LoginForm({ dependencies, onSignedIn }: LoginFormProps) {
  const [refusal, setRefusal] = useState<{ message: string; sentence: string | undefined }>()
  const [claim, setClaim] = useState<'unproven' | 'cleared' | 'changed' | 'ended'>()
  const form = useSentForm({ schema: LoginFormSchema, defaultValues: { email: '', password: '' }, send: signIn })

  async function signIn(filled: LoginFormSchema): Promise<void> {
    setRefusal(undefined)
    setClaim(undefined)
    try {
      await signInByEmail(dependencies, filled)
    } catch (error) {
      if (domainCode(error) === 'ACCOUNT_UNPROVEN') return setClaim('changed')
      const message = providerCode(error) ? thirdWord(messageOf(error)) : messageOf(error)
      return setRefusal({ message, sentence: plainSentence(error) })
    }
    toast.success('User Logged in')
    onSignedIn()
  }

  async function signInWithGoogle(choose: ChooseGoogleAccount) {
    setRefusal(undefined)
    // The button of the last step, and the accounts to choose from, stay until it is over.
    setClaim(step => (step === 'cleared' ? step : undefined))
    try {
      await signInByGoogle(dependencies, choose)
    } catch (error) {
      const step = steps[domainCode(error) ?? '']
      if (step) return setClaim(step)
      return setRefusal({ message: messageOf(error), sentence: plainSentence(error) })
    }
    loggedIn()
  }

  function loggedIn() {
    toast.success('Successfully logged in')
    onSignedIn()
  }

  return (
    <>
      <Form form={form} action="Login" className="gap-5">
        <TextField label="Email" type="email" autoComplete="username" {...form.field('email')} />
        <PasswordField label="Password" autoComplete="current-password" {...form.field('password')} />
        <FormFailure message={refusal?.message}>{refusal?.sentence}</FormFailure>
      </Form>
      <ForgotPassword loadIdentity={dependencies.loadIdentity} typedEmail={() => form.getValues('email')} />
      <OrDivider />
      <GoogleSignIn onSignIn={signInWithGoogle} disabled={form.busy} />
      {claim === 'unproven' && (
        <UnprovenAccount dependencies={dependencies} onSignedIn={loggedIn} onCleared={() => setClaim('cleared')} />
      )}
      {claim === 'changed' && (
        <ChangedEmail dependencies={dependencies} onSignedIn={loggedIn} onCleared={() => setClaim('ended')} />
      )}
      {claim === 'ended' && <SignUpNow />}
      {claim === 'cleared' && <SignInOnceMore onSignIn={signInWithGoogle} />}
    </>
  )
}
