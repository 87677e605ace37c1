import { beforeEach, describe, expect, it, vi } from 'vitest'
import { accountMissing, fakeAccountDependencies, nia } from '../testing/account-dependencies.ts'
import { signInByEmail, signInByGoogle } from './sign-in.ts'
import { signUpByEmail, signUpByGoogle } from './sign-up.ts'

const form = { name: 'Nia Cole', email: nia.email, role: 'SELLER', password: 'secret1' } as const
const choose = async () => ({ email: nia.email, name: 'Nia Google' })
vi.mock('../app/log.ts')

let parts: ReturnType<typeof fakeAccountDependencies>
beforeEach(() => {
  parts = fakeAccountDependencies()
})

describe('signing up', () => {
  it('makes the account, then its name, then the record, then the session', async () => {
    const { edges, identity } = parts
    const onCreated = vi.fn()
    expect(await signUpByEmail(edges, form, onCreated)).toBe('signed-in')
    expect(edges.register).toHaveBeenCalledExactlyOnceWith({ idToken: 'proof', name: 'Nia Cole', role: 'SELLER' })
    const order = [identity.signUp, onCreated, identity.setDisplayName, edges.register, edges.beginSession].map(
      step => step.mock.invocationCallOrder[0] ?? 0,
    )
    expect(order).toEqual(order.toSorted((a, b) => a - b))
  })

  it('by Google makes a buyer of the name that Google knows', async () => {
    const { edges, identity } = parts
    expect(await signUpByGoogle(edges, choose, () => undefined)).toBe('signed-in')
    expect(identity.setDisplayName).toHaveBeenCalledWith('Nia Google')
    expect(edges.register).toHaveBeenCalledExactlyOnceWith({ idToken: 'proof', name: 'Nia Google', role: 'BUYER' })
  })

  it('is told of the refusal of the provider, and makes no record then', async () => {
    const { edges, identity } = parts
    identity.signUp.mockRejectedValueOnce(new Error('Firebase: Error (auth/email-already-in-use).'))
    await expect(signUpByEmail(edges, form, () => undefined)).rejects.toThrow('email-already-in-use')
    expect(edges.register).not.toHaveBeenCalled()
  })

  it('that cannot be recorded is finished by the next login, in the role that was chosen', async () => {
    const { edges } = parts
    edges.register.mockRejectedValueOnce(new Error('Failed to fetch'))
    expect(await signUpByEmail(edges, form, () => undefined)).toBe('record-missing')
    expect(edges.beginSession).not.toHaveBeenCalled()

    edges.beginSession.mockRejectedValueOnce(accountMissing())
    await signInByEmail(edges, form)
    expect(edges.register).toHaveBeenLastCalledWith({ idToken: 'proof', name: 'Nia Cole', role: 'SELLER' })
    expect(edges.beginSession).toHaveBeenCalledTimes(2)
  })
})

describe('signing in', () => {
  it('makes no record for whom the product knows', async () => {
    await signInByEmail(parts.edges, form)
    expect(parts.edges.register).not.toHaveBeenCalled()
    expect(parts.edges.beginSession).toHaveBeenCalledOnce()
  })

  it('by Google for the first time makes a buyer', async () => {
    const { edges } = parts
    edges.beginSession.mockRejectedValueOnce(accountMissing())
    await signInByGoogle(edges, choose)
    expect(edges.register).toHaveBeenCalledExactlyOnceWith({ idToken: 'proof', name: 'Nia Google', role: 'BUYER' })
    expect(edges.beginSession).toHaveBeenCalledTimes(2)
  })

  it('without any name takes what stands before the @', async () => {
    const { edges } = parts
    edges.beginSession.mockRejectedValueOnce(accountMissing())
    await signInByEmail(edges, form)
    expect(edges.register).toHaveBeenCalledExactlyOnceWith({ idToken: 'proof', name: 'nia', role: 'BUYER' })
  })

  it('leaves any other refusal of the server alone', async () => {
    const { edges } = parts
    edges.beginSession.mockRejectedValueOnce(new Error('Too many requests'))
    await expect(signInByEmail(edges, form)).rejects.toThrow('Too many requests')
    expect(edges.register).not.toHaveBeenCalled()
  })
})
