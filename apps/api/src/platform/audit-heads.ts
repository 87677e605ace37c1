import * as z from 'zod/mini'
import type { AuditKeys, Signable } from './audit-keys.ts'

const hex = z.string().check(z.regex(/^[0-9a-f]*$/))
const count = z.number().check(z.int(), z.minimum(0))

/** The end of the audit's chain at a time, signed: whoever has it can tell later whether the chain was cut or rewritten. */
export const AuditHead = z.object({
  /** Of the head: one more than the head before it. */
  number: count,
  /** How many entries the chain had then: the number of its last link. */
  entries: count,
  /** The hash of that link; empty without one. */
  hash: hex,
  at: z.iso.datetime(),
  /** When the process began that wrote it. */
  runningSince: z.iso.datetime(),
  /** The signature of the head before; empty for the first. */
  previous: hex,
  keyId: hex,
  signature: hex,
})
export type AuditHead = z.infer<typeof AuditHead>

/** Somewhere outside the database where heads are stored. Each call may throw when it cannot be reached. */
export interface HeadPlace {
  /** How messages name it, such as `the file /var/log/heads.jsonl`. */
  name: string
  /** Whether all processes have it in common: whoever writes a head brings it there. All others are one process's own. */
  isShared?: true
  /** The number of the newest head there; null when there is none. */
  newest(): Promise<number | null>
  /** Adds heads, oldest first. */
  append(heads: readonly AuditHead[]): Promise<void>
}

/** A place that can be read again, to hold the audit against it. */
export interface ReadableHeadPlace extends HeadPlace {
  /** All heads there, in any order. */
  read(): Promise<AuditHead[]>
}

/** What links and signs the audit. */
export interface AuditSettings {
  keys: AuditKeys
  places: readonly HeadPlace[]
  /** When this process began. */
  runningSince: Date
}

/** Signs a head with today's key. */
export function signHead(keys: AuditKeys, head: Omit<AuditHead, 'keyId' | 'signature'>): AuditHead {
  return { ...head, ...keys.sign(partsOf(head)) }
}

/** Whether one of these keys has signed it. */
export function isSigned(keys: AuditKeys, head: AuditHead): boolean {
  return keys.hasSigned(partsOf(head), head)
}

function partsOf(head: Omit<AuditHead, 'keyId' | 'signature'>): Signable[] {
  return ['head', head.number, head.entries, head.hash, head.at, head.runningSince, head.previous]
}
