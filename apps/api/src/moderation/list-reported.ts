import {
  REPORTS_SHOWN_MAX,
  type ReportedListing,
  type ReportQueueInput,
} from '@second-ring/contracts/moderation/report'
import { run } from '@second-ring/database'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { authorize, type Caller } from '#identity/caller.ts'
import { selectListings, toCard } from '#listings/listing-rows.ts'
import { decodeCursor, decodeRankedCursor, toPage } from '#platform/keyset.ts'
import type { Platform } from '#platform/platform.ts'

const selectReported = selectListings
  .innerJoin(
    ({ selectFrom }) =>
      selectFrom('reports')
        .where('state', '=', 'OPEN')
        .groupBy('listing_id')
        .select([
          'listing_id',
          sql<number>`count(*)::int`.as('reporters'),
          sql<Date>`max(created_at)`.as('last_reported_at'),
        ])
        .as('r'),
    join => join.onRef('r.listing_id', '=', 'l.id'),
  )
  .select(['r.reporters', 'r.last_reported_at as lastReportedAt'])
  .select(({ selectFrom }) => [
    jsonArrayFrom(
      selectFrom('reports as n')
        .innerJoin('users as p', 'p.id', 'n.reporter_id')
        .whereRef('n.listing_id', '=', 'l.id')
        .where('n.state', '=', 'OPEN')
        .select(['n.id', 'n.reporter_id as reporterId', 'p.name as reporterName', 'n.reason', 'n.text'])
        .select('n.created_at as reportedAt')
        .orderBy('n.created_at', 'desc')
        .orderBy('n.id', 'desc')
        .limit(REPORTS_SHOWN_MAX),
    ).as('reports'),
    jsonArrayFrom(
      selectFrom('reports as g')
        .whereRef('g.listing_id', '=', 'l.id')
        .where('g.state', '=', 'OPEN')
        .groupBy('g.reason')
        .select(['g.reason', sql<number>`count(*)::int`.as('count')])
        .orderBy('count', 'desc')
        .orderBy('g.reason'),
    ).as('reasons'),
  ])

/**
 * The listings with open reports, for admins: the last reported first, or those that most users report; one page.
 * @throws DomainError FORBIDDEN
 */
export async function listReported({ database, imageHost }: Platform, caller: Caller, input: ReportQueueInput) {
  authorize(caller, 'listing.moderate')
  const { order, cursor, limit } = input
  const list = ['reported listings', order]
  const byMost = order === 'most'
  let page = selectReported.limit(limit + 1)
  if (byMost) page = page.orderBy('r.reporters', 'desc')
  page = page.orderBy('r.last_reported_at', 'desc').orderBy('l.id', 'desc')
  if (cursor !== undefined && byMost) {
    const { rank, at, id } = decodeRankedCursor(list, cursor)
    page = page.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('r.reporters', 'r.last_reported_at', 'l.id'), '<', tuple(rank, at, id)),
    )
  } else if (cursor !== undefined) {
    const { at, id } = decodeCursor(list, cursor)
    page = page.where(({ eb, refTuple, tuple }) => eb(refTuple('r.last_reported_at', 'l.id'), '<', tuple(at, id)))
  }
  return toPage(await run(database, page), {
    list,
    limit,
    positionOf: row => ({ ...(byMost && { rank: row.reporters }), at: row.lastReportedAt, id: row.id }),
    toItem: ({ reporters, lastReportedAt, reports, reasons, ...listing }): ReportedListing => ({
      listing: toCard(listing, imageHost),
      reporters,
      reasons,
      reports: reports.map(({ reporterId, reporterName, reportedAt, ...report }) => ({
        ...report,
        reporter: { id: reporterId, name: reporterName },
        reportedAt: new Date(reportedAt).toISOString(),
      })),
      lastReportedAt: lastReportedAt.toISOString(),
    }),
  })
}

/**
 * Counts the listings with open reports.
 * @throws DomainError FORBIDDEN
 */
export async function countReported({ database }: Platform, caller: Caller): Promise<{ listings: number }> {
  authorize(caller, 'listing.moderate')
  const open = await database.report.groupBy({ by: ['listingId'], where: { state: 'OPEN' } })
  return { listings: open.length }
}
