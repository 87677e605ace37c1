import { type Database, Prisma } from '@second-ring/database'
import { findHits, findHitsOfModels, type Hit, type Hits, type Stretch } from './find-hits.ts'
import { asksFor } from './matching.ts'
import { newestFirst } from './search-order.ts'
import type { Question } from './understand-text.ts'

export interface RankedHit extends Hit {
  rank: number
}

/**
 * How near a listing is to the text: its name is the text; its name holds it; its name holds all of it that names ever do,
 * such as 'iphone 13' of 'iphone 13 portland'; it holds it anywhere.
 */
const RANKS = [0, 1, 2, 3] as const

const SAMPLE = 500

/**
 * The next hits by relevance: rank by rank, within each the newest first. A rank is a property of the listing and the text
 * alone, so that pages are exact, and each rank is read in the order of an index, so that nothing is sorted as a whole.
 */
export async function findRankedHits(
  database: Database,
  question: Question,
  { after, limit, ...hits }: Hits & Stretch,
): Promise<RankedHit[]> {
  const found: RankedHit[] = []
  for (const rank of RANKS) {
    if (rank < (after?.rank ?? 0) || found.length === limit) continue
    const stretch = { after: rank === after?.rank ? after : undefined, limit: limit - found.length }
    const next = await findOfRank(database, rank, { ...hits, ...stretch, question })
    found.push(...next.map(hit => ({ ...hit, rank })))
  }
  return found
}

/**
 * The next hits in an order of their own. Of few models the named ones are read model by model, and merged with those that
 * only speak of it.
 */
export async function findOrderedHits(
  database: Database,
  { anywhere, named, spoken, models }: Question,
  hits: Hits & Stretch,
): Promise<Hit[]> {
  if (!models) return findHits(database, { ...hits, wanted: [asksFor(anywhere), ...hits.wanted] }, hits)
  const ofModels = await findHitsOfModels(database, models, hits)
  const speaking = [asksFor(spoken), Prisma.sql`NOT ${asksFor(named)}`]
  // What comes after a page's worth of named ones is not on the page.
  const until = ofModels[hits.limit - 1]
  const ofOthers = await findHits(database, { ...hits, wanted: [...speaking, ...hits.wanted] }, { ...hits, until })
  return [...ofModels, ...ofOthers].sort(hits.order.compare).slice(0, hits.limit)
}

function findOfRank(
  database: Database,
  rank: (typeof RANKS)[number],
  { question, ...hits }: Hits & Stretch & { question: Question },
): Promise<Hit[]> {
  const { words, named, spoken, models, partly } = question
  if (rank === 0) return findHitsOfModels(database, [words], hits)
  if (rank === 1) {
    if (models) {
      const others = models.filter(model => model !== words)
      return findHitsOfModels(database, others, hits)
    }
    const isAnother = Prisma.sql`s.model <> ${words}`
    return findHits(database, { ...hits, wanted: [asksFor(named), isAnother, ...hits.wanted] }, hits)
  }
  if (rank === 2) return findPartlyNamed(database, question, hits)
  const isOfNone = partly.length === 0 ? [] : [Prisma.sql`s.model <> ALL(${partly}::text[])`]
  const wanted = [asksFor(spoken), Prisma.sql`NOT ${asksFor(named)}`, ...isOfNone, ...hits.wanted]
  return findHits(database, { ...hits, wanted }, hits)
}

/** Model by model where the other words are frequent; where few listings hold them, by those words. */
async function findPartlyNamed(
  database: Database,
  { partly, nameless, spoken }: Question,
  hits: Hits & Stretch,
): Promise<Hit[]> {
  if (partly.length === 0) return []
  const wanted = [asksFor(spoken), ...hits.wanted]
  if (await isFrequent(database, nameless)) return findHitsOfModels(database, partly, { ...hits, wanted })
  return findHits(database, { ...hits, wanted: [Prisma.sql`s.model = ANY(${partly}::text[])`, ...wanted] }, hits)
}

/** Whether one of a hundred of the newest listings holds what is asked for. */
async function isFrequent(database: Database, question: string): Promise<boolean> {
  const [sample] = await database.$queryRaw<{ held: number }[]>`
    SELECT count(*)::int AS held
    FROM (SELECT search FROM listing_search s ORDER BY ${newestFirst.by} LIMIT ${SAMPLE}) AS s
    WHERE ${asksFor(question)}`
  return sample !== undefined && sample.held * 100 >= SAMPLE
}
