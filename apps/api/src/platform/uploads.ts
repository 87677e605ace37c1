import type { AccountLimits } from '@second-ring/contracts/account-limits'
import { DomainError } from '@second-ring/contracts/errors'
import { UNUSED_UPLOAD_HOURS } from '@second-ring/contracts/limits'
import { type Database, query, run, type Transaction } from '@second-ring/database'
import { enforceLimits } from './account-limits.ts'
import { lockName } from './advisory-lock.ts'
import { fromNow, now } from './database-clock.ts'
import type { ImageHost } from './image-host.ts'

/** When an upload, or a picture that was found in use, is looked at again. */
export const nextLook = fromNow(`${UNUSED_UPLOAD_HOURS} hours`)

/** Holds a picture until the transaction's end: it is not deleted while it is uploaded once more. */
export async function lockPicture(tx: Transaction, reference: string): Promise<void> {
  await lockName(tx, `second-ring/picture:${reference}`)
}

/**
 * Records who uploaded a picture; its unused time begins again when they had done so before.
 * @throws DomainError LIMIT_REACHED
 */
export async function recordUpload(
  { database, accountLimits }: { database: Database; accountLimits: AccountLimits },
  { reference, userId }: { reference: string; userId: string | null },
): Promise<void> {
  const insert = query
    .insertInto('uploads')
    .values({ reference, user_id: userId, due_at: nextLook })
    .onConflict(conflict =>
      conflict.columns(['reference', 'user_id']).doUpdateSet({ created_at: now, due_at: nextLook }),
    )
  await database.$transaction(async tx => {
    if (userId !== null) await enforceLimits(tx, { accountLimits }, { userId, names: ['picturesADay'] })
    await lockPicture(tx, reference)
    await run(tx, insert)
  })
}

/**
 * Takes uploaded pictures for a row that the same transaction writes: until its end none of them is deleted. At a remote
 * image host nothing is known of uploads, and nothing is checked.
 * @param userId whose they are, or nobody's; null for anybody's
 * @throws DomainError INVALID_INPUT when one was not uploaded, or by another account
 */
export async function claimUploads(
  tx: Transaction,
  { seesUploads }: Pick<ImageHost, 'seesUploads'>,
  { userId, references }: { userId: string | null; references: string[] },
): Promise<void> {
  if (!seesUploads || references.length === 0) return
  let uploads = query.selectFrom('uploads').where('reference', 'in', references)
  if (userId !== null) uploads = uploads.where(of => of.or([of('user_id', '=', userId), of('user_id', 'is', null)]))
  const rows = await run(tx, uploads.select('reference').orderBy('id').forShare())
  const claimed = new Set(rows.map(({ reference }) => reference))
  if (references.every(reference => claimed.has(reference))) return
  throw new DomainError('INVALID_INPUT', 'Upload the picture first; this one was not uploaded by you, or is gone.')
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
