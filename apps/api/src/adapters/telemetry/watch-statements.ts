import type { StatementObserver } from '@second-ring/database'
import type { FastifyBaseLogger } from 'fastify'
import { requestScope } from '#platform/request-scope.ts'
import { failureOf, type Tracing } from '#platform/tracing.ts'

interface StatementWatch {
  /** Asked for at each statement, for the log is made after the database. */
  log: () => FastifyBaseLogger
  tracing: Tracing | null
  /** Whether every statement is logged, not the slow ones alone. */
  isVerbose: boolean
}

const SLOW_MS = 1000

/**
 * Follows a request to the statements that it runs: each is a span below it, and in the log, with the request's id, when it
 * was slow. Of a statement its text is told and never its values.
 */
export function watchStatements({ log, tracing, isVerbose }: StatementWatch): StatementObserver {
  return sql => {
    const scope = requestScope.getStore()
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': sql }
    const span = scope && tracing?.begin({ name: firstWord(sql), kind: 'statement', within: scope, attributes })
    const startedAt = performance.now()
    return error => {
      span?.end({ failure: error === undefined ? undefined : failureOf(error) })
      const ms = Math.round(performance.now() - startedAt)
      const entry = { reqId: scope?.requestId, sql, ms }
      if (ms >= SLOW_MS) log().warn(entry, 'a statement was slow')
      else if (isVerbose) log().debug(entry, error === undefined ? 'statement' : 'statement refused')
    }
  }
}

function firstWord(sql: string): string {
  return /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? 'SQL'
}
