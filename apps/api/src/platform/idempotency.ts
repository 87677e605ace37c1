import { createHash } from 'node:crypto'
import { DomainError } from '@second-ring/contracts/errors'
import { IDEMPOTENCY_HOURS } from '@second-ring/contracts/idempotency'
import { type Database, query, run, type Transaction } from '@second-ring/database'
import { sql } from 'kysely'
import type { Platform } from './platform.ts'

/** One attempt at a write, which the client may send again when it got no answer. */
export interface Attempt {
  /** Chosen by the client, new for each attempt. */
  key: string
  /** What is called, such as `orders.place`. */
  operation: string
  /** A hash of what it is given. */
  fingerprint: string
}

interface Repeatable {
  id: string
  attempt?: Attempt | undefined
}

const DEPTH_MAX = 100

/**
 * A hash of a call's input, whatever the order of its fields.
 * @throws DomainError INVALID_INPUT when it is nested more than 100 levels deep
 */
export function fingerprintOf(input: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(input)) ?? '')
    .digest('base64url')
}

/**
 * Does the work of a write once for each key of its caller; called again, it returns the first result. To be called
 * first in the write's transaction, so that the result is stored exactly if the work is. Concurrent calls under one key
 * come one after the other. A call that fails stores nothing, and may be tried again.
 * @throws DomainError CONFLICT when the key was used for another call
 */
export async function withIdempotency<Result extends object>(
  tx: Transaction,
  caller: Repeatable,
  work: () => Promise<Result>,
): Promise<Result> {
  const { id: userId, attempt } = caller
  if (!attempt) return work()
  // One that another call has just stored and not committed is waited for here.
  const data = { ...attempt, userId, result: {} }
  const { count } = await tx.idempotencyKey.createMany({ data, skipDuplicates: true })
  if (count === 0) {
    // None: deleted for its age between the two statements.
    return (await firstResult<Result>(tx, caller)) ?? withIdempotency(tx, caller, work)
  }
  const result = await work()
  const where = { userId_key: { userId, key: attempt.key } }
  await tx.idempotencyKey.update({ where, data: { result }, select: { key: true } })
  return result
}

/**
 * The same for a call that reads, before its write's transaction, what that write changes: a phone to book is not free
 * any more when the booking is repeated.
 * @throws DomainError CONFLICT when the key was used for another call
 */
export async function answerRepeats<Result extends object>(
  { database }: Pick<Platform, 'database'>,
  caller: Repeatable,
  call: () => Promise<Result>,
): Promise<Result> {
  const before = await firstResult<Result>(database, caller)
  if (before) return before
  try {
    return await call()
  } catch (error) {
    const meanwhile = error instanceof DomainError ? await firstResult<Result>(database, caller) : null
    if (meanwhile) return meanwhile
    throw error
  }
}

/**
 * The same for a call without a transaction of its own that has one effect however often it is made, at the payment
 * provider: the result is stored after it.
 * @throws DomainError CONFLICT when the key was used for another call
 */
export function storeAfter<Result extends object>(
  platform: Pick<Platform, 'database'>,
  caller: Repeatable,
  call: () => Promise<Result>,
): Promise<Result> {
  return answerRepeats(platform, caller, async () => {
    const result = await call()
    return platform.database.$transaction(tx => withIdempotency(tx, caller, async () => result))
  })
}

/** Deletes the expired keys. */
export async function forgetOldKeys({ database }: Pick<Platform, 'database'>): Promise<void> {
  const oldest = sql<Date>`now() - ${`${IDEMPOTENCY_HOURS} hours`}::interval`
  await run(database, query.deleteFrom('idempotency_keys').where('created_at', '<', oldest))
}

interface StoredResult {
  operation: string
  fingerprint: string
  result: unknown
}

/**
 * The result of the caller's attempt, when it was made before.
 * @throws DomainError CONFLICT when the key was used for another call
 */
export async function firstResult<Result>(
  on: Database | Transaction,
  { id, attempt }: Repeatable,
): Promise<Result | null> {
  if (!attempt) return null
  const first = await on.idempotencyKey.findUnique({
    where: { userId_key: { userId: id, key: attempt.key } },
    select: { operation: true, fingerprint: true, result: true },
  })
  return first && resultOf<Result>(first, attempt)
}

function resultOf<Result>(first: StoredResult, { operation, fingerprint }: Attempt): Result {
  if (first.operation !== operation || first.fingerprint !== fingerprint) {
    throw new DomainError(
      'CONFLICT',
      'This key was used for another request. Look what that one did, and send this one with a key of its own.',
    )
  }
  return first.result as Result
}

function sorted(value: unknown, depth = 0): unknown {
  if (depth > DEPTH_MAX) throw new DomainError('INVALID_INPUT', 'This is nested too deeply.')
  if (Array.isArray(value)) return value.map(part => sorted(part, depth + 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, part]) => [name, sorted(part, depth + 1)]),
  )
}
