import {
  ReadStatementInput,
  type StatementLine,
  type StatementLineKind,
} from '@second-ring/contracts/earnings/earnings'
import { DomainError } from '@second-ring/contracts/errors'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { type Cell, csvLine } from '#http/csv.ts'
import { authenticate, bearerToken, requireCaller } from '#identity/authenticate.ts'
import { recordRejection } from '#identity/record-rejection.ts'
import type { Platform } from '#platform/platform.ts'
import { exportStatement } from './export-statement.ts'
import type { WholeStatement } from './read-statement.ts'

/** Unknown parameters are rejected: a misspelt one would give somebody else's file. */
const Query = z.strictObject(ReadStatementInput.shape)

const words: Record<StatementLineKind, string> = {
  sale: 'Sale',
  refund: 'Refund to the buyer',
  'refund-failed': 'Refund that came back',
  dispute: 'Taken back by the buyer’s bank',
  payout: 'Paid out to your bank',
  'payout-returned': 'Sent back by your bank',
  correction: 'Correction',
}

/** A month's statement as a file: `GET /earnings.csv?month=2026-11`, by the bearer token and no cookie. */
export async function earningsCsv(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  app.get('/earnings.csv', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const authentication = await authenticate(platform, bearerToken(request.headers.authorization))
    const caller = requireCaller(authentication, 'Sign in again to go on.')
    const query = Query.safeParse(request.query)
    if (!query.success) throw new DomainError('INVALID_INPUT', 'Name the month of the statement, such as 2026-11.')
    const statement = await exportStatement(platform, caller, query.data).catch(async (error: unknown) => {
      await recordRejection(platform, { call: 'GET /earnings.csv', caller, address: request.ip, error })
      throw error
    })
    reply.header('content-type', 'text/csv; charset=utf-8')
    reply.header('content-disposition', `attachment; filename="second-ring-earnings-${statement.month}.csv"`)
    return reply.send(csvOf(statement))
  })
}

const columns = ['date_utc', 'what', 'product', 'order', 'gross_usd', 'fee_usd', 'amount_usd', 'balance_usd']

function csvOf({ month, openingCents, closingCents, lines }: WholeStatement): string {
  const rows: Cell[][] = [
    columns,
    [`${month}-01`, 'Opening balance', null, null, null, null, null, { cents: openingCents }],
    ...lines.map(cellsOf),
    [null, 'Closing balance', null, null, null, null, null, { cents: closingCents }],
  ]
  return rows.map(csvLine).join('')
}

function cellsOf({ at, kind, productName, orderId, ...line }: StatementLine): Cell[] {
  const amounts = [line.grossCents, line.feeCents, line.amountCents, line.balanceCents]
  return [at.slice(0, 19).replace('T', ' '), words[kind], productName, orderId, ...amounts.map(cents => ({ cents }))]
}
