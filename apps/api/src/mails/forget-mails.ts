import { query, run } from '@second-ring/database'
import { ago } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'

/** How long it is known that a mail was sent, or why not. */
const DAYS = 30

/** Deletes what is left of mails that were settled long ago. */
export async function forgetMails({ database }: Pick<Platform, 'database'>): Promise<void> {
  await run(database, query.deleteFrom('mails').where('settled_at', '<', ago(`${DAYS} days`)))
}
