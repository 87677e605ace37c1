import { query, run } from '@second-ring/database'
import { ago, now } from '#platform/database-clock.ts'
import type { PictureFiles } from '#platform/image-host.ts'
import type { Platform } from '#platform/platform.ts'
import { lockPicture } from '#platform/uploads.ts'

type Files = Pick<PictureFiles, 'renderAvif' | 'remove'>

/** In one run, which ends before the next one begins, a minute later. */
const PICTURES_MAX = 100
const RUN_MS = 45_000
/** After so many failures the image host is away. */
const FAILURES_MAX = 3
/** In a bucket a row is there before its files. */
const STORED_WITHIN = '10 minutes'

/**
 * Makes the AVIF renditions and the thumbhash of uploaded pictures that have none, the newest first and one at a time. One that
 * cannot be read has none for good.
 * @throws the first error, at the end
 */
export async function renderAvif({
  database,
  pictureFiles,
}: Pick<Platform, 'database'> & { pictureFiles?: Files }): Promise<void> {
  if (!pictureFiles) return
  const due = query.selectFrom('uploads').where('rendered_at', 'is', null).select('reference')
  const rows = await run(database, due.orderBy('id', 'desc').limit(PICTURES_MAX))
  const end = performance.now() + RUN_MS
  const errors: unknown[] = []
  for (const reference of new Set(rows.map(row => row.reference))) {
    if (performance.now() > end || errors.length >= FAILURES_MAX) break
    try {
      await record({ database, pictureFiles }, reference, await pictureFiles.renderAvif(reference))
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}

/** Its files are deleted again when nobody's upload is left: the picture was removed while they were made. */
async function record(
  { database, pictureFiles }: Pick<Platform, 'database'> & { pictureFiles: Files },
  reference: string,
  thumbhash: string | null,
): Promise<void> {
  await database.$transaction(async tx => {
    await lockPicture(tx, reference)
    const uploads = query.selectFrom('uploads').where('reference', '=', reference)
    // In the order in which posts take them.
    const rows = await run(tx, uploads.select('id').orderBy('id').forUpdate())
    if (rows.length === 0) return pictureFiles.remove(reference)
    const rendered = query
      .updateTable('uploads')
      .set({ thumbhash, rendered_at: now })
      .where('reference', '=', reference)
    await run(tx, thumbhash === null ? rendered.where('created_at', '<', ago(STORED_WITHIN)) : rendered)
  })
}
