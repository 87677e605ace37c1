import { query, run, type Transaction } from '@second-ring/database'
import { sql } from 'kysely'
import { now } from '#platform/database-clock.ts'
import type { PictureFiles } from '#platform/image-host.ts'
import type { Platform } from '#platform/platform.ts'
import { lockPicture, nextLook } from '#platform/uploads.ts'

const BATCH = 100
/** After so many failures the store is away; the next run goes on. */
const FAILURES_MAX = 3
/** Longer than the store may take to delete the files of one picture. */
const TRANSACTION_MS = 60_000

/**
 * Deletes uploaded pictures that nothing has named for a day; a removed listing names none. Each is a transaction of its own, which waits for posts that
 * are taking it and holds up those that come; its rows go first, then its files. What fails is due again in the next run.
 * @throws the first error, at the end
 */
export async function removeUnusedPictures({
  database,
  pictureFiles,
}: Pick<Platform, 'database'> & { pictureFiles?: Pick<PictureFiles, 'remove'> }): Promise<void> {
  if (!pictureFiles) return
  const failed = new Map<string, unknown>()
  for (;;) {
    const references = await dueReferences({ database }, [...failed.keys()])
    if (references.length === 0) break
    for (const reference of references) {
      const look = database.$transaction(tx => settle(tx, pictureFiles, reference), { timeout: TRANSACTION_MS })
      await look.catch((error: unknown) => failed.set(reference, error))
      if (failed.size >= FAILURES_MAX) break
    }
    if (failed.size >= FAILURES_MAX) break
  }
  const [error] = failed.values()
  if (failed.size > 0) throw error
}

async function dueReferences({ database }: Pick<Platform, 'database'>, failed: string[]): Promise<string[]> {
  let due = query.selectFrom('uploads').where('due_at', '<=', now)
  if (failed.length > 0) due = due.where('reference', 'not in', failed)
  const rows = await run(database, due.select('reference').orderBy('due_at').limit(BATCH))
  return [...new Set(rows.map(({ reference }) => reference))]
}

async function settle(tx: Transaction, files: Pick<PictureFiles, 'remove'>, reference: string): Promise<void> {
  await lockPicture(tx, reference)
  const rows = query.selectFrom('uploads').where('reference', '=', reference)
  // Posts that were taking it have ended after this, so the next statement sees what they wrote.
  await run(tx, rows.select('id').orderBy('id').forUpdate())
  if (await isNamed(tx, reference)) {
    const seen = query.updateTable('uploads').set({ due_at: nextLook }).where('reference', '=', reference)
    await run(tx, seen.where('due_at', '<=', now))
    return
  }
  await run(tx, query.deleteFrom('uploads').where('reference', '=', reference).where('due_at', '<=', now))
  const [left] = await run(tx, rows.select('id').limit(1))
  // Another account uploaded the same picture less than a day ago.
  if (!left) await files.remove(reference)
}

async function isNamed(tx: Transaction, reference: string): Promise<boolean> {
  const isShown = sql<boolean>`images @> ARRAY[${reference}]::text[]`
  const found = await Promise.all([
    run(
      tx,
      query
        .selectFrom('listings')
        .where(isShown)
        // One that is hidden may be for sale again.
        .where(({ eb, or }) => or([eb('state', '<>', 'REMOVED'), eb('hidden_at', 'is not', null)]))
        .select('id')
        .limit(1),
    ),
    run(tx, query.selectFrom('orders').where('product_image', '=', reference).select('id').limit(1)),
    run(tx, query.selectFrom('claims').where(isShown).select('id').limit(1)),
    run(tx, query.selectFrom('categories').where('image', '=', reference).select('id').limit(1)),
  ])
  return found.some(rows => rows.length > 0)
}
