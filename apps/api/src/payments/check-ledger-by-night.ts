import { query, run } from '@second-ring/database'
import { notifyAdmins } from '#notifications/notify-admins.ts'
import { now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { checkLedger, violationsOf } from './check-ledger.ts'
import { settlePayment } from './settle-payment.ts'

/** What is younger than this may still be on its way to the product. */
const GRACE_MS = 15 * 60_000

/**
 * Checks the ledger, settles what looks wrong before reporting it, and stores the outcome; admins are notified of what
 * the check before had not found.
 * @throws DomainError PROVIDER_UNAVAILABLE; nothing is stored then
 */
export async function checkLedgerByNight(platform: Platform): Promise<void> {
  const { database, providerLedger: ledger, audit } = platform
  const [start] = await run(database, query.selectNoFrom(now.as('now')))
  const settle = (intentId: string) => settlePayment(platform, { intentId })
  const check = { database, ledger, auditKeys: audit.keys, graceMs: GRACE_MS, settle }
  const violations = violationsOf(await checkLedger(check))
  await database.$transaction(async tx => {
    const last = await tx.ledgerCheck.findFirst({ orderBy: { finishedAt: 'desc' }, select: { violations: true } })
    const checked = { started_at: start?.now ?? now, violations }
    await run(tx, query.insertInto('ledger_checks').values(checked))
    const known = new Set(last?.violations)
    const found = violations.filter(violation => !known.has(violation))
    const [first] = found
    if (first === undefined) return
    const more = found.length > 1 ? ` And ${found.length - 1} more.` : ''
    await notifyAdmins(tx, { kind: 'ledger', message: `The nightly check of the ledger found: ${first}.${more}` })
  })
}
