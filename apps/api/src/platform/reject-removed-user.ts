import { DomainError } from '@second-ring/contracts/errors'
import { Prisma } from '@second-ring/database'
import pg from 'pg'

const GONE = 'Your account was removed or suspended, or is about to be.'

/**
 * Runs a write of a user who may have been removed or suspended since they were authenticated: the database then rejects it.
 * @throws DomainError UNAUTHENTICATED when they were
 */
export async function rejectRemovedUser<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write
  } catch (error) {
    if (isOfRemovedUser(error)) throw new DomainError('UNAUTHENTICATED', GONE)
    throw error
  }
}

// The triggers that check this are named `…_present`; of plain statements Prisma says no more than that they failed.
function isOfRemovedUser(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.constraint?.endsWith('_present') ?? false
  return (
    error instanceof Prisma.PrismaClientKnownRequestError &&
    ['P2003', 'P2010'].includes(error.code) &&
    JSON.stringify(error.meta).includes('_present"')
  )
}
