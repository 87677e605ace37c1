import { type RawBuilder, sql } from 'kysely'

/** A length of time as PostgreSQL reads it, such as `6 hours`. */
export type Time = `${number} ${'minute' | 'minutes' | 'hour' | 'hours' | 'day' | 'days'}`

/**
 * Now by the database's clock, the same for a whole transaction. No process compares with its own. It is rounded to the
 * millisecond as columns are, so that what was just recorded is never later than now.
 */
export const now = sql<Date>`now()::timestamptz(3)`

/** So long ago by the database's clock. */
export function ago(time: Time): RawBuilder<Date> {
  return sql`${now} - ${time}::interval`
}

/** So long from now by the database's clock. */
export function fromNow(time: Time): RawBuilder<Date> {
  return sql`${now} + ${time}::interval`
}
