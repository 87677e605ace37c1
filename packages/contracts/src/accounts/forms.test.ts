import { describe, expect, it } from 'vitest'
import { Email } from './account.ts'
import { LoginForm, SignUpForm } from './forms.ts'

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

  it('lets nobody choose to be an admin', () => {
    expect(SignUpForm.safeParse({ name: 'A', email: 'a@b.co', role: 'ADMIN', password: 'secret' }).success).toBe(false)
  })
})

describe('an email', () => {
  it('is one however it is written', () => {
    expect(Email.parse(' Admin@X.co ')).toBe('admin@x.co')
  })
})
