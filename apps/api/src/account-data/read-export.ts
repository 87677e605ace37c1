import type { ExportStatus } from '@second-ring/contracts/accounts/own-account'
import { DomainError } from '@second-ring/contracts/errors'
import { type Parameters, prepare, query } from '@second-ring/database'
import { requireFreshFactor } from '#factor/require-fresh-factor.ts'
import { authorize, type Caller } from '#identity/caller.ts'
import { recordAction } from '#platform/audit.ts'
import { ago, now, type Time } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'

/** An export that is not ready by then has failed, and another may be asked for. */
export const GIVEN_UP_AFTER: Time = '1 hour'

const findLatest = prepare((parameter: Parameters<{ userId: string }>) =>
  query
    .selectFrom('data_exports')
    .where('user_id', '=', parameter('userId'))
    .where('expires_at', '>', now)
    .select(({ eb }) => [
      'id',
      'state',
      'size_bytes as sizeBytes',
      'expires_at as expiresAt',
      eb('requested_at', '<=', ago(GIVEN_UP_AFTER)).$castTo<boolean>().as('isOld'),
    ])
    .orderBy('requested_at', 'desc')
    .limit(1),
)

/** Where the caller's latest export is. */
export async function readExport({ database }: Platform, caller: Caller): Promise<ExportStatus> {
  authorize(caller, 'account.export')
  const [latest] = await findLatest(database, { userId: caller.id })
  if (!latest) return { state: 'NONE', expiresAt: null, sizeBytes: null }
  const { state, sizeBytes, expiresAt, isOld } = latest
  if (state === 'READY') return { state, sizeBytes, expiresAt: expiresAt.toISOString() }
  return { state: isOld ? 'FAILED' : 'PREPARING', expiresAt: null, sizeBytes: null }
}

/**
 * The file of the caller's latest export, piece by piece.
 * @throws DomainError FORBIDDEN, FACTOR_REQUIRED, NOT_FOUND (none is ready, or it has expired), TOO_MANY_REQUESTS
 */
export async function downloadExport(
  platform: Platform,
  caller: Caller,
): Promise<{ sizeBytes: number; bytes: AsyncGenerator<Uint8Array, void, void> }> {
  authorize(caller, 'account.export')
  const { database, rateLimits } = platform
  await requireFreshFactor(database, platform, caller)
  await rateLimits.countAccount('changeAccount', caller.id)
  const [latest] = await findLatest(database, { userId: caller.id })
  if (latest?.state !== 'READY' || latest.sizeBytes === null) {
    throw new DomainError('NOT_FOUND', 'Your data is not ready to download. Ask for it on your account’s page.')
  }
  const subject = { type: 'user', id: caller.id } as const
  await database.$transaction(tx =>
    recordAction(tx, { actorId: caller.id, action: 'account.download-export', subject }),
  )
  return { sizeBytes: latest.sizeBytes, bytes: partsOf(database, latest.id) }
}

async function* partsOf(database: Platform['database'], exportId: string): AsyncGenerator<Uint8Array, void, void> {
  for (let position = 0; ; position += 1) {
    const where = { exportId_position: { exportId, position } }
    const part = await database.dataExportPart.findUnique({ where, select: { bytes: true } })
    if (!part) return
    yield part.bytes
  }
}
