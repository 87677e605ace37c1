import { type Database, Prisma, type Transaction } from '@second-ring/database'
import { isUniqueViolation, originalCodeOf } from './unique-violation.ts'

const TRIES = 5
/** A deadlock, and a failure to serialize. */
const POSTGRES_CODES = ['40P01', '40001']
/** Prisma's code of both. */
const PRISMA_CODE = 'P2034'

/** What a transaction throws that cannot go on, for a row has changed before it was locked: it begins again. */
export class TransactionConflict extends Error {}

interface TransactionLimits {
  /** How long the transaction may take, in milliseconds; as long as any when it is absent. */
  timeout?: number
}

/**
 * Does work in a transaction, from its beginning again when it meets another one: a row that changed before it was locked, a
 * deadlock, or a row with the same unique value.
 * @throws what the fifth try throws
 */
export async function runTransaction<Result>(
  database: Database,
  work: (tx: Transaction) => Promise<Result>,
  limits: TransactionLimits = {},
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await database.$transaction(work, limits)
    } catch (error) {
      if (tries === TRIES || !(isConflict(error) || isUniqueViolation(error))) throw error
    }
  }
}

/** Whether a transaction was ended because of another one, with nothing written. */
export function isConflict(error: unknown): boolean {
  if (error instanceof TransactionConflict) return true
  if (error instanceof Prisma.PrismaClientKnownRequestError)
    return error.code === PRISMA_CODE || POSTGRES_CODES.includes(originalCodeOf(error) ?? '')
  return error instanceof Error && 'code' in error && POSTGRES_CODES.includes(`${error.code}`)
}
