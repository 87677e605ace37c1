import { Prisma } from '@second-ring/database'
import { originalCodeOf } from './unique-violation.ts'

/** PostgreSQL's own code. */
const CHECK_VIOLATION = '23514'

/** Whether a plain statement of Prisma's failed because a check, or a trigger that raises one, rejected the row. */
export function isCheckViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && originalCodeOf(error) === CHECK_VIOLATION
}
