import { getTRPCErrorFromUnknown } from '@trpc/server'
import { type Authentication, authenticate, bearerToken } from '#identity/authenticate.ts'
import type { Platform } from '#platform/platform.ts'
import type { Sharing } from '../response-cache.ts'
import { toTrpcError } from './errors.ts'

export interface Context extends Authentication {
  platform: Platform
  requestId: string
  /** The call's bearer, whatever it is worth. */
  accessToken: string | null
  /** Where the call came from; absent for calls within the process, which are not counted by address. */
  address: string | undefined
  /** The browser, as it names itself. */
  device: string | undefined
  /** What the request declares of its answer; null when nothing of it is shared. */
  sharing: Sharing | null
}

interface IncomingCall {
  authorization: string | undefined
  requestId: string
  address?: string | undefined
  device?: string | undefined
  sharing?: Sharing | null
}

export async function createContext(
  platform: Platform,
  { authorization, requestId, address, device, sharing = null }: IncomingCall,
): Promise<Context> {
  const accessToken = bearerToken(authorization)
  const authentication = await authenticate(platform, accessToken).catch(error => {
    throw toTrpcError(getTRPCErrorFromUnknown(error))
  })
  const caller = authentication.caller && { ...authentication.caller, address }
  return { platform, ...authentication, caller, accessToken, requestId, address, device, sharing }
}
