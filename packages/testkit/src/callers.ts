import { randomUUID } from 'node:crypto'
import { createContext } from '@second-ring/api/http/trpc/context'
import { createCallerFactory } from '@second-ring/api/http/trpc/procedures'
import type { Platform } from '@second-ring/api/platform/platform'
import { appRouter } from '@second-ring/api/trpc-api/app-router'
import { makeUser, type UserOverrides } from './factories.ts'

const createCaller = createCallerFactory(appRouter)

/** Every procedure as a typed function, called by one person (or by nobody). */
export type Caller = ReturnType<typeof createCaller>

export interface Callers {
  /** A new buyer. Each call of a procedure goes by their access token, as over the wire. */
  asBuyer(overrides?: UserOverrides): Promise<Caller>
  asSeller(overrides?: UserOverrides): Promise<Caller>
  asAdmin(overrides?: UserOverrides): Promise<Caller>
  /** Someone who is there already. */
  as(userId: string): Caller
  /** Nobody: not signed in. */
  anonymous(): Caller
}

export function callersOf(platform: Platform): Callers {
  const as = (userId: string): Caller => callerWith(platform, platform.accessTokens.issue(userId).accessToken)
  const asNew = async (overrides: UserOverrides): Promise<Caller> =>
    as((await makeUser(platform.database, overrides)).id)
  return {
    asBuyer: overrides => asNew({ role: 'BUYER', ...overrides }),
    asSeller: overrides => asNew({ role: 'SELLER', ...overrides }),
    asAdmin: overrides => asNew({ role: 'ADMIN', ...overrides }),
    as,
    anonymous: () => callerWith(platform, null),
  }
}

function callerWith(platform: Platform, accessToken: string | null): Caller {
  const authorization = accessToken === null ? undefined : `Bearer ${accessToken}`
  return createCaller(() => createContext(platform, { authorization, requestId: randomUUID() }))
}
