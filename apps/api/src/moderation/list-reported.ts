import {
  REPORTS_SHOWN_MAX,
  type ReportedListing,
  type ReportQueueInput,
} from '@second-ring/contracts/moderation/report'
import { run } from '@second-ring/database'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { authorize, type Caller } from '#identity/caller.ts'
import { recordRead } from '#identity/record-read.ts'
import { selectListings, toCard } from '#listings/listing-rows.ts'
import { decodeRankedCursor, toPage } from '#platform/keyset.ts'
import type { Platform } from '#platform/platform.ts'

const selectReported = selectListings
  .innerJoin(
    ({ selectFrom }) =>
      selectFrom('reports')
        .innerJoin('users', 'users.id', 'reports.reporter_id')
        .where('state', '=', 'OPEN')
        .groupBy('listing_id')
        .select([
          'listing_id',
          sql<number>`count(*)::int`.as('reporters'),
          sql<number>`count(email_verified_at)::int`.as('proven'),
          sql<Date>`max(reports.created_at)`.as('last_reported_at'),
        ])
        .as('r'),
    join => join.onRef('r.listing_id', '=', 'l.id'),
  )
  .select(['r.reporters', 'r.proven', 'r.last_reported_at as lastReportedAt'])
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

// Accounts cost nothing, so those without a proven email count last, however many they are.
const ranks = {
  newest: sql<number>`(r.proven > 0)::int`,
  most: sql<number>`least(r.proven, 9999) * 10000 + least(r.reporters, 9999)`,
}

/**
 * The listings with open reports, for admins: the last reported first, or those that most users report; those that proven
 * users report before all others; one page.
 * @throws DomainError FORBIDDEN
 */
export async function listReported({ database, imageHost }: Platform, caller: Caller, input: ReportQueueInput) {
  authorize(caller, 'listing.moderate')
  await recordRead(database, caller, { action: 'read.reports' })
  const { order, cursor, limit } = input
  const list = ['reported listings', order]
  const rank = ranks[order]
  let page = selectReported
    .select(rank.as('rank'))
    .orderBy('rank', 'desc')
    .orderBy('r.last_reported_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(limit + 1)
  if (cursor !== undefined) {
    const after = decodeRankedCursor(list, cursor)
    page = page.where(({ and, eb, or, refTuple, tuple }) =>
      or([
        eb(rank, '<', after.rank),
        and([eb(rank, '=', after.rank), eb(refTuple('r.last_reported_at', 'l.id'), '<', tuple(after.at, after.id))]),
      ]),
    )
  }
  return toPage(await run(database, page), {
    list,
    limit,
    positionOf: row => ({ rank: row.rank, at: row.lastReportedAt, id: row.id }),
    toItem: ({ reporters, proven, rank: _, lastReportedAt, reports, reasons, ...listing }): ReportedListing => ({
      listing: toCard(listing, imageHost),
      reporters,
      proven,
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
