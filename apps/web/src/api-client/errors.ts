import type { ErrorCode } from '@second-ring/contracts/errors'
import { inLocalTime } from '@second-ring/contracts/in-utc'
import { TRPCClientError } from '@trpc/client'
import { isChunkMissing, isChunkTimeout } from './load-chunk.ts'
import { NotSentError, RequestError } from './plain-fetch.ts'

interface WireErrorData {
  domainCode?: ErrorCode
  httpStatus?: number
  priceCents?: number | null
}

function wireData(error: unknown): WireErrorData | undefined {
  return error instanceof TRPCClientError ? (error.data as WireErrorData | undefined) : undefined
}

/** The domain's code of an error; undefined when the error is of another kind. */
export function domainCode(error: unknown): ErrorCode | undefined {
  return wireData(error)?.domainCode ?? undefined
}

/** The price that holds now, of an error because of the price. */
export function newPriceOf(error: unknown): number | undefined {
  return wireData(error)?.priceCents ?? undefined
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

/** Whether an answer, or a part of the site's code, did not arrive: it may another time. */
export function isNotArrived(error: unknown): boolean {
  return isTransient(error) || isChunkMissing(error)
}

/** Whether a write was not sent, because the server was out of reach. */
export function isNotSent(error: unknown): boolean {
  return error instanceof NotSentError || (error instanceof Error && error.cause instanceof NotSentError)
}

/** Whether a write may have been done although it failed: no answer came, or one of a server in trouble. */
export function mayBeDone(error: unknown): boolean {
  return !isNotSent(error) && isTransient(error) && domainCode(error) !== 'TOO_MANY_REQUESTS'
}

/** Whether what a path names is not there: what is no id at all is as little there as an id that nothing has. */
export function isNotThere(error: unknown): boolean {
  const code = domainCode(error)
  return code === 'NOT_FOUND' || code === 'INVALID_INPUT'
}

/** Whether the server did not accept who is asking. */
export function isUnauthenticated(error: unknown): boolean {
  const data = wireData(error)
  return data?.domainCode === 'UNAUTHENTICATED' || data?.httpStatus === 401
}

/** A suspended user is told so by the sign-in that renews their session. */
const endings = ['SESSION_ENDED', 'ACCOUNT_SUSPENDED'] as const

/** Why the session of a call had ended, of its error or of the body of its answer; null when it is of another kind. */
export function whyEnded(error: unknown): string | null {
  if (endings.some(code => domainCode(error) === code)) return messageOf(error)
  const isTold = error && typeof error === 'object' && 'code' in error && endings.some(code => error.code === code)
  return isTold && 'message' in error && typeof error.message === 'string' ? error.message : null
}

/**
 * What an error says to the person who reads it: the status text of an answer, or the message, with its moments as their own
 * clock shows them. Nothing where the person closed the dialog that asked for the second factor.
 */
export function messageOf(error: unknown): string {
  if (domainCode(error) === 'FACTOR_REQUIRED') return ''
  const text = error instanceof Response ? error.statusText : error instanceof Error ? error.message : ''
  return inLocalTime(text) || 'Something went wrong'
}
