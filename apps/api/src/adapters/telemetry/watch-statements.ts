import type { StatementObserver } from '@second-ring/database'
import type { FastifyBaseLogger } from 'fastify'
import { requestScope } from '#platform/request-scope.ts'

interface StatementWatch {
  /** Asked for at each statement, for the log is made after the database. */
  log: () => FastifyBaseLogger
  /** Whether every statement is logged, not the slow ones alone. */
  isVerbose: boolean
}

const SLOW_MS = 1000

/**
 * Follows a request to the statements that it runs: those that are slow are in the log, with the request's id. Of a
 * statement its text is logged and never its values.
 */
export function watchStatements({ log, isVerbose }: StatementWatch): StatementObserver {
  return sql => {
    const scope = requestScope.getStore()
    const startedAt = performance.now()
    return error => {
      const ms = Math.round(performance.now() - startedAt)
      const entry = { reqId: scope?.requestId, sql, ms }
      if (ms >= SLOW_MS) log().warn(entry, 'a statement was slow')
      else if (isVerbose) log().debug(entry, error === undefined ? 'statement' : 'statement refused')
    }
  }
}
