import { Readable } from 'node:stream'
import type { AuditEntry } from '@second-ring/contracts/audit/audit-entry'
import { AuditFilter } from '@second-ring/contracts/audit/audit-entry'
import { DomainError } from '@second-ring/contracts/errors'
import { PAGE_SIZE_MAX } from '@second-ring/contracts/paging'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { requireFreshFactor } from '#factor/require-fresh-factor.ts'
import { csvLine } from '#http/csv.ts'
import { authenticate, bearerToken, requireCaller } from '#identity/authenticate.ts'
import { authorize } from '#identity/caller.ts'
import { recordRejection } from '#identity/record-rejection.ts'
import type { Platform } from '#platform/platform.ts'
import { readAudit } from './list-audit.ts'
import { recordExport } from './record-export.ts'

/** Unknown parameters are rejected: a misspelt filter would let everything through. */
const Query = z.strictObject(AuditFilter.shape)

const columns = ['at', 'actorId', 'actorName', 'action', 'subjectType', 'subjectId', 'reason', 'id'] as const

/** The audit as a file, for admins: `GET /audit.csv` with the filter of the list in its query. */
export async function auditCsv(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  app.get('/audit.csv', async (request, reply) => {
    const authentication = await authenticate(platform, bearerToken(request.headers.authorization))
    const caller = requireCaller(authentication, 'Sign in again to go on.')
    const filter = Query.safeParse(request.query)
    if (!filter.success) throw new DomainError('INVALID_INPUT', 'This is not a filter of the audit.')
    try {
      authorize(caller, 'audit.read')
      await requireFreshFactor(platform.database, platform, caller)
    } catch (error) {
      await recordRejection(platform, { call: 'GET /audit.csv', caller, address: request.ip, error })
      throw error
    }
    await recordExport(platform, caller, filter.data)
    const pages = csvOf(platform, filter.data)
    // The first page before the answer begins, so that an error is answered as one.
    const first = await pages.next()
    reply.header('content-type', 'text/csv; charset=utf-8')
    reply.header('content-disposition', 'attachment; filename="second-ring-audit.csv"')
    reply.header('cache-control', 'no-store')
    return reply.send(Readable.from(continued(first, pages)))
  })
}

async function* csvOf({ database }: Platform, filter: AuditFilter): AsyncGenerator<string, void, void> {
  const page = (cursor?: string) => readAudit(database, { ...filter, limit: PAGE_SIZE_MAX, cursor })
  let { items, nextCursor } = await page()
  yield `${columns.join(',')}\r\n${items.map(toLine).join('')}`
  while (nextCursor !== null) {
    ;({ items, nextCursor } = await page(nextCursor))
    yield items.map(toLine).join('')
  }
}

async function* continued(first: IteratorResult<string, void>, rest: AsyncGenerator<string, void, void>) {
  if (!first.done) yield first.value
  yield* rest
}

function toLine(entry: AuditEntry): string {
  return csvLine(columns.map(column => entry[column]))
}
