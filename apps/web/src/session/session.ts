import type { Account } from '@second-ring/contracts/accounts/account'
import type { ExchangeSessionOutput } from '@second-ring/contracts/accounts/session'
import type { Identity } from '#session/identity/identity.ts'

export type SessionState =
  | { status: 'loading' }
  /** The first report could not be had: the network or the provider is down. */
  | { status: 'unknown' }
  /** @property why what is said of a session that ended without the person's doing in this tab */
  | { status: 'signed-out'; why?: string }
  /** @property unconfirmed the server is out of reach, and has said so of the account within the last days */
  | { status: 'signed-in'; account: Account; unconfirmed?: true }

/** What a session stands on; the dependencies of the browser and the network. */
export interface SessionDependencies {
  loadIdentity(): Promise<Identity>
  /** With the code of a mailed link, where one was opened, and the token, of any age, of the session that this browser has or had last: by it the server renews that session. */
  exchange(idToken: string, code?: string, accessToken?: string | null): Promise<ExchangeSessionOutput>
  /** The account of a token. */
  readAccount(accessToken: string): Promise<Account>
  token: { read(): string | null; store(token: string | null): void; expiry(token: string): number }
  /** The token of a session that only the provider ended, as it does at a change of email, for any tab and after a reload: the server takes the new email by it. */
  before: { read(): string | null; store(token: string | null): void }
  /** Ends the session of a token at the server. */
  signOut(accessToken: string): Promise<unknown>
  /** Why the session ended, for the browser's other tabs. */
  ending: { read(): string | null; store(why: string | null): void }
  /** What the server says of a session that has ended; null of any other error. */
  whyEnded(error: unknown): string | null
  now(): number
  /** Runs a task once the browser has nothing more urgent to do. */
  whenIdle(task: () => void): void
  /** Whether trying again later may help: the network, or a server in trouble. */
  isTransient(error: unknown): boolean
  /** The account of a token as the server said last, while the server is out of reach; null otherwise. */
  offlineAccount?(accessToken: string): Promise<Account | null>
}

// A token this close to its end is renewed before it is used, and in the background a little earlier.
const RENEW_BEFORE_USE_MS = 60_000
const RENEW_AHEAD_MS = 180_000

const LOST = 'Your session has ended. Sign in to go on.'
const LEFT_ELSEWHERE = 'You signed out in another tab.'

export type Session = ReturnType<typeof createSession>

/** Who is signed in here, and the access token of theirs: kept, renewed, and dropped. */
export function createSession(dependencies: SessionDependencies) {
  let state: SessionState = { status: 'loading' }
  let token: string | null = null
  // Whether the browser keeps the token; with storage blocked, what storage holds says nothing.
  let isStored = false
  // Counts the ends, so that an answer which comes after one does not bring the session back.
  let ends = 0
  let renewing: Promise<unknown> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const watchers = new Set<() => void>()
  const endListeners = new Set<(reason: 'left' | 'lost') => void>()

  function move(next: SessionState) {
    state = next
    for (const watcher of watchers) watcher()
  }

  function keep(next: string, account: Account) {
    token = next
    dependencies.before.store(null)
    dependencies.ending.store(null)
    dependencies.token.store(next)
    isStored = dependencies.token.read() === next
    clearTimeout(timer)
    const wait = dependencies.token.expiry(next) - dependencies.now() - RENEW_AHEAD_MS
    if (wait > 0) timer = setTimeout(() => void renew().catch(() => undefined), wait)
    move({ status: 'signed-in', account })
  }

  /** The token that shows the server of which session this browser is; it may have expired since the last visit. */
  const held = () => token ?? dependencies.token.read() ?? dependencies.before.read()

  function drop(reason: 'left' | 'lost', error?: unknown, refused?: unknown) {
    // The provider may refuse first, which knows no reason.
    const said = dependencies.whyEnded(error) ?? dependencies.whyEnded(refused)
    dependencies.before.store(reason === 'lost' && said === null ? held() : null)
    dependencies.ending.store(reason === 'left' ? LEFT_ELSEWHERE : said)
    dependencies.token.store(null)
    forget(reason, said)
  }

  function forget(reason: 'left' | 'lost', said: string | null = null) {
    clearTimeout(timer)
    ends += 1
    token = null
    isStored = false
    const was = state.status
    const why = said ?? (was === 'signed-in' && reason === 'lost' ? LOST : null)
    move({ status: 'signed-out', ...(why !== null && { why }) })
    if (was === 'signed-in') for (const listener of endListeners) listener(reason)
  }

  /** Whether it cancelled the deletion of the account. */
  async function exchangeNow(code?: string): Promise<boolean> {
    const endsBefore = ends
    const identity = await dependencies.loadIdentity()
    const { accessToken, account, deletionCancelled } = await dependencies.exchange(
      await identity.idToken(),
      code,
      held(),
    )
    if (ends !== endsBefore) return deletionCancelled
    // Another tab has signed out, and its word is still on the way.
    if (isStored && dependencies.token.read() === null) forget('lost')
    else keep(accessToken, account)
    return deletionCancelled
  }

  /** One renewal at a time. An error ends the session; trouble on the way leaves it, and rejects. */
  function renew(refused?: unknown): Promise<unknown> {
    renewing ??= exchangeNow()
      .catch((error: unknown) => {
        if (dependencies.isTransient(error)) throw error
        if (state.status === 'signed-in') drop('lost', error, refused)
      })
      .finally(() => {
        renewing = undefined
      })
    return renewing
  }

  async function providersPerson() {
    const identity = await dependencies.loadIdentity()
    return identity.ready()
  }

  /** Ends a session of which the provider knows nobody in this browser: it could not be renewed. */
  async function askProvider() {
    const asked = token
    const person = await providersPerson()
    if (!person && asked !== null && token === asked) drop('lost')
  }

  async function resume(stored: string): Promise<void> {
    const endsBefore = ends
    isStored = true
    const alive = dependencies.token.expiry(stored) - dependencies.now() > RENEW_BEFORE_USE_MS
    let refused: unknown
    const account = alive
      ? await dependencies.readAccount(stored).catch((error: unknown) => {
          if (dependencies.isTransient(error)) throw error
          refused = error
          return null
        })
      : null
    const person = account ? null : await providersPerson()
    if (ends !== endsBefore) return
    // Another tab has signed out meanwhile, or has stored another token.
    const now = dependencies.token.read()
    if (now === null) forget('lost')
    else if (now !== stored) await resume(now)
    else if (account) {
      keep(stored, account)
      // The screen waits for the server's word alone, not for the provider's code.
      dependencies.whenIdle(() => void askProvider().catch(() => undefined))
    } else if (!person) drop('lost', refused)
    else
      await exchangeNow().catch((error: unknown) => {
        if (dependencies.isTransient(error) || ends !== endsBefore) throw error
        drop('lost', error, refused)
      })
  }

  async function find(stored: string): Promise<void> {
    const endsBefore = ends
    try {
      await resume(stored)
    } catch (error) {
      if (ends !== endsBefore) return
      if (!dependencies.isTransient(error)) return drop('lost', error)
      if (!(await remember(stored))) move({ status: 'unknown' })
    }
  }

  /** Without the server's word the session is as the browser remembers it. @returns whether that is known now */
  async function remember(stored: string): Promise<boolean> {
    const endsBefore = ends
    const account = await dependencies.offlineAccount?.(stored).catch(() => null)
    if (ends !== endsBefore || state.status !== 'loading') return true
    if (!account || dependencies.token.read() !== stored) return false
    token = stored
    move({ status: 'signed-in', account, unconfirmed: true })
    return true
  }

  async function start(): Promise<void> {
    const stored = dependencies.token.read()
    if (!stored) return move({ status: 'signed-out' })
    move({ status: 'loading' })
    await find(stored)
  }

  return {
    get: () => state,
    subscribe(watcher: () => void): () => void {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    /** Tells when a session ends: `left` by the person's own wish, `lost` by expiry, error or another tab. */
    onEnd(listener: (reason: 'left' | 'lost') => void): () => void {
      endListeners.add(listener)
      return () => endListeners.delete(listener)
    },
    /** Finds out who is signed in. Without a stored token nobody is, and the provider is not even loaded. */
    start,
    /** Goes on without the server's word, which takes long, where the server is out of reach. */
    async startWithout(): Promise<void> {
      const stored = dependencies.token.read()
      if (stored && state.status === 'loading') await remember(stored)
    },
    /** Has the server confirm a session that began without it, and ends one that it does not. */
    async confirm(): Promise<void> {
      if (state.status === 'unknown') await start()
      else if (state.status === 'signed-in' && state.unconfirmed && token) await find(token)
    },
    /**
     * Begins the session of whom the provider has just signed in, by the code of a mailed link where one was opened. Rejects
     * with the server's error.
     * @returns whether the account was about to be deleted, and stays
     */
    begin: (code?: string): Promise<boolean> => exchangeNow(code),
    /** Gets another token and reads the account again, after a change of it; other tabs follow the token. */
    async refresh(): Promise<void> {
      await renew()
    },
    /** The bearer for a call: renewed first when it is about to end; null when nobody is signed in. */
    async accessToken(): Promise<string | null> {
      if (token && dependencies.token.expiry(token) - dependencies.now() < RENEW_BEFORE_USE_MS) await renew()
      return token
    },
    /**
     * The server rejected the bearer: gets another one, or ends the session.
     * @param error the server's
     */
    async renewRefused(refused: string, error?: unknown): Promise<void> {
      if (token === refused) await renew(error)
    },
    /** Signs out here and at the provider. */
    async end(reason: 'left' | 'lost' = 'left'): Promise<void> {
      const left = token
      drop(reason)
      // Out of reach, its token ends within the hour.
      if (left !== null && reason === 'left') void dependencies.signOut(left).catch(() => undefined)
      await dependencies
        .loadIdentity()
        .then(identity => identity.signOut())
        .catch(() => undefined) // The provider's code may be out of reach; here nobody is signed in any more.
    },
    /** Another tab stored another token, or removed it. */
    async follow(stored: string | null): Promise<void> {
      if (stored === null) {
        // Of what this tab had on the way, the token may have come back into storage.
        if (token !== null && dependencies.token.read() === token) dependencies.token.store(null)
        if (state.status !== 'signed-out') forget('lost', dependencies.ending.read())
        return
      }
      if (stored === token) return
      if (state.status === 'signed-in') {
        const { id } = state.account
        const endsBefore = ends
        const account = await dependencies.readAccount(stored).catch(() => null)
        if (ends !== endsBefore || dependencies.token.read() !== stored) return
        // Renewed over there, or out of reach: what is on the screen here goes on undisturbed.
        if (!account) return
        if (account.id === id) return keep(stored, account)
        forget('lost')
      }
      // The provider may hear of that sign-in later than this tab: it is the server's word that counts.
      const endsBefore = ends
      const account = await dependencies.readAccount(stored).catch(() => null)
      if (account && ends === endsBefore && dependencies.token.read() === stored) keep(stored, account)
    },
  }
}
