import { type RawBuilder, sql } from 'kysely'

/**
 * Whether a user has standing: what they post and buy counts in estimates, corrections, suggestions and counts. They have
 * proven their email, so each account needs an address of its own, and are not suspended.
 * @param users the alias of `users`
 */
export function hasStanding(users: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${users}.email_verified_at`)} IS NOT NULL AND ${sql.ref(`${users}.suspended_at`)} IS NULL)`
}

/** The same of a user by their id, looked up for each row where few rows are read. */
export function isOfStanding(userId: string): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM users u WHERE u.id = ${sql.ref(userId)} AND ${hasStanding('u')} OFFSET 0)`
}
