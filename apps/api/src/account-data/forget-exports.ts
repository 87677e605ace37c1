import { query, run } from '@second-ring/database'
import { now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'

/** Deletes the exports that have expired, with their files. */
export async function forgetExports({ database }: Pick<Platform, 'database'>): Promise<void> {
  await run(database, query.deleteFrom('data_exports').where('expires_at', '<=', now))
}
