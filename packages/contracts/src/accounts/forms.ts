import * as z from 'zod/mini'
import { PASSWORD_MIN_LENGTH } from '../limits.ts'
import { AccountName, SignUpRole, withoutSpaces } from './account.ts'

// No format check on the email here: the specification has none, and the identity provider answers for it.
const FormEmail = z.string().check(z.trim(), z.minLength(1, 'Email Address is required'))
/** One that becomes an account's: the provider's answer would come after the account. */
const NewEmail = FormEmail.check(withoutSpaces)
const Password = z
  .string()
  .check(
    z.minLength(1, { error: 'Password is required', abort: true }),
    z.minLength(PASSWORD_MIN_LENGTH, `Password must be ${PASSWORD_MIN_LENGTH} characters or longer`),
  )

export const LoginForm = z.object({ email: FormEmail, password: Password })
export type LoginForm = z.infer<typeof LoginForm>

export const ResetPasswordForm = z.object({ email: FormEmail })
export type ResetPasswordForm = z.infer<typeof ResetPasswordForm>

export const NewPasswordForm = z.object({ password: Password })
export type NewPasswordForm = z.infer<typeof NewPasswordForm>

export const ChangePasswordForm = z.object({ current: Password, password: Password })
export type ChangePasswordForm = z.infer<typeof ChangePasswordForm>

export const ChangeEmailForm = z.object({ email: NewEmail, current: Password })
export type ChangeEmailForm = z.infer<typeof ChangeEmailForm>

export const SignUpForm = z.object({ name: AccountName, email: NewEmail, role: SignUpRole, password: Password })
export type SignUpForm = z.infer<typeof SignUpForm>
