import { randomUUID } from 'node:crypto'
import { createContext } from '@second-ring/api/http/trpc/context'
import { createCallerFactory } from '@second-ring/api/http/trpc/procedures'
import type { Platform } from '@second-ring/api/platform/platform'
import { appRouter } from '@second-ring/api/trpc-api/app-router'
import { ensureSession, makeUser, type UserOverrides } from './factories.ts'

const createCaller = createCallerFactory(appRouter)

/** Every procedure as a typed function, called by one person (or by nobody). */
export type Caller = ReturnType<typeof createCaller>

export interface Callers {
  /** A new buyer. Each call of a procedure goes by their access token, as over the wire. */
  asBuyer(overrides?: UserOverrides): Promise<Caller>
  asSeller(overrides?: UserOverrides): Promise<Caller>
  asAdmin(overrides?: UserOverrides): Promise<Caller>
  /** Someone who is there already; in another session than before when its id is given. */
  as(userId: string, sessionId?: string): Caller
  /** Nobody: not signed in. */
  anonymous(): Caller
  /** The access token of a user whom this market made, or of a session that `as` began, for calls over HTTP. */
  tokenOf(userId: string, sessionId?: string): string
}

export function callersOf(platform: Platform): Callers {
  // Every user of a test has a session whose id is theirs.
  const tokenOf = (userId: string, sessionId = userId) => platform.accessTokens.issue({ userId, sessionId }).accessToken
  const as = (userId: string, sessionId = userId): Caller => {
    const authorization = `Bearer ${tokenOf(userId, sessionId)}`
    let session: Promise<void> | undefined
    return createCaller(async () => {
      session ??= ensureSession(platform.database, userId, sessionId)
      await session
      return createContext(platform, { authorization, requestId: randomUUID() })
    })
  }
  const asNew = async (overrides: UserOverrides): Promise<Caller> =>
    as((await makeUser(platform.database, overrides)).id)
  return {
    asBuyer: overrides => asNew({ role: 'BUYER', ...overrides }),
    asSeller: overrides => asNew({ role: 'SELLER', ...overrides }),
    asAdmin: overrides => asNew({ role: 'ADMIN', ...overrides }),
    as,
    anonymous: () => createCaller(() => createContext(platform, { authorization: undefined, requestId: randomUUID() })),
    tokenOf,
  }
}
