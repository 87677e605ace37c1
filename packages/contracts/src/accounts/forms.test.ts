import { describe, expect, it } from 'vitest'
import { Email, SignInEmail } from './account.ts'
import { ChangeEmailForm, ChangePasswordForm, LoginForm, SignUpForm } from './forms.ts'

const messages = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }) =>
  result.error?.issues.map(issue => `${String(issue.path[0])}: ${issue.message}`)

describe('the login form', () => {
  it('asks for both fields', () => {
    expect(messages(LoginForm.safeParse({ email: '', password: '' }))).toEqual([
      'email: Email Address is required',
      'password: Password is required',
    ])
  })

  it('refuses a password of five characters and takes one of six', () => {
    expect(messages(LoginForm.safeParse({ email: 'a@b.co', password: '12345' }))).toEqual([
      'password: Password must be 6 characters or longer',
    ])
    expect(LoginForm.safeParse({ email: 'a@b.co', password: '123456' }).success).toBe(true)
  })

  it('takes a password of any signs, and a long one, as it is typed', () => {
    for (const password of [' six or more ', 'ünïcôde 🔑🔑', '      ', 'a'.repeat(128)]) {
      expect(LoginForm.parse({ email: 'a@b.co', password }).password).toBe(password)
    }
  })
})

describe('the sign-up form', () => {
  it('asks for every field with the specification’s words', () => {
    expect(messages(SignUpForm.safeParse({ name: ' ', email: '', role: 'BUYER', password: '' }))).toEqual([
      'name: Name Address is required',
      'email: Email Address is required',
      'password: Password is required',
    ])
  })

  it('does not check the email’s format', () => {
    expect(SignUpForm.safeParse({ name: 'A', email: 'not-an-email', role: 'SELLER', password: 'secret' }).success).toBe(
      true,
    )
  })

  it('takes no email with a space in it, as no request does', () => {
    for (const email of ['a b@x.y', 'a@x .y', 'a\u00a0b@x.y', 'a\u200bb@x.y']) {
      const says = ['email: An email address has no spaces in it']
      expect(messages(SignUpForm.safeParse({ name: 'A', email, role: 'BUYER', password: 'secret' }))).toEqual(says)
      expect(messages(ChangeEmailForm.safeParse({ current: 'secret', email }))).toEqual(says)
      expect(Email.safeParse(email).error?.issues.map(({ message }) => message)).toEqual([
        'An email address has no spaces in it',
      ])
      expect(SignInEmail.safeParse(email).success).toBe(false)
    }
    expect(SignUpForm.parse({ name: 'A', email: ' a@b.co ', role: 'BUYER', password: 'secret' }).email).toBe('a@b.co')
  })

  it('lets nobody choose to be an admin', () => {
    expect(SignUpForm.safeParse({ name: 'A', email: 'a@b.co', role: 'ADMIN', password: 'secret' }).success).toBe(false)
  })
})

describe('the forms that change how one signs in', () => {
  it('ask for the current password', () => {
    expect(messages(ChangePasswordForm.safeParse({ current: '', password: 'second-ring' }))).toEqual([
      'current: Password is required',
    ])
    expect(messages(ChangeEmailForm.safeParse({ current: '', email: 'a@b.co' }))).toEqual([
      'current: Password is required',
    ])
  })
})

describe('an email', () => {
  it('is one however it is written', () => {
    expect(Email.parse(' Admin@X.co ')).toBe('admin@x.co')
  })
})
