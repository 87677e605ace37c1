import { getTRPCErrorFromUnknown } from '@trpc/server'
import { authenticate, bearerToken } from '#identity/authenticate.ts'
import type { Caller } from '#identity/caller.ts'
import type { Platform } from '#platform/platform.ts'
import type { Sharing } from '../response-cache.ts'
import { toTrpcError } from './errors.ts'

export interface Context {
  platform: Platform
  /** Null when nobody is signed in. */
  caller: Caller | null
  requestId: string
  /** Where the call came from; absent for calls within the process, which are not counted by address. */
  address: string | undefined
  /** What the request declares of its answer; null when nothing of it is shared. */
  sharing: Sharing | null
}

interface IncomingCall {
  authorization: string | undefined
  requestId: string
  address?: string
  sharing?: Sharing | null
}

export async function createContext(
  platform: Platform,
  { authorization, requestId, address, sharing = null }: IncomingCall,
): Promise<Context> {
  const caller = await authenticate(platform, bearerToken(authorization)).catch(error => {
    throw toTrpcError(getTRPCErrorFromUnknown(error))
  })
  return { platform, caller, requestId, address, sharing }
}
