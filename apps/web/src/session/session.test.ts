import type { Account } from '@second-ring/contracts/accounts/account'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Identity } from '#session/identity/identity.ts'
import { createSession, type SessionDependencies } from './session.ts'

const account: Account = {
  id: 'a',
  email: 'b@x.test',
  name: 'Ben',
  role: 'BUYER',
  verified: false,
  emailVerified: true,
}
const person = { uid: 'u', email: 'b@x.test', displayName: 'Ben' }
const HOUR = 3_600_000
const offline = new TypeError('Failed to fetch')
const stolen = new Error('Stolen.')

// A token is its end, as text.
function setUp({ stored, signedIn = true }: { stored?: string; signedIn?: boolean } = {}) {
  let kept: string | null = stored ?? null
  let ending: string | null = null
  let before: string | null = null
  const idle: (() => void)[] = []
  const identity = {
    ready: vi.fn(async () => (signedIn ? person : null)),
    idToken: vi.fn(async () => 'proof'),
    signOut: vi.fn(async () => undefined),
  } as Partial<Identity> as Identity
  const dependencies = {
    loadIdentity: vi.fn(async () => identity),
    exchange: vi.fn<SessionDependencies['exchange']>(async () => ({
      accessToken: String(Date.now() + HOUR),
      expiresAt: '',
      account,
      deletionCancelled: false,
    })),
    readAccount: vi.fn(async () => account),
    token: {
      read: () => kept,
      store: (token: string | null) => {
        kept = token
      },
      expiry: Number,
    },
    signOut: vi.fn(async () => undefined),
    before: {
      read: () => before,
      store: (token: string | null) => {
        before = token
      },
    },
    ending: {
      read: () => ending,
      store: (why: string | null) => {
        ending = why
      },
    },
    whyEnded: (error: unknown) => (error === stolen ? 'Stolen.' : null),
    now: () => Date.now(),
    whenIdle: (task: () => void) => void idle.push(task),
    isTransient: (error: unknown) => error === offline,
  } satisfies SessionDependencies
  return {
    ...{ session: createSession(dependencies), dependencies, identity, kept: () => kept, ending: () => ending },
    /** Lets the browser have nothing to do. */
    async becomeIdle() {
      for (const task of idle.splice(0)) task()
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000_000 }))
afterEach(() => void vi.useRealTimers())

describe('a session that only the provider ended, as at a change of email', () => {
  const stored = String(1_000_000_000 + HOUR)
  const shownTo = ({ exchange }: SessionDependencies) => vi.mocked(exchange).mock.lastCall?.[2]

  it.each(['while the page is open', 'at the next load'])('is shown to the login that follows: %s', async when => {
    const { session, dependencies, identity, kept, becomeIdle } = setUp({ stored })
    if (when === 'at the next load') vi.mocked(identity.ready).mockResolvedValueOnce(null)
    await session.start()
    await becomeIdle()
    if (when === 'while the page is open') await session.end('lost')
    expect({ status: session.get().status, kept: kept() }).toEqual({ status: 'signed-out', kept: null })
    await session.begin()
    expect(shownTo(dependencies)).toBe(stored)
  })

  it.each(['in another tab, which hears of the end', 'after a reload'])('is shown %s', async where => {
    const { session, dependencies } = setUp({ stored })
    const other = createSession(dependencies)
    await session.start()
    await other.start()
    await session.end('lost')
    if (where.startsWith('in another')) await other.follow(null)
    const later = where.startsWith('in another') ? other : createSession(dependencies)
    await later.start()
    vi.mocked(dependencies.exchange).mockRejectedValueOnce(new Error('Unproven.'))
    await expect(later.begin()).rejects.toThrow('Unproven.')
    await later.begin()
    expect(shownTo(dependencies)).toBe(stored)
    expect(dependencies.before.read()).toBeNull()
  })

  it('is shown no more once the person has left, or the server has ended it', async () => {
    const left = setUp({ stored })
    await left.session.start()
    await left.session.end()
    await left.session.begin()
    expect(shownTo(left.dependencies)).toBeNull()
    const ended = setUp({ stored })
    await ended.session.start()
    vi.mocked(ended.dependencies.exchange).mockRejectedValueOnce(stolen)
    await ended.session.renewRefused(stored, stolen)
    await ended.session.begin()
    expect(shownTo(ended.dependencies)).toBeNull()
  })
})

describe('without a connection', () => {
  const stored = '5'

  function away(offlineAccount: SessionDependencies['offlineAccount'] = async () => account) {
    const parts = setUp({ stored })
    vi.mocked(parts.dependencies.loadIdentity).mockRejectedValue(offline)
    const session = createSession({ ...parts.dependencies, offlineAccount })
    const back = () => void vi.mocked(parts.dependencies.loadIdentity).mockResolvedValue(parts.identity)
    return { ...parts, session, back }
  }

  it('who was signed in still is, with a token that has ended too, until the server says otherwise', async () => {
    const { session, dependencies, back, kept } = away()
    await session.start()
    expect(session.get()).toEqual({ status: 'signed-in', account, unconfirmed: true })
    await session.confirm()
    expect(session.get()).toEqual({ status: 'signed-in', account, unconfirmed: true })
    expect(kept()).toBe(stored)
    back()
    await session.confirm()
    expect(session.get()).toEqual({ status: 'signed-in', account })
    await session.confirm()
    expect(dependencies.exchange).toHaveBeenCalledOnce()
  })

  it('a session that has ended meanwhile ends once the server can say so', async () => {
    const { session, dependencies, back, kept } = away()
    const ended = vi.fn()
    session.onEnd(ended)
    await session.start()
    vi.mocked(dependencies.exchange).mockRejectedValueOnce(stolen)
    back()
    await session.confirm()
    expect(session.get()).toEqual({ status: 'signed-out', why: 'Stolen.' })
    expect(ended).toHaveBeenCalledExactlyOnceWith('lost')
    expect(kept()).toBeNull()
  })

  it('nobody is signed in whom this browser does not remember, or who signs out while it does', async () => {
    const unknown = away(async () => null)
    await unknown.session.start()
    expect(unknown.session.get().status).toBe('unknown')
    unknown.back()
    await unknown.session.confirm()
    expect(unknown.session.get()).toEqual({ status: 'signed-in', account })
    const remembering = Promise.withResolvers<Account>()
    const left = away(() => remembering.promise)
    const started = left.session.start()
    await vi.advanceTimersByTimeAsync(0)
    left.dependencies.token.store(null)
    await left.session.follow(null)
    remembering.resolve(account)
    await started
    expect(left.session.get().status).toBe('signed-out')
  })

  it('who was signed in goes on when no answer comes, and is confirmed by one that comes late', async () => {
    const answer = Promise.withResolvers<Account>()
    const { dependencies } = setUp({ stored: String(1_000_000_000 + HOUR) })
    dependencies.readAccount.mockReturnValue(answer.promise)
    const offlineAccount = vi.fn<NonNullable<SessionDependencies['offlineAccount']>>(async () => null)
    const session = createSession({ ...dependencies, offlineAccount })
    const started = session.start()
    await session.startWithout()
    expect(session.get().status).toBe('loading')
    offlineAccount.mockResolvedValue(account)
    await session.startWithout()
    expect(session.get()).toEqual({ status: 'signed-in', account, unconfirmed: true })
    answer.resolve(account)
    await started
    expect(session.get()).toEqual({ status: 'signed-in', account })
  })

  it('a person may sign out', async () => {
    const { session, kept } = away()
    await session.start()
    await session.end()
    expect({ status: session.get().status, kept: kept() }).toEqual({ status: 'signed-out', kept: null })
  })
})

describe('start', () => {
  it('does not even load the provider when no token is stored', async () => {
    const { session, dependencies } = setUp()
    await session.start()
    expect(session.get().status).toBe('signed-out')
    expect(dependencies.loadIdentity).not.toHaveBeenCalled()
  })

  it('goes on with a stored token that lives', async () => {
    const { session, dependencies } = setUp({ stored: String(1_000_000_000 + HOUR) })
    await session.start()
    expect(session.get()).toEqual({ status: 'signed-in', account })
    expect(dependencies.exchange).not.toHaveBeenCalled()
  })

  it('exchanges again when the stored token has ended, which still shows of which session this browser is', async () => {
    const { session, dependencies, kept } = setUp({ stored: '5' })
    await session.start()
    expect(session.get().status).toBe('signed-in')
    expect(vi.mocked(dependencies.exchange).mock.lastCall?.[2]).toBe('5')
    expect(kept()).toBe(String(1_000_000_000 + HOUR))
  })

  it('waits for the server’s word alone, and asks the provider when there is nothing else to do', async () => {
    const { session, dependencies, becomeIdle } = setUp({ stored: String(1_000_000_000 + HOUR) })
    await session.start()
    expect(dependencies.loadIdentity).not.toHaveBeenCalled()
    await becomeIdle()
    expect(dependencies.loadIdentity).toHaveBeenCalledOnce()
    expect(session.get().status).toBe('signed-in')
  })

  it('drops the token when the provider knows nobody', async () => {
    const { session, kept, becomeIdle } = setUp({ stored: String(1_000_000_000 + HOUR), signedIn: false })
    await session.start()
    await becomeIdle()
    expect(session.get().status).toBe('signed-out')
    expect(kept()).toBeNull()
  })

  it('leaves a session alone that began while the provider was asked', async () => {
    const { session, dependencies, identity, becomeIdle, kept } = setUp({ stored: String(1_000_000_000 + HOUR) })
    const { promise, resolve } = Promise.withResolvers<null>()
    vi.mocked(identity.ready).mockReturnValueOnce(promise)
    await session.start()
    await becomeIdle()
    const renewed = String(Date.now() + 2 * HOUR)
    dependencies.token.store(renewed)
    await session.follow(renewed)
    resolve(null)
    await vi.advanceTimersByTimeAsync(0)
    expect([session.get().status, kept()]).toEqual(['signed-in', renewed])
  })

  it('keeps the token when the network is down, and can start again', async () => {
    const { session, dependencies, kept } = setUp({ stored: String(1_000_000_000 + HOUR) })
    dependencies.readAccount.mockRejectedValueOnce(offline)
    await session.start()
    expect(session.get().status).toBe('unknown')
    expect(kept()).not.toBeNull()
    await session.start()
    expect(session.get().status).toBe('signed-in')
  })
})

describe('a running session', () => {
  async function signedIn() {
    const parts = setUp()
    await parts.session.start()
    await parts.session.begin()
    return parts
  }

  it('renews the token by itself before it ends', async () => {
    const { session, dependencies, kept } = await signedIn()
    const first = kept()
    await vi.advanceTimersByTimeAsync(HOUR - 120_000)
    expect(dependencies.exchange).toHaveBeenCalledTimes(2)
    expect(vi.mocked(dependencies.exchange).mock.lastCall?.[2]).toBe(first)
    expect(session.get().status).toBe('signed-in')
  })

  it('renews once when many calls meet an ended token', async () => {
    const { session, dependencies } = await signedIn()
    vi.setSystemTime(1_000_000_000 + HOUR)
    const tokens = await Promise.all([session.accessToken(), session.accessToken(), session.accessToken()])
    expect(dependencies.exchange).toHaveBeenCalledTimes(2)
    expect(new Set(tokens)).toEqual(new Set([String(1_000_000_000 + 2 * HOUR)]))
  })

  it('ends when the exchange is refused', async () => {
    const { session, dependencies, kept } = await signedIn()
    const ended = vi.fn()
    session.onEnd(ended)
    dependencies.exchange.mockRejectedValueOnce(new Error('revoked'))
    await session.renewRefused(kept() ?? '')
    expect(session.get().status).toBe('signed-out')
    expect(kept()).toBeNull()
    expect(ended).toHaveBeenCalledExactlyOnceWith('lost')
  })

  it('stays when a renewal meets trouble on the way', async () => {
    const { session, dependencies, kept } = await signedIn()
    dependencies.exchange.mockRejectedValueOnce(offline)
    await expect(session.renewRefused(kept() ?? '')).rejects.toBe(offline)
    expect(session.get().status).toBe('signed-in')
  })

  it('removes the token and signs out at the provider', async () => {
    const { session, identity, kept } = await signedIn()
    const ended = vi.fn()
    session.onEnd(ended)
    await session.end()
    expect(kept()).toBeNull()
    expect(await session.accessToken()).toBeNull()
    expect(identity.signOut).toHaveBeenCalledOnce()
    expect(ended).toHaveBeenCalledExactlyOnceWith('left')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('does not come back with a renewal that was on its way when it ended', async () => {
    const { session, dependencies, kept } = await signedIn()
    const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof dependencies.exchange>>>()
    dependencies.exchange.mockReturnValueOnce(promise)
    const renewal = session.renewRefused(kept() ?? '')
    await session.end()
    resolve({ accessToken: '9999999999999', expiresAt: '', account, deletionCancelled: false })
    await renewal
    expect(session.get().status).toBe('signed-out')
    expect(kept()).toBeNull()
  })

  it('goes on undisturbed with the token that another tab renewed', async () => {
    const { session, dependencies } = await signedIn()
    const seen: string[] = []
    session.subscribe(() => seen.push(session.get().status))
    const renewed = String(Date.now() + 2 * HOUR)
    dependencies.token.store(renewed)
    await session.follow(renewed)
    expect(await session.accessToken()).toBe(renewed)
    expect(seen).toEqual(['signed-in'])
  })

  it('gives way to another person who signed in at another tab, and leaves their token alone', async () => {
    const { session, dependencies, kept } = await signedIn()
    const ended = vi.fn()
    session.onEnd(ended)
    const theirs = String(Date.now() + 2 * HOUR)
    dependencies.token.store(theirs)
    dependencies.readAccount.mockResolvedValue({ ...account, id: 'b' })
    await session.follow(theirs)
    expect(ended).toHaveBeenCalledExactlyOnceWith('lost')
    expect(kept()).toBe(theirs)
    expect(session.get()).toMatchObject({ status: 'signed-in', account: { id: 'b' } })
  })

  it('ends with the session of another tab', async () => {
    const { session } = await signedIn()
    await session.follow(null)
    expect(session.get().status).toBe('signed-out')
  })
})

describe('a sign-out in another tab', () => {
  const stored = String(1_000_000_000 + HOUR)

  it.each(['its word comes at once', 'its word comes late'])(
    'ends the session that this tab is still loading: %s',
    async how => {
      const { session, dependencies, kept } = setUp({ stored })
      const { promise, resolve } = Promise.withResolvers<Account>()
      dependencies.readAccount.mockReturnValueOnce(promise)
      const started = session.start()
      dependencies.token.store(null)
      if (how === 'its word comes at once') await session.follow(null)
      resolve(account)
      await started
      await session.follow(null)
      expect(session.get().status).toBe('signed-out')
      expect(await session.accessToken()).toBeNull()
      expect(kept()).toBeNull()
    },
  )

  it('ends the session whose token this tab is exchanging', async () => {
    const { session, dependencies, kept } = setUp({ stored: '5' })
    const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof dependencies.exchange>>>()
    dependencies.exchange.mockReturnValueOnce(promise)
    const started = session.start()
    await vi.waitFor(() => expect(dependencies.exchange).toHaveBeenCalledOnce())
    dependencies.token.store(null)
    resolve({ accessToken: '9999999999999', expiresAt: '', account, deletionCancelled: false })
    await started
    expect(session.get().status).toBe('signed-out')
    expect(kept()).toBeNull()
  })

  it('ends the session that this tab is renewing', async () => {
    const { session, dependencies, kept } = setUp({ stored })
    await session.start()
    const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof dependencies.exchange>>>()
    dependencies.exchange.mockReturnValueOnce(promise)
    const renewal = session.renewRefused(stored)
    dependencies.token.store(null)
    resolve({ accessToken: '9999999999999', expiresAt: '', account, deletionCancelled: false })
    await renewal
    expect(session.get().status).toBe('signed-out')
    expect(kept()).toBeNull()
  })

  it('takes back the token that this tab stored before it heard of it', async () => {
    const { session, dependencies, kept } = setUp({ stored })
    await session.start()
    dependencies.token.store(null)
    dependencies.token.store(stored)
    await session.follow(null)
    expect(session.get().status).toBe('signed-out')
    expect(kept()).toBeNull()
  })

  it('leaves alone the token of who signed in there since', async () => {
    const { session, dependencies, kept } = setUp({ stored })
    await session.start()
    dependencies.token.store('9999999999999')
    await session.follow(null)
    expect(kept()).toBe('9999999999999')
  })

  it('gives way to who signed in there while this tab was loading', async () => {
    const { session, dependencies } = setUp({ stored })
    const { promise, resolve } = Promise.withResolvers<Account>()
    dependencies.readAccount.mockReturnValueOnce(promise).mockResolvedValue({ ...account, id: 'b' })
    const started = session.start()
    dependencies.token.store(String(Date.now() + 2 * HOUR))
    resolve(account)
    await started
    expect(session.get()).toMatchObject({ status: 'signed-in', account: { id: 'b' } })
  })
})

it('a browser that keeps nothing renews all the same', async () => {
  const { dependencies } = setUp()
  dependencies.token.store = () => undefined
  const session = createSession(dependencies)
  await session.begin()
  const first = await session.accessToken()
  vi.setSystemTime(1_000_000_000 + HOUR)
  expect(await session.accessToken()).not.toBe(first)
  expect(session.get().status).toBe('signed-in')
})

describe('another tab’s sign-in', () => {
  it('is taken although the provider has not heard of it here, and its token stays for the other tab', async () => {
    const { session, dependencies, kept } = setUp({ signedIn: false })
    await session.start()
    const theirs = String(1_000_000_000 + HOUR)
    dependencies.token.store(theirs)
    await session.follow(theirs)
    expect(session.get()).toEqual({ status: 'signed-in', account })
    expect(kept()).toBe(theirs)
  })

  it('leaves its token alone where it cannot be looked at', async () => {
    const { session, dependencies, kept } = setUp({ signedIn: false })
    await session.start()
    dependencies.readAccount.mockRejectedValue(offline)
    dependencies.token.store('theirs')
    await session.follow('theirs')
    expect([session.get().status, kept()]).toEqual(['signed-out', 'theirs'])
  })
})

describe('what is said of an end', () => {
  it('is the reason of the call that was refused, where the provider refuses without one', async () => {
    const signedIn = String(1_000_000_000 + HOUR)
    const { session, dependencies } = setUp({ stored: signedIn })
    await session.start()
    dependencies.exchange.mockRejectedValue(new Error('revoked'))
    await session.renewRefused(signedIn, stolen)
    expect(session.get()).toEqual({ status: 'signed-out', why: 'Stolen.' })
    const later = setUp({ stored: signedIn })
    later.dependencies.readAccount.mockRejectedValue(stolen)
    later.dependencies.exchange.mockRejectedValue(new Error('revoked'))
    await later.session.start()
    expect(later.session.get()).toEqual({ status: 'signed-out', why: 'Stolen.' })
  })

  const signedIn = String(1_000_000_000 + HOUR)

  it('is the server’s reason, and other tabs find it', async () => {
    const { session, dependencies, ending } = setUp({ stored: signedIn })
    await session.start()
    dependencies.exchange.mockRejectedValue(stolen)
    await session.renewRefused(signedIn)
    expect(session.get()).toEqual({ status: 'signed-out', why: 'Stolen.' })
    expect(ending()).toBe('Stolen.')
  })

  it('is said to whoever comes back later, too', async () => {
    const { session, dependencies } = setUp({ stored: '5' })
    dependencies.exchange.mockRejectedValue(stolen)
    await session.start()
    expect(session.get()).toEqual({ status: 'signed-out', why: 'Stolen.' })
  })

  it('is nothing where somebody signed out, whose session ends at the server; their other tab says so', async () => {
    const { session, dependencies, ending } = setUp({ stored: signedIn })
    await session.start()
    await session.end()
    expect(session.get()).toEqual({ status: 'signed-out' })
    expect(dependencies.signOut).toHaveBeenCalledExactlyOnceWith(signedIn)
    expect(ending()).toBe('You signed out in another tab.')
  })

  it('is a general word where nothing is known, and nothing to a visitor', async () => {
    const { session, dependencies } = setUp({ stored: signedIn })
    await session.start()
    await session.follow(null)
    expect(session.get()).toMatchObject({ why: 'Your session has ended. Sign in to go on.' })
    const visitor = setUp({ stored: signedIn, signedIn: false })
    visitor.dependencies.readAccount.mockRejectedValueOnce(new Error('No session.'))
    await visitor.session.start()
    expect(visitor.session.get()).toEqual({ status: 'signed-out' })
    expect(dependencies.signOut).not.toHaveBeenCalled()
  })
})
