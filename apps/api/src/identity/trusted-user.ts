import { type RawBuilder, sql } from 'kysely'

/**
 * Whether a user is trusted: what they post, sell and buy counts in estimates, corrections, suggestions and counts. Their
 * email was proven TRUSTED_AFTER_DAYS ago by the database's clock, and they are neither suspended nor removed. The user is
 * looked up for each row, whatever the planner believes of how many there are; the rule itself is a function of the database.
 * @param userId the column of their id
 */
export function isTrusted(userId: string): RawBuilder<boolean> {
  return sql<boolean>`(SELECT is_trusted(u) FROM users u WHERE u.id = ${sql.ref(userId)})`
}

/**
 * Whether an admin has verified a user.
 * @param userId the column of their id
 */
export function isVerified(userId: string): RawBuilder<boolean> {
  return sql<boolean>`(SELECT u.verified_at IS NOT NULL FROM users u WHERE u.id = ${sql.ref(userId)})`
}
