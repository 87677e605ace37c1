import { sql } from 'kysely'

/**
 * Whether a user `u` sells here: they are neither removed nor suspended, set aside or about to be deleted. Then their phones
 * are on the market, and they have a page.
 */
export const isSelling = sql<boolean>`(u.deleted_at IS NULL AND u.suspended_at IS NULL AND u.set_aside_at IS NULL AND u.deletes_at IS NULL)`
