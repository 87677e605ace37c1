import { DomainError } from '@second-ring/contracts/errors'
import { Prisma } from '@second-ring/database'
import { isConflict } from './run-transaction.ts'

/** Prisma's: not reachable, timed out, closed, no connection free, no transaction in time. */
const prismaCodes = ['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028']
const networkCodes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN']
/**
 * PostgreSQL's classes of connections that break, of exhausted resources, of a server that stops, its time-out, and that
 * of a server which only reads, as one does that is about to take over or to be replaced.
 */
const postgresCodes = /^(?:08|53|57P)|^57014$|^25006$/
const driverKinds = ['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections']
const driverWords =
  /^timeout exceeded when trying to connect|^Query read timeout|^Connection terminated|^Client (?:has encountered|was closed).*not queryable/

/** The DomainError for an error that means that the database is away or too busy, or gave way to another; null for any other. */
export function asOutage(error: unknown): DomainError | null {
  if (!isOutage(error)) return null
  return new DomainError('UNAVAILABLE', 'The server cannot do this right now. Try again in a minute.', { cause: error })
}

function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (isConflict(error)) return true
  const { code, kind } = error instanceof Prisma.PrismaClientKnownRequestError ? ofDriver(error) : ofNode(error)
  if (error instanceof Prisma.PrismaClientKnownRequestError && prismaCodes.includes(error.code)) return true
  return networkCodes.includes(code) || postgresCodes.test(code) || driverKinds.includes(kind)
}

function ofNode(error: Error): { code: string; kind: string } {
  // The driver's own, which a commit throws as it is.
  if (error.name === 'DriverAdapterError') return ofCause(error.cause)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return { code, kind: driverWords.test(error.message) ? 'ConnectionClosed' : '' }
}

function ofDriver({ meta }: Prisma.PrismaClientKnownRequestError): { code: string; kind: string } {
  const { cause } = (meta?.driverAdapterError ?? {}) as { cause?: unknown }
  return ofCause(cause)
}

function ofCause(cause: unknown): { code: string; kind: string } {
  const { originalCode = '', kind = '' } = (cause ?? {}) as { originalCode?: string; kind?: string }
  return { code: originalCode, kind }
}
