import type { AccountLimits } from '@second-ring/contracts/account-limits'
import { DomainError } from '@second-ring/contracts/errors'
import { UNUSED_UPLOAD_HOURS } from '@second-ring/contracts/limits'
import { type Database, query, run, type Transaction } from '@second-ring/database'
import { sql } from 'kysely'
import { enforceLimits, findReached, holdAccount, readAccountUse } from './account-limits.ts'
import { lockName } from './advisory-lock.ts'
import { fromNow, now } from './database-clock.ts'
import type { ImageHost } from './image-host.ts'

interface Limited {
  database: Database
  accountLimits: AccountLimits
}

/** When an upload, or a picture that was found in use, is looked at again. */
export const nextLook = fromNow(`${UNUSED_UPLOAD_HOURS} hours`)

/** Holds a picture until the transaction's end: it is not deleted while it is uploaded once more. */
export async function lockPicture(tx: Transaction, reference: string): Promise<void> {
  await lockName(tx, `second-ring/picture:${reference}`)
}

/**
 * Asks whether an account may upload one more, before anything of it is drawn.
 * @throws DomainError LIMIT_REACHED
 */
export async function checkUpload({ database, accountLimits }: Limited, userId: string): Promise<void> {
  const use = await readAccountUse(database, userId, ['picturesADay'])
  const error = use && (await findReached(database, accountLimits, { ...use, userId }))
  if (error) throw error
}

/** Deletes what was stored of an upload that was rejected in the end, unless somebody else has uploaded the same. */
export async function discardUpload(
  { database }: Pick<Limited, 'database'>,
  reference: string,
  remove: () => Promise<void>,
): Promise<void> {
  await database.$transaction(async tx => {
    await lockPicture(tx, reference)
    const [row] = await run(tx, query.selectFrom('uploads').where('reference', '=', reference).select('id').limit(1))
    if (!row) await remove()
  })
}

/**
 * Records who uploaded a picture and how it looks (`pictures/decoder/look-of.ts`; null when that is not known); its unused time begins again when they had done so before.
 * @throws DomainError LIMIT_REACHED
 */
export async function recordUpload(
  { database, accountLimits }: Limited,
  upload: Uploaded & { look: string | null },
): Promise<void> {
  const { reference, userId } = upload
  await database.$transaction(async tx => {
    if (userId !== null) await enforceLimits(tx, { accountLimits }, { userId, names: ['picturesADay'] })
    await lockPicture(tx, reference)
    // Its files may be new: they are rendered again.
    await insertUpload(tx, { ...upload, thumbhash: null, rendered_at: null })
  })
}

interface Uploaded {
  reference: string
  userId: string | null
}

interface Rendered {
  look: string | null
  thumbhash: string | null
  rendered_at: Date | null
}

async function insertUpload(
  tx: Transaction,
  { reference, userId, look, ...rendered }: Uploaded & Rendered,
): Promise<void> {
  const known = { ...rendered, look: sql<string | null>`${look}::text::bit(256)`, due_at: nextLook }
  const insert = query
    .insertInto('uploads')
    .values({ reference, user_id: userId, ...known })
    .onConflict(conflict => conflict.columns(['reference', 'user_id']).doUpdateSet({ ...known, created_at: now }))
  await run(tx, insert)
}

/**
 * Takes uploaded pictures for a row that the same transaction writes: until its end none of them is deleted. At a remote
 * image host nothing is known of uploads, and nothing is checked. What was uploaded without an account becomes the account's
 * own, and counts as its upload.
 * @param userId whose they are, or nobody's; null for anybody's
 * @throws DomainError INVALID_INPUT when one was not uploaded, or by another account; LIMIT_REACHED
 */
export async function claimUploads(
  tx: Transaction,
  {
    imageHost: { seesUploads },
    accountLimits,
  }: { imageHost: Pick<ImageHost, 'seesUploads'>; accountLimits: AccountLimits },
  { userId, references }: { userId: string | null; references: string[] },
): Promise<void> {
  if (!seesUploads || references.length === 0) return
  if (userId !== null) await holdAccount(tx, userId)
  let uploads = query.selectFrom('uploads').where('reference', 'in', references)
  if (userId !== null) uploads = uploads.where(of => of.or([of('user_id', '=', userId), of('user_id', 'is', null)]))
  const rows = await run(
    tx,
    uploads
      .select(['reference', 'user_id', sql<string | null>`look::text`.as('look'), 'thumbhash', 'rendered_at'])
      .orderBy('id')
      .forShare(),
  )
  const claimed = new Set(rows.map(({ reference }) => reference))
  if (!references.every(reference => claimed.has(reference)))
    throw new DomainError('INVALID_INPUT', 'Upload the picture first; this one was not uploaded by you, or is gone.')
  if (userId === null) return
  const own = new Set(rows.filter(row => row.user_id === userId).map(({ reference }) => reference))
  for (const { user_id: _, ...unnamed } of rows.filter(row => !own.has(row.reference))) {
    await enforceLimits(tx, { accountLimits }, { userId, names: ['picturesADay'] })
    await insertUpload(tx, { ...unnamed, userId })
  }
}

/**
 * Lets go of pictures that a row of this transaction names no longer: a day later they are looked at, and deleted with their
 * files unless another row names them.
 */
export async function releaseUploads(tx: Transaction, references: string[]): Promise<void> {
  if (references.length === 0) return
  // In the order in which posts take them, so that neither waits for the other for ever.
  const rows = query.selectFrom('uploads').where('reference', 'in', references)
  await run(tx, rows.select('id').orderBy('id').forUpdate())
  await run(tx, query.updateTable('uploads').set({ due_at: nextLook }).where('reference', 'in', references))
}
