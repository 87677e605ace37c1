import { type Database, query } from '@second-ring/database'
import type { Expression } from 'kysely'

/**
 * The thumbhash of the picture that a column names, of whoever uploaded it; null until its AVIF renditions are made
 * (`listings/render-avif.ts`).
 */
export function thumbhashOf(reference: Expression<string>) {
  return query
    .selectFrom('uploads as thumb')
    .where('thumb.reference', '=', reference)
    .where('thumb.thumbhash', 'is not', null)
    .select('thumb.thumbhash')
    .limit(1)
}

/** The same of one reference. */
export async function readThumbhash(database: Database, reference: string): Promise<string | null> {
  const found = { reference, thumbhash: { not: null } }
  const upload = await database.upload.findFirst({ where: found, select: { thumbhash: true } })
  return upload?.thumbhash ?? null
}
