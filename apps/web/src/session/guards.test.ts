import type { Role } from '@second-ring/contracts/accounts/account'
import { isRedirect } from '@tanstack/react-router'
import { describe, expect, it, vi } from 'vitest'
import { requireAdmin, requireSeller, requireSignedIn } from './guards.ts'
import type { Session, SessionState } from './session.ts'

function entry(role: Role | null, href = '/dashboard/myOrders') {
  const state: SessionState = role
    ? {
        status: 'signed-in',
        account: { id: 'a', email: 'a@x.test', name: 'A', role, verified: false, emailVerified: true },
      }
    : { status: 'signed-out' }
  const end = vi.fn(async () => undefined)
  const session = { get: () => state, end } as Partial<Session> as Session
  return { context: { session }, location: { href }, end }
}

async function thrownBy(run: () => unknown): Promise<unknown> {
  try {
    await run()
  } catch (thrown) {
    return thrown
  }
  return undefined
}

describe('requireSignedIn', () => {
  it.each(['BUYER', 'SELLER', 'ADMIN'] as const)('lets a %s in', async role => {
    expect(await thrownBy(() => requireSignedIn(entry(role)))).toBeUndefined()
  })

  it('sends a guest to the login, which remembers the way and replaces the history', async () => {
    const thrown = await thrownBy(() => requireSignedIn(entry(null, '/dashboard/myOrders?x=1')))
    expect(isRedirect(thrown) && thrown.options).toMatchObject({
      to: '/login',
      search: { from: '/dashboard/myOrders?x=1' },
      replace: true,
    })
  })

  it('keeps what stands behind the # there, where no server reads it', async () => {
    const thrown = await thrownBy(() => requireSignedIn(entry(null, '/dashboard/account#set-up=secret')))
    expect(isRedirect(thrown) && thrown.options).toMatchObject({
      search: { from: '/dashboard/account' },
      hash: 'set-up=secret',
    })
  })
})

describe.each([
  { guard: requireSeller, name: 'requireSeller', welcome: 'SELLER', others: ['BUYER', 'ADMIN'] },
  { guard: requireAdmin, name: 'requireAdmin', welcome: 'ADMIN', others: ['BUYER', 'SELLER'] },
] as const)('$name', ({ guard, welcome, others }) => {
  it(`lets a ${welcome} in`, async () => {
    expect(await thrownBy(() => guard(entry(welcome)))).toBeUndefined()
  })

  it.each(others)('signs a %s out and sends them to the login, without a way back', async role => {
    const visit = entry(role)
    const thrown = await thrownBy(() => guard(visit))
    expect(visit.end).toHaveBeenCalledOnce()
    expect(isRedirect(thrown) && thrown.options).toMatchObject({ to: '/login', replace: true })
    expect(isRedirect(thrown) && thrown.options.search).toBeUndefined()
  })

  it('signs nobody out for pointing at a link', async () => {
    const visit = { ...entry('BUYER'), preload: true }
    expect(isRedirect(await thrownBy(() => guard(visit)))).toBe(true)
    expect(visit.end).not.toHaveBeenCalled()
  })
})
