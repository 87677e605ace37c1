import { query, run, type Transaction } from '@second-ring/database'
import { tryLockName } from '#platform/advisory-lock.ts'
import type { AuditSettings } from '#platform/audit-heads.ts'
import { now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { shipHeads } from './ship-heads.ts'
import { type LinkedEntry, lacksSignature, signLink } from './sign-link.ts'
import { writeHead } from './write-head.ts'

const BATCH = 1000

/**
 * Links the audit entries that have no link yet into the chain, in the order of their ids, writes a signed head, and ships
 * heads to the places outside the database. Entries are queued by a trigger, so one that commits late is linked late and
 * never left out. One process at a time does it; another one leaves it to that.
 * @throws Error when the chain's last link has an unknown key, or none though there was one, and what a place throws that cannot be reached
 */
export async function linkEntries({ database, audit }: Pick<Platform, 'database' | 'audit'>): Promise<void> {
  while ((await database.$transaction(tx => linkBatch(tx, audit))) === 'more');
  await shipHeads(database, audit.places)
}

async function linkBatch(tx: Transaction, audit: AuditSettings): Promise<'more' | 'done'> {
  if (!(await tryLockName(tx, 'second-ring/audit'))) return 'done'
  const last = await tx.auditLink.findFirst({
    orderBy: { seq: 'desc' },
    select: { seq: true, hash: true, keyId: true },
  })
  if (last && last.keyId !== null && !audit.keys.knows(last.keyId)) {
    throw new Error(
      `The audit’s last link was signed by the key ${last.keyId}, which is neither AUDIT_KEY nor one of AUDIT_KEY_PREVIOUS`,
    )
  }
  if (last && lacksSignature(audit.keys, last)) {
    throw new Error(`The audit’s link ${last.seq} bears no signature, and AUDIT_UNSIGNED is ${audit.keys.unsigned}`)
  }
  const entries = await run(tx, pending)
  let head = { seq: last?.seq ?? 0n, hash: last?.hash ?? '' }
  const links = entries.map(entry => {
    const link = { seq: head.seq + 1n, prevHash: head.hash, entry }
    const { keyId, signature: hash } = signLink(audit.keys, link)
    head = { seq: link.seq, hash }
    return { seq: link.seq, entryId: entry.id, prevHash: link.prevHash, hash, keyId }
  })
  if (links.length > 0) {
    await tx.auditLink.createMany({ data: links })
    await tx.auditPending.deleteMany({ where: { entryId: { in: links.map(({ entryId }) => entryId) } } })
  }
  if (entries.length === BATCH) return 'more'
  // Whatever had committed at this time is linked.
  const [clock] = await run(tx, query.selectNoFrom(now.as('now')))
  if (clock) await writeHead(tx, audit, { entries: Number(head.seq), hash: head.hash, at: clock.now })
  return 'done'
}

const pending = query
  .selectFrom('audit_pending as p')
  .innerJoin('audit_entries as e', 'e.id', 'p.entry_id')
  .select(['e.id', 'e.actor_id as actorId', 'e.action', 'e.subject_type as subjectType'])
  .select(['e.subject_id as subjectId', 'e.reason', 'e.at'])
  .orderBy('p.entry_id')
  .limit(BATCH)
  .$castTo<LinkedEntry>()
