import { createHash } from 'node:crypto'
import type { AuditKeys, Signable, Signed } from '#platform/audit-keys.ts'

/** An entry as its link's hash covers it. */
export interface LinkedEntry {
  id: string
  actorId: string | null
  action: string
  subjectType: string
  subjectId: string
  reason: string | null
  at: Date
}

/** A link of the chain, with its entry. */
export interface Link {
  seq: bigint
  prevHash: string
  hash: string
  /** Null for a link of the time before there was a key. */
  keyId: string | null
  entry: LinkedEntry
}

type Unsigned = Pick<Link, 'seq' | 'prevHash' | 'entry'>

/** The hash of a link: over its number, the hash before and every field of its entry. */
export function signLink(keys: AuditKeys, link: Unsigned): Signed {
  return keys.sign(partsOf(link))
}

/** Whether a link has no signature though there was a key already: somebody without the key made it. */
export function lacksSignature({ unsigned }: AuditKeys, { seq, keyId }: Pick<Link, 'seq' | 'keyId'>): boolean {
  return keyId === null && seq > unsigned
}

/** Whether the link's hash is its own. */
export function isLinkWhole(keys: AuditKeys, link: Link): boolean {
  const { keyId, hash: signature } = link
  return keyId === null ? plainHashOf(link) === signature : keys.hasSigned(partsOf(link), { keyId, signature })
}

function partsOf({ seq, prevHash, entry }: Unsigned): Signable[] {
  const { id, actorId, action, subjectType, subjectId, reason, at } = entry
  return ['link', Number(seq), prevHash, id, actorId, action, subjectType, subjectId, reason, at.getTime()]
}

const SEPARATOR = '\x1f'

/** As a trigger of the database composed it until there was a key. */
function plainHashOf({ seq, prevHash, entry }: Link): string {
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
