import type { Transaction } from '@second-ring/database'
import { type AuditSettings, signHead } from '#platform/audit-heads.ts'

/** At least one head an hour, also when nothing happens. */
const QUIET_MS = 55 * 60_000

/** Writes a signed head when the chain has grown, and otherwise at a process's start and each hour. */
export async function writeHead(
  tx: Transaction,
  { keys, runningSince }: AuditSettings,
  { entries, hash, at }: { entries: number; hash: string; at: Date },
): Promise<void> {
  const last = await tx.auditHead.findFirst({ orderBy: { number: 'desc' } })
  const isDue = !last || at.getTime() - last.at.getTime() >= QUIET_MS || last.at < runningSince
  if (!isDue && Number(last.entries) === entries) return
  const head = signHead(keys, {
    number: (last?.number ?? 0) + 1,
    entries,
    hash,
    at: at.toISOString(),
    runningSince: runningSince.toISOString(),
    previous: last?.signature ?? '',
  })
  await tx.auditHead.create({ data: head, select: { number: true } })
}
