import { createSession, type Session } from './session.ts'

/** The session of a visitor whose page is rendered: nobody is signed in, and nobody can be. */
export async function visitorSession(): Promise<Session> {
  const none = { read: () => null, store: () => undefined }
  const never = () => Promise.reject(new Error('Nobody signs in while a page is rendered'))
  const session = createSession({
    loadIdentity: never,
    exchange: never,
    readAccount: never,
    token: { ...none, expiry: () => 0 },
    signOut: never,
    before: none,
    ending: none,
    whyEnded: () => null,
    now: Date.now,
    whenIdle: never,
    isTransient: () => false,
  })
  await session.start()
  return session
}
