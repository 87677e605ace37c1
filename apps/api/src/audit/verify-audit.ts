import { type Database, query, run } from '@second-ring/database'
import type { AuditHead } from '#platform/audit-heads.ts'
import type { AuditKeys } from '#platform/audit-keys.ts'
import { ago, now } from '#platform/database-clock.ts'
import { readHeads } from './read-heads.ts'
import { type ChainState, type KnownHead, verifyChain } from './verify-chain.ts'
import { partsOf, type Shipped, verifyHeads } from './verify-heads.ts'
import { verifyTriggers } from './verify-triggers.ts'

interface AuditCheck {
  keys: AuditKeys
  /** What the places outside the database have. */
  shipped: readonly Shipped[]
  /** A head that an earlier check has printed. */
  noted?: KnownHead | undefined
}

export interface AuditState {
  chain: ChainState
  /** What is wrong with the heads, a sentence each. */
  faults: string[]
  /** What is no fault: when no server ran, as far as the heads tell, and what one of several files lacks. */
  pauses: string[]
}

const BATCH = 10_000

/** Holds the audit's chain against its key, the database's own heads, and those that were shipped outside. */
export async function verifyAudit(database: Database, { keys, shipped, noted }: AuditCheck): Promise<AuditState> {
  // The heads first: what is linked meanwhile is beyond all of them.
  const stored = await allHeads(database)
  const known = [{ name: 'the database', heads: stored }, ...shipped.flatMap(partsOf)].flatMap(place =>
    place.heads.map(knownFrom(place)),
  )
  const chain = await verifyChain(database, { keys, known: noted ? [...known, noted] : known })
  const { faults, pauses } = verifyHeads({ keys, stored, shipped, now: new Date() })
  if (stored.length === 0 && (await database.auditLink.findFirst({ select: { seq: true } }))) {
    faults.push(
      'The database has no head of the links that it has: all were removed, or no server ran since its update.',
    )
  }
  return {
    chain,
    faults: [
      ...faults,
      ...(await emptied(database, shipped)),
      ...(await verifyTriggers(database)),
      ...(await datedAhead(database)),
    ],
    pauses,
  }
}

/** Says where nothing is though something must be: each user and each act leaves an entry, and each entry a head. */
async function emptied(database: Database, shipped: readonly Shipped[]): Promise<string[]> {
  const [found] = await run(database, used)
  if (!found?.hasEntries && !found?.hasUsers) return []
  const places = shipped.flatMap(partsOf).filter(({ heads }) => heads.length === 0)
  return [
    ...(found.hasAny ? [] : ['The audit has no entry, though the database has users: all were removed.']),
    ...places.map(
      ({ name }) => `${name} has no head of this audit: it was emptied, is another one, or cannot be reached.`,
    ),
  ]
}

/** What is too young has no head yet. */
const SHIPPED_AFTER = '10 minutes'
const used = query.selectNoFrom(({ exists, selectFrom }) => [
  exists(selectFrom('audit_entries').select('id')).$castTo<boolean>().as('hasAny'),
  exists(selectFrom('audit_entries').where('at', '<=', ago(SHIPPED_AFTER)).select('id'))
    .$castTo<boolean>()
    .as('hasEntries'),
  exists(selectFrom('users').where('created_at', '<=', ago(SHIPPED_AFTER)).select('id'))
    .$castTo<boolean>()
    .as('hasUsers'),
])

/** Names an entry of a time that is yet to come, by the database's clock, which gave each its time. */
async function datedAhead(database: Database): Promise<string[]> {
  const ahead = query
    .selectFrom('audit_entries')
    .where('at', '>', now)
    .select(['id', 'at'])
    .orderBy('at', 'desc')
    .limit(1)
  const [entry] = await run(database, ahead)
  return entry ? [`Entry ${entry.id} says ${entry.at.toISOString()}, which is yet to come: it was put in.`] : []
}

async function allHeads(database: Database): Promise<AuditHead[]> {
  const heads: AuditHead[] = []
  for (;;) {
    const some = await readHeads(database, { after: heads.at(-1)?.number ?? 0, limit: BATCH })
    heads.push(...some)
    if (some.length < BATCH) return heads
  }
}

function knownFrom({ name }: Shipped) {
  return ({ entries, hash, at, number }: AuditHead): KnownHead => ({
    entries,
    hash,
    at: new Date(at),
    from: `head ${number} of ${name}`,
  })
}
