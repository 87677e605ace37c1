import { getTRPCErrorFromUnknown } from '@trpc/server'
import type { Actor } from '#identity/actor.ts'
import { authenticate, bearerToken } from '#identity/authenticate.ts'
import type { Platform } from '#platform/platform.ts'
import type { Sharing } from '../response-cache.ts'
import { toTrpcError } from './errors.ts'

export interface Context {
  platform: Platform
  /** Null when nobody is signed in. */
  actor: Actor | null
  requestId: string
  /** Where the call came from; absent for calls within the process, which are not counted by address. */
  address: string | undefined
  /** What the request declares of its answer; null when nothing of it is shared. */
  sharing: Sharing | null
}

interface Caller {
  authorization: string | undefined
  requestId: string
  address?: string
  sharing?: Sharing | null
}

export async function createContext(
  platform: Platform,
  { authorization, requestId, address, sharing = null }: Caller,
): Promise<Context> {
  const actor = await authenticate(platform, bearerToken(authorization)).catch(error => {
    throw toTrpcError(getTRPCErrorFromUnknown(error))
  })
  return { platform, actor, requestId, address, sharing }
}
