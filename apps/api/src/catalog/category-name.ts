import { DomainError } from '@second-ring/contracts/errors'
import { isUniqueViolation } from '#platform/unique-violation.ts'

/**
 * Runs a write of a category's name, which the database rejects when another category has it, in any case.
 * @throws DomainError CONFLICT when it is taken
 */
export async function withFreeName<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new DomainError('CONFLICT', 'There is a category of this name already, open or retired.')
  }
}
