import { Prisma } from '@second-ring/database'
import pg from 'pg'

/** Prisma's code of a plain statement that the database rejects, whatever the reason. */
const RAW = 'P2010'

/** PostgreSQL's own code. */
const UNIQUE_VIOLATION = '23505'

/** Whether a write failed because a row with the same unique value was there first. */
export function isUniqueViolation(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === UNIQUE_VIOLATION
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false
  return error.code === 'P2002' || (error.code === RAW && originalCodeOf(error) === UNIQUE_VIOLATION)
}

/** PostgreSQL's code behind an error of Prisma's, when the driver gives it. */
export function originalCodeOf({ meta }: Prisma.PrismaClientKnownRequestError): string | undefined {
  const { cause } = (meta?.driverAdapterError ?? {}) as { cause?: { originalCode?: string } }
  return cause?.originalCode
}
