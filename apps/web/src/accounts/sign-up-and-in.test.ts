import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accountMissing, fakeAccountDependencies, nia, sessionHasEnded } from '#testing/account-dependencies.ts'
import { nameOf, signInByEmail, signInByGoogle } from './sign-in.ts'
import { signUpByEmail, signUpByGoogle } from './sign-up.ts'

const form = { name: 'Nia Cole', email: nia.email, role: 'SELLER', password: 'secret1' } as const
const choose = async () => ({ email: nia.email, name: 'Nia Google' })
vi.mock('#api-client/log.ts')

let parts: ReturnType<typeof fakeAccountDependencies>
beforeEach(() => {
  parts = fakeAccountDependencies()
})

describe('signing up', () => {
  it('makes the account, then its name, then the record, then the session', async () => {
    const { dependencies, identity } = parts
    const onCreated = vi.fn()
    expect(await signUpByEmail(dependencies, form, onCreated)).toBe('signed-in')
    expect(dependencies.register).toHaveBeenCalledExactlyOnceWith({
      idToken: 'proof',
      name: 'Nia Cole',
      role: 'SELLER',
    })
    const order = [
      identity.signUp,
      onCreated,
      identity.setDisplayName,
      dependencies.register,
      dependencies.beginSession,
    ].map(step => step.mock.invocationCallOrder[0] ?? 0)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
  })

  it('has the link mailed that proves the email, and ends well without it', async () => {
    const { dependencies, identity } = parts
    identity.mailProof.mockRejectedValueOnce(new Error('Firebase: Error (auth/too-many-requests).'))
    expect(await signUpByEmail(dependencies, form, () => undefined)).toBe('signed-in')
    expect(identity.mailProof).toHaveBeenCalledOnce()
    await signUpByGoogle(dependencies, choose, () => undefined)
    expect(identity.mailProof).toHaveBeenCalledOnce()
  })

  it('by Google makes a buyer of the name that Google knows', async () => {
    const { dependencies, identity } = parts
    expect(await signUpByGoogle(dependencies, choose, () => undefined)).toBe('signed-in')
    expect(identity.setDisplayName).toHaveBeenCalledWith('Nia Google')
    expect(dependencies.register).toHaveBeenCalledExactlyOnceWith({
      idToken: 'proof',
      name: 'Nia Google',
      role: 'BUYER',
    })
  })

  it('is told of the refusal of the provider, and makes no record then', async () => {
    const { dependencies, identity } = parts
    identity.signUp.mockRejectedValueOnce(new Error('Firebase: Error (auth/email-already-in-use).'))
    await expect(signUpByEmail(dependencies, form, () => undefined)).rejects.toThrow('email-already-in-use')
    expect(dependencies.register).not.toHaveBeenCalled()
  })

  it('that cannot be recorded is finished by the next login, in the role that was chosen', async () => {
    const { dependencies } = parts
    dependencies.register.mockRejectedValueOnce(new Error('Failed to fetch'))
    expect(await signUpByEmail(dependencies, form, () => undefined)).toBe('record-missing')
    expect(dependencies.beginSession).not.toHaveBeenCalled()

    dependencies.beginSession.mockRejectedValueOnce(accountMissing())
    await signInByEmail(dependencies, form)
    expect(dependencies.register).toHaveBeenLastCalledWith({ idToken: 'proof', name: 'Nia Cole', role: 'SELLER' })
    expect(dependencies.beginSession).toHaveBeenCalledTimes(2)
  })
})

describe('signing in', () => {
  it('makes no record for whom the product knows', async () => {
    await signInByEmail(parts.dependencies, form)
    expect(parts.dependencies.register).not.toHaveBeenCalled()
    expect(parts.dependencies.beginSession).toHaveBeenCalledOnce()
  })

  it('by Google for the first time makes a buyer', async () => {
    const { dependencies } = parts
    dependencies.beginSession.mockRejectedValueOnce(accountMissing())
    await signInByGoogle(dependencies, choose)
    expect(dependencies.register).toHaveBeenCalledExactlyOnceWith({
      idToken: 'proof',
      name: 'Nia Google',
      role: 'BUYER',
    })
    expect(dependencies.beginSession).toHaveBeenCalledTimes(2)
  })

  it('without any name takes what stands before the @', async () => {
    const { dependencies } = parts
    dependencies.beginSession.mockRejectedValueOnce(accountMissing())
    await signInByEmail(dependencies, form)
    expect(dependencies.register).toHaveBeenCalledExactlyOnceWith({ idToken: 'proof', name: 'nia', role: 'BUYER' })
  })

  it('leaves any other refusal of the server alone', async () => {
    const { dependencies } = parts
    dependencies.beginSession.mockRejectedValueOnce(new Error('Too many requests'))
    await expect(signInByEmail(dependencies, form)).rejects.toThrow('Too many requests')
    expect(dependencies.register).not.toHaveBeenCalled()
  })
})

describe('signing in within the second of a session that has ended', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is done again a second later, with a new sign-in at the provider', async () => {
    const { dependencies, identity } = parts
    dependencies.beginSession.mockRejectedValueOnce(sessionHasEnded())
    const signing = signInByEmail(dependencies, form)
    await vi.advanceTimersByTimeAsync(999)
    expect(identity.signIn).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(1)
    await signing
    expect(identity.signIn).toHaveBeenCalledTimes(2)
    expect(dependencies.beginSession).toHaveBeenCalledTimes(2)
  })

  it('is told when it is refused again', async () => {
    const { dependencies, identity } = parts
    dependencies.beginSession.mockRejectedValue(sessionHasEnded())
    const signing = expect(signInByEmail(dependencies, form)).rejects.toThrow('You have signed out')
    await vi.advanceTimersByTimeAsync(1000)
    await signing
    expect(identity.signIn).toHaveBeenCalledTimes(2)
  })
})

describe('the name of a newcomer whom a provider knows', () => {
  it.each([
    ['Ana ✔', 'ana@shop.example', 'Ana'],
    ['Ana v3r1f1ed', 'ana@shop.example', 'ana'],
    ['Аna', 'ana@shop.example', 'ana'],
    ['✔', 'verified@shop.example', 'Member'],
    ['', 'v.e.r.i.f.i.e.d@shop.example', 'Member'],
  ])('is one that may be recorded: %j of %s', (displayName, email, name) => {
    expect(nameOf({ uid: '1', email, displayName })).toBe(name)
  })
})
