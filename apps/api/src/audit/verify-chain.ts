import { type Database, query, run } from '@second-ring/database'
import { sql } from 'kysely'
import type { AuditKeys } from '#platform/audit-keys.ts'
import { isLinkWhole, type Link, lacksSignature } from './sign-link.ts'

/** `waiting`: an entry is not linked though the job should have. */
export type ChainFault = 'changed' | 'removed' | 'inserted' | 'waiting'

/** The state of the audit's chain: whole, with the head to compare a later check with, or the first place where it is not. */
export type ChainState =
  | { whole: true; entries: number; waiting: number; head: string }
  | { whole: false; entries: number; fault: ChainFault; at: string }

/** What is known of the chain from before: the link of that number must still be there, with that hash. */
export interface KnownHead {
  entries: number
  hash: string
  /** When it was so; all entries after it are of later. Absent when nobody knows. */
  at?: Date
  /** Who says so, such as `the file heads.jsonl`. */
  from: string
}

export interface ChainOptions {
  keys: AuditKeys
  known?: readonly KnownHead[]
}

const BATCH = 1000
/** How long before its commit an entry may have its time: far longer than any transaction may take. */
const LATE_MS = 5 * 60_000
/** How long an entry may wait for the job that runs each minute, in minutes. */
const WAIT_MAX = '5 minutes'

/**
 * Reads the audit from its first entry and checks every hash, those that the key made with the key. What was cut off at
 * the end, or rewritten by someone who has the key, shows against heads that are known from before.
 */
export async function verifyChain(database: Database, { keys, known = [] }: ChainOptions): Promise<ChainState> {
  const heads = known.toSorted((a, b) => a.entries - b.entries)
  const walk = new ChainWalk(keys, heads)
  for (;;) {
    const links = await readLinks(database, BigInt(walk.last.seq))
    for (const link of links) {
      const fault = walk.step(link)
      if (fault) return { whole: false, entries: walk.last.seq, ...fault }
    }
    if (links.length < BATCH) break
  }
  const { last } = walk
  const broken = (fault: ChainFault, at: string): ChainState => ({ whole: false, entries: last.seq, fault, at })
  const cut = heads.find(({ entries }) => entries > last.seq)
  if (cut) return broken('removed', `link ${last.seq + 1} and after, of which ${cut.from} has the head ${cut.entries}`)
  const [stray] = await run(database, unqueued)
  if (stray) return broken('inserted', `entry ${stray.id}, which no act wrote`)
  const [late] = await run(database, overdue)
  if (late)
    return broken('waiting', `entry ${late.id}, since ${late.since.toISOString()}: the job audit.link does not run`)
  return {
    whole: true,
    entries: last.seq,
    waiting: await database.auditPending.count(),
    head: `${last.seq}:${last.hash}`,
  }
}

class ChainWalk {
  last = { seq: 0, hash: '', keyId: null as string | null }
  /** Keys that were replaced: none of them comes back. */
  private readonly replaced = new Set<string | null>()
  /** The time before which everything is linked already, in milliseconds. */
  private linkedUntil = 0
  private next = 0
  private readonly keys: AuditKeys
  private readonly heads: readonly KnownHead[]

  constructor(keys: AuditKeys, heads: readonly KnownHead[]) {
    this.keys = keys
    this.heads = heads
    this.passHeads()
  }

  /** Goes on to the next link. @returns what is wrong with it */
  step(link: ReadLink): { fault: ChainFault; at: string } | null {
    const { last } = this
    const { keyId, entry, entryId } = link
    if (entry === null) return { fault: 'removed', at: `link ${link.seq}, entry ${entryId}` }
    const where = `link ${link.seq}, entry ${entry.id}`
    if (Number(link.seq) !== last.seq + 1) return { fault: 'removed', at: `between links ${last.seq} and ${link.seq}` }
    if (lacksSignature(this.keys, link))
      return { fault: 'changed', at: `${where}: it bears no signature, and AUDIT_UNSIGNED is ${this.keys.unsigned}` }
    if (keyId !== null && !this.keys.knows(keyId))
      return { fault: 'changed', at: `${where}: the key ${keyId} is not at hand, set AUDIT_KEY and AUDIT_KEY_PREVIOUS` }
    if (this.replaced.has(keyId)) return { fault: 'changed', at: `${where}: its key had been replaced before` }
    if (link.prevHash !== last.hash || !isLinkWhole(this.keys, { ...link, entry }))
      return { fault: 'changed', at: where }
    if (entry.at.getTime() < this.linkedUntil - LATE_MS)
      return { fault: 'inserted', at: `${where}: it says ${entry.at.toISOString()}, and was written later` }
    if (keyId !== last.keyId && last.seq > 0) this.replaced.add(last.keyId)
    this.last = { seq: last.seq + 1, hash: link.hash, keyId }
    const other = this.passHeads()
    return other ? { fault: 'changed', at: `${where}: ${other.from} has another hash` } : null
  }

  /** Takes the heads of where the chain is now. @returns one that has another hash */
  private passHeads(): KnownHead | undefined {
    let other: KnownHead | undefined
    for (; ; this.next += 1) {
      const head = this.heads[this.next]
      if (head?.entries !== this.last.seq) return other
      if (head.hash !== this.last.hash) other ??= head
      this.linkedUntil = Math.max(this.linkedUntil, head.at?.getTime() ?? 0)
    }
  }
}

/** A link as it was found: somebody may have removed its entry past the foreign key. */
type ReadLink = Omit<Link, 'entry'> & { entryId: string; entry: Link['entry'] | null }

function readLinks(database: Database, after: bigint): Promise<ReadLink[]> {
  return database.auditLink.findMany({
    where: { seq: { gt: after } },
    orderBy: { seq: 'asc' },
    take: BATCH,
    select: { seq: true, entryId: true, prevHash: true, hash: true, keyId: true, entry: true },
  })
}

/** An entry that has no link and does not wait for one. */
const unqueued = query
  .selectFrom('audit_entries as e')
  .leftJoin('audit_links as l', 'l.entry_id', 'e.id')
  .leftJoin('audit_pending as p', 'p.entry_id', 'e.id')
  .where('l.entry_id', 'is', null)
  .where('p.entry_id', 'is', null)
  .select('e.id')
  .orderBy('e.id')
  .limit(1)

const overdue = query
  .selectFrom('audit_pending')
  .where('queued_at', '<', sql<Date>`now() - ${WAIT_MAX}::interval`)
  .select(['entry_id as id', 'queued_at as since'])
  .orderBy('queued_at')
  .limit(1)
