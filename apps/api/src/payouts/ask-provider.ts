import { DomainError } from '@second-ring/contracts/errors'

/** After so many unanswered calls in a row, the rest waits for the next run. */
const UNANSWERED_MAX = 3

/**
 * Asks the provider about one row after the other. A failure does not stop the others; once the provider does not answer any
 * more, the rest waits for the next run.
 * @returns the errors
 */
export async function askForEach<Row>(rows: readonly Row[], ask: (row: Row) => Promise<unknown>): Promise<unknown[]> {
  const failures: unknown[] = []
  let unanswered = 0
  for (const row of rows) {
    if (unanswered === UNANSWERED_MAX) break
    try {
      await ask(row)
      unanswered = 0
    } catch (error) {
      failures.push(error)
      const isUnanswered = error instanceof DomainError && error.code === 'PROVIDER_UNAVAILABLE'
      unanswered = isUnanswered ? unanswered + 1 : 0
    }
  }
  return failures
}
