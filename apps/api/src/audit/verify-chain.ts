import { createHash } from 'node:crypto'
import type { Database } from '@second-ring/database'

interface Link {
  seq: bigint
  prevHash: string
  hash: string
  entry: {
    id: string
    actorId: string | null
    action: string
    subjectType: string
    subjectId: string
    reason: string | null
    at: Date
  }
}

/** The state of the audit: whole, with the head to compare a later check with, or the first place where it is not. */
export type ChainState =
  | { whole: true; entries: number; head: string }
  | { whole: false; entries: number; fault: 'changed' | 'removed' | 'inserted'; at: string }

/** A head that an earlier check printed: the entry of that number must still be there, with that hash. */
export interface RecordedHead {
  seq: bigint
  hash: string
}

const BATCH = 1000
const SEPARATOR = '\x1f'

/**
 * Reads the audit from its first entry and recomputes every hash, without the database's own function. Entries cut off at
 * the end show only against a head that was recorded before.
 */
export async function verifyChain(database: Database, noted?: RecordedHead): Promise<ChainState> {
  let last = { seq: 0n, hash: '' }
  for (;;) {
    const links = await readLinks(database, last.seq)
    for (const link of links) {
      const where = `link ${link.seq}, entry ${link.entry.id}`
      if (link.seq !== last.seq + 1n) return broken(last.seq, 'removed', `between links ${last.seq} and ${link.seq}`)
      if (link.prevHash !== last.hash || link.hash !== hashOf(link)) return broken(last.seq, 'changed', where)
      if (noted?.seq === link.seq && noted.hash !== link.hash) return broken(last.seq, 'changed', where)
      last = { seq: link.seq, hash: link.hash }
    }
    if (links.length < BATCH) break
  }
  if (noted && noted.seq > last.seq) return broken(last.seq, 'removed', `after link ${last.seq}`)
  const [unlinked] = await database.auditEntry.findMany({
    where: { link: null },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
    take: 1,
    select: { id: true },
  })
  if (unlinked) return broken(last.seq, 'inserted', `entry ${unlinked.id}`)
  return { whole: true, entries: Number(last.seq), head: `${last.seq}:${last.hash}` }
}

function broken(verified: bigint, fault: 'changed' | 'removed' | 'inserted', at: string): ChainState {
  return { whole: false, entries: Number(verified), fault, at }
}

function readLinks(database: Database, after: bigint): Promise<Link[]> {
  return database.auditLink.findMany({
    where: { seq: { gt: after } },
    orderBy: { seq: 'asc' },
    take: BATCH,
    select: { seq: true, prevHash: true, hash: true, entry: true },
  })
}

// As `audit_hash` of the database composes it.
function hashOf({ seq, prevHash, entry }: Link): string {
  const parts = [
    seq,
    prevHash,
    entry.id,
    entry.actorId ?? '-',
    entry.action,
    entry.subjectType,
    entry.subjectId,
    entry.reason === null ? '-' : `+${entry.reason}`,
    entry.at.getTime(),
  ]
  return createHash('sha256').update(parts.join(SEPARATOR)).digest('hex')
}
