import {
  ACCOUNT_LIMITS,
  type AccountLimitName,
  type AccountLimits,
  limitMessage,
  type OrderLimitName,
  type TrustLevel,
} from '@second-ring/contracts/account-limits'
import { DomainError } from '@second-ring/contracts/errors'
import { inUtc } from '@second-ring/contracts/in-utc'
import { type Database, query, run, type Transaction } from '@second-ring/database'
import { type Expression, sql } from 'kysely'

const DAY_MS = 24 * 3_600_000

/** What an account has used of some limits, and when there is room again in those that it has reached. */
export interface AccountUse {
  level: TrustLevel
  used: Partial<Record<AccountLimitName, number>>
}

/** How many of this an account has used. After a lock of the account it counts what concurrent calls have done. */
export function accountUse(userId: Expression<string> | string, name: AccountLimitName) {
  return sql<number>`account_use(${userId}::uuid, ${sql.lit(name)})`
}

/** Locks an account until the transaction's end; its trust level, null when there is no such account. */
export function lockAccount(userId: Expression<string> | string) {
  return sql<TrustLevel | null>`lock_account(${userId}::uuid)`
}

/** Holds an account until the transaction's end, before any other row is locked; no error when there is no such account. */
export async function holdAccount(tx: Transaction, userId: string): Promise<void> {
  await run(tx, query.selectNoFrom(lockAccount(userId).as('level')))
}

/** Whether one more fits the limit of a level. */
export function fitsLimit(
  name: AccountLimitName,
  {
    userId,
    level,
    limits,
  }: { userId: Expression<string>; level: Expression<TrustLevel | null>; limits: Expression<string> },
) {
  return sql<boolean>`${accountUse(userId, name)} < (${limits}::jsonb -> ${sql.lit(name)} ->> ${level})::int`
}

/**
 * Checks that an account may do one more of each, and holds the account until the transaction's end, so that its concurrent
 * calls come one after the other. To be called before any other row is locked.
 * @throws DomainError LIMIT_REACHED, with the wait where waiting helps
 */
export async function enforceLimits(
  tx: Transaction,
  { accountLimits }: { accountLimits: AccountLimits },
  { userId, names }: { userId: string; names: readonly AccountLimitName[] },
): Promise<void> {
  const reading = query
    .with(
      cte => cte('account').materialized(),
      db => db.selectNoFrom(lockAccount(userId).as('level')),
    )
    .selectFrom('account')
    .select(['level', usesOf(userId, names).as('used')])
  const [row] = await run(tx, reading)
  const error = row?.level && (await findReached(tx, accountLimits, { userId, level: row.level, used: row.used }))
  if (error) throw error
}

/**
 * Checks that a side of an order may do one more of what it has done so often in it. To be called under the order's lock.
 * @throws DomainError LIMIT_REACHED
 */
export async function enforceOrderLimit(
  tx: Transaction,
  { accountLimits: limits }: { accountLimits: AccountLimits },
  { userId, name, used }: { userId: string; name: OrderLimitName; used: number },
): Promise<void> {
  const reading = query.selectNoFrom(sql<TrustLevel | null>`trust_level(${userId}::uuid)`.as('level'))
  const [row] = await run(tx, reading)
  if (!row?.level || used < limits[name][row.level]) return
  throw new DomainError('LIMIT_REACHED', limitMessage({ name, level: row.level, limits }))
}

/** What an account has used, without a lock. Null when there is no such account. */
export async function readAccountUse(
  on: Database | Transaction,
  userId: string,
  names: readonly AccountLimitName[],
): Promise<AccountUse | null> {
  const level = sql<TrustLevel | null>`trust_level(${userId}::uuid)`
  const [row] = await run(on, query.selectNoFrom([level.as('level'), usesOf(userId, names).as('used')]))
  return row?.level ? { level: row.level, used: row.used } : null
}

/** The error of the limit that is reached, and of two the one that only waiting ends; null when none is. */
export async function findReached(
  on: Database | Transaction,
  limits: AccountLimits,
  { userId, level, used }: AccountUse & { userId: string },
): Promise<DomainError | null> {
  const names = Object.keys(used) as AccountLimitName[]
  const reached = names.filter(each => (used[each] ?? 0) >= limits[each][level])
  const now = reached.find(each => !isADay(each))
  const name = reached.find(isADay) ?? now
  if (!name) return null
  if (name === now) return new DomainError('LIMIT_REACHED', limitMessage({ name, level, limits }))
  const { freeAt, waitS } = await findRoom(on, { userId, name, most: limits[name][level] })
  const wait = waitS !== null && { retryAfterS: waitS }
  return new DomainError('LIMIT_REACHED', limitMessage({ name, level, limits, freeAt, also: now }), { ...wait })
}

function isADay(name: AccountLimitName): boolean {
  return ACCOUNT_LIMITS[name].per === 'day'
}

function usesOf(userId: string, names: readonly AccountLimitName[]) {
  const pairs = names.flatMap(name => [sql.lit(name), accountUse(userId, name)])
  return sql<Partial<Record<AccountLimitName, number>>>`jsonb_build_object(${sql.join(pairs)})`
}

/** When the one that is counted last falls out of the 24 hours, so that there is room for another. */
async function findRoom(
  on: Database | Transaction,
  { userId, name, most }: { userId: string; name: AccountLimitName; most: number },
): Promise<{ freeAt: string | undefined; waitS: number | null }> {
  const uses = sql<{ at: Date }>`account_uses(${userId}::uuid, ${sql.lit(name)})`.as<'uses'>(sql`uses(at)`)
  const last = query
    .selectFrom(uses)
    .select('at')
    .orderBy('at', 'desc')
    .offset(most - 1)
    .limit(1)
  const wait = sql<number>`ceil(extract(epoch FROM at + interval '24 hours' - now()))::int`
  const [row] = await run(on, query.selectFrom(last.as('last')).select(['at', wait.as('waitS')]))
  if (!row) return { freeAt: undefined, waitS: null }
  // A minute is added, since seconds are not shown.
  return { freeAt: inUtc(new Date(row.at.getTime() + DAY_MS + 60_000)), waitS: Math.max(1, row.waitS) }
}
