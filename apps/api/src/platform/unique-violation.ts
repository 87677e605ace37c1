import { Prisma } from '@second-ring/database'

/** Whether a write failed because a row with the same unique value was there first. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
}
