import type { ErrorCode } from '@second-ring/contracts/errors'
import { TRPCClientError } from '@trpc/client'
import { isChunkTimeout } from './load-chunk.ts'
import { RequestError } from './plain-fetch.ts'

interface WireErrorData {
  domainCode?: ErrorCode
  httpStatus?: number
}

function wireData(error: unknown): WireErrorData | undefined {
  return error instanceof TRPCClientError ? (error.data as WireErrorData | undefined) : undefined
}

/** The domain's code of a refusal; undefined when the error is of another kind. */
export function domainCode(error: unknown): ErrorCode | undefined {
  return wireData(error)?.domainCode ?? undefined
}

/** Whether trying again may help: no answer at all, a server in trouble, or too many requests. */
export function isTransient(error: unknown): boolean {
  if (error instanceof TRPCClientError) {
    const status = wireData(error)?.httpStatus
    return status === undefined || status >= 500 || status === 429
  }
  // What never came to the server says nothing about who is signed in.
  if (error instanceof RequestError || isChunkTimeout(error)) return true
  if (error && typeof error === 'object' && 'code' in error) return error.code === 'auth/network-request-failed'
  return error instanceof TypeError
}

/** Whether the server did not accept who is asking. */
export function isUnauthenticated(error: unknown): boolean {
  const data = wireData(error)
  return data?.domainCode === 'UNAUTHENTICATED' || data?.httpStatus === 401
}

/** What an error says to the person who reads it: the status text of an answer, or the message. */
export function messageOf(error: unknown): string {
  const text = error instanceof Response ? error.statusText : error instanceof Error ? error.message : ''
  return text || 'Something went wrong'
}
