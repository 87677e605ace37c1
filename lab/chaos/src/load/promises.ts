import type { CheckedRule } from '@second-ring/api/payments/ledger-rule'
import { type Database, Prisma } from '@second-ring/database'

/** What a client was told has happened: whatever is killed after that, it has. */
type Promised =
  | 'posted'
  | 'edited'
  | 'taken off'
  | 'booked'
  | 'charged'
  | 'paid'
  | 'cancelled'
  | 'handed over'
  | 'claimed'
  | 'released'
  | 'refunded'
  | 'refunded in part'
  | 'in line'
  | 'removed'
  | 'refused'

/** Everything that somebody was told, to be looked for again. */
export interface Promises {
  /**
   * Notes what was answered.
   * @param id of the listing, order, intent or person; the attempt's key, when it was rejected
   * @param by who it was told, where that is part of it
   */
  note(what: Promised, id: string, by?: string): void
  /** Looks for all of it in the database. */
  check(database: Database): Promise<CheckedRule[]>
}

interface PromiseRule {
  rule: string
  of: string
  /** Holds for a `promise` (id, by, times) that was kept. */
  kept: Prisma.Sql
}

const order = (condition: Prisma.Sql) =>
  Prisma.sql`EXISTS (SELECT FROM orders o WHERE o.id = promise.id::uuid AND ${condition})`
const listing = (condition: Prisma.Sql) =>
  Prisma.sql`EXISTS (SELECT FROM listings l WHERE l.id = promise.id::uuid AND ${condition})`

const rules: Record<Promised, PromiseRule> = {
  posted: {
    rule: 'A phone that its seller was told is posted is there',
    of: 'answers',
    kept: listing(Prisma.sql`l.seller_id = promise.by::uuid`),
  },
  edited: {
    rule: 'Each change of a phone that its seller was told of is in the audit',
    of: 'changed phones',
    kept: Prisma.sql`(SELECT count(*) FROM audit_entries a
      WHERE a.subject_id = promise.id::uuid AND a.action = 'listing.edit') >= promise.times`,
  },
  'taken off': {
    rule: 'A phone that its seller was told is taken off the market is REMOVED',
    of: 'answers',
    kept: listing(Prisma.sql`l.state = 'REMOVED'`),
  },
  booked: {
    rule: 'An order that its buyer was told of is there, and theirs',
    of: 'answers',
    kept: order(Prisma.sql`o.buyer_id = promise.by::uuid`),
  },
  charged: {
    rule: 'A charge that the card’s owner was told of has its payment, or is noted as unmatched',
    of: 'charged intents',
    kept: Prisma.sql`EXISTS (SELECT FROM payments p
      WHERE p.intent_id = promise.id AND p.state IN ('SUCCEEDED', 'REFUNDED') AND p.received_at IS NOT NULL)
      OR EXISTS (SELECT FROM unmatched_charges u WHERE u.intent_id = promise.id)`,
  },
  paid: {
    rule: 'An order that its buyer was told is paid was paid, and has stayed so unless it was refunded',
    of: 'orders',
    kept: order(Prisma.sql`o.state IN ('PAID', 'HANDED_OVER', 'CLAIMED', 'RETURNING', 'RELEASED', 'PARTLY_REFUNDED', 'REFUNDED')
      AND EXISTS (SELECT FROM payments p WHERE p.order_id = o.id AND p.state IN ('SUCCEEDED', 'REFUNDED'))`),
  },
  cancelled: {
    rule: 'An order that its buyer was told is cancelled is CANCELLED',
    of: 'answers',
    kept: order(Prisma.sql`o.state = 'CANCELLED'`),
  },
  'handed over': {
    rule: 'An order that its seller was told is handed over is so, or what a claim made of it',
    of: 'answers',
    kept: order(Prisma.sql`(o.state IN ('HANDED_OVER', 'RELEASED')
      OR EXISTS (SELECT FROM claims c WHERE c.order_id = o.id))`),
  },
  claimed: {
    rule: 'A claim that its buyer was told is open is there',
    of: 'answers',
    kept: order(Prisma.sql`EXISTS (SELECT FROM claims c WHERE c.order_id = o.id)`),
  },
  released: {
    rule: 'An order whose buyer was told that its seller is paid is RELEASED',
    of: 'answers',
    kept: order(Prisma.sql`o.state = 'RELEASED'`),
  },
  refunded: {
    rule: 'An order that somebody was told is refunded is REFUNDED',
    of: 'answers',
    kept: order(Prisma.sql`o.state = 'REFUNDED'`),
  },
  'refunded in part': {
    rule: 'An order of which somebody was told that a part goes back is PARTLY_REFUNDED; REFUNDED, when that was all',
    of: 'answers',
    kept: order(Prisma.sql`o.state IN ('PARTLY_REFUNDED', 'REFUNDED')`),
  },
  'in line': {
    rule: 'Whoever was told to stand in line has a place there, or had it',
    of: 'places',
    kept: Prisma.sql`EXISTS (SELECT FROM waiting_entries w
      WHERE w.listing_id = promise.id::uuid AND w.user_id = promise.by::uuid)`,
  },
  refused: {
    rule: 'Nothing was done of what somebody was told is refused',
    of: 'refused attempts',
    // A key is stored in the transaction of what it is the key of; that of a wrong code with it, which is counted once.
    kept: Prisma.sql`NOT EXISTS (SELECT FROM idempotency_keys k
      WHERE k.key = promise.id AND k.result -> 'isWrong' IS DISTINCT FROM 'true')`,
  },
  removed: {
    rule: 'A person that an admin was told is removed is',
    of: 'people',
    kept: Prisma.sql`EXISTS (SELECT FROM users u WHERE u.id = promise.id::uuid AND u.deleted_at IS NOT NULL)`,
  },
}
const kinds = Object.keys(rules) as Promised[]

export function createPromises(): Promises {
  const given = new Map(kinds.map(what => [what, new Map<string, { id: string; by: string; times: number }>()]))
  return {
    note(what, id, by = '') {
      const of = given.get(what)
      const key = `${id} ${by}`
      of?.set(key, { id, by, times: (of.get(key)?.times ?? 0) + 1 })
    },
    async check(database) {
      const checked: CheckedRule[] = []
      for (const what of kinds) {
        const promises = [...(given.get(what)?.values() ?? [])]
        checked.push(await look(database, rules[what], promises))
      }
      return checked
    },
  }
}

async function look(
  database: Database,
  { rule, of, kept }: PromiseRule,
  promises: { id: string; by: string; times: number }[],
): Promise<CheckedRule> {
  const columns = [promises.map(({ id }) => id), promises.map(({ by }) => by), promises.map(({ times }) => times)]
  const [ids, by, times] = columns
  const broken = await database.$queryRaw<{ id: string; by: string; times: number }[]>`
    SELECT promise.id, promise.by, promise.times
    FROM unnest(${ids}::text[], ${by}::text[], ${times}::int[]) AS promise(id, by, times) WHERE NOT (${kept})`
  const violations = broken.map(({ id, by, times }) => `${id}${by && ` by ${by}`}, told ${times} times`)
  return { rule, of, checked: promises.length, violations }
}
