import type { AuditState } from '#audit/verify-audit.ts'
import type { ChainState, KnownHead } from '#audit/verify-chain.ts'
import type { Shipped } from '#audit/verify-heads.ts'
import { readAuditEnv } from '#env.ts'
import type { ReadableHeadPlace } from '#platform/audit-heads.ts'
import { type Command, UsageError } from './command.ts'
import { withDatabase } from './with-database.ts'

const audit: Command = {
  words: 'audit verify',
  parameters: '[--heads FILE …] [--head NUMBER:HASH]',
  summary: 'finds what was changed, removed or put into the audit, also against its shipped heads (AUDIT_KEY)',
  takes: 0,
  options: ['head'],
  lists: ['heads'],
  async run({ options: { head }, lists: { heads } }, terminal) {
    const noted = head === undefined ? undefined : readHead(head)
    const { auditKeysOf, headPlacesOf } = await import('#adapters/audit-heads/choose-head-places.ts')
    const { createHeadFile } = await import('#adapters/audit-heads/head-file.ts')
    const { verifyAudit } = await import('#audit/verify-audit.ts')
    const { joinFiles } = await import('#audit/verify-heads.ts')
    const { AUDIT_HEADS_FILE: file, ...env } = readAuditEnv(terminal.env)
    const readAll = (places: readonly ReadableHeadPlace[]) =>
      Promise.all(places.map(async place => ({ name: place.name, heads: await place.read() })))
    const files = await readAll([...new Set(heads ?? (file ? [file] : []))].map(createHeadFile))
    const shipped = [...joinFiles(files), ...(await readAll(headPlacesOf(env)))]
    const state = await withDatabase(
      terminal,
      database => verifyAudit(database, { keys: auditKeysOf(env), shipped, noted }),
      { statementTimeoutMs: 0 },
    )
    for (const line of describeAudit(state, shipped)) terminal.print(line)
    return state.chain.whole && state.faults.length === 0
  },
}

function describeAudit({ chain, faults, pauses }: AuditState, shipped: readonly Shipped[]): string[] {
  const against = shipped
    .flatMap(place => place.parts ?? [place])
    .map(({ name, heads }) => `Held against ${heads.length} heads of ${name}.`)
  const alone =
    shipped.length === 0
      ? [
          'No shipped heads were held against it, so that a cut end does not show: set AUDIT_HEADS_FILE, or give --heads.',
        ]
      : []
  return [
    ...describeChain(chain, faults.length === 0),
    ...faults,
    ...pauses,
    ...against,
    ...alone,
    ...(chain.whole && faults.length === 0 ? [`Note its head for a later check: --head ${chain.head}`] : []),
  ]
}

function describeChain(chain: ChainState, areHeadsWhole: boolean): string[] {
  if (chain.whole) {
    const waiting = chain.waiting > 0 ? `, and ${chain.waiting} that wait for the next minute's link` : ''
    const what = areHeadsWhole ? 'The audit is whole' : 'The audit’s chain is whole, and its heads are not'
    return [`${what}: ${chain.entries} entries${waiting}.`]
  }
  const { entries, fault, at } = chain
  if (fault === 'waiting') return [`The audit’s chain has ${entries} entries and does not go on: ${at}.`]
  return [`The audit is broken after ${entries} entries: something was ${fault} at ${at}.`]
}

/** `NUMBER:HASH`, as an earlier check has printed it. */
function readHead(text: string): KnownHead {
  const [, entries, hash] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? []
  if (entries === undefined || hash === undefined)
    throw new UsageError('--head is NUMBER:HASH, as an earlier check has printed it')
  return { entries: Number(entries), hash, from: '--head' }
}

const ledger: Command = {
  words: 'ledger verify',
  parameters: '[--grace-minutes 15]',
  summary:
    'holds the rules of phones and money against all rows, the audit (AUDIT_KEY) and charges (STRIPE_SECRET_KEY)',
  takes: 0,
  options: ['grace-minutes'],
  async run({ options }, terminal) {
    const minutes = Number(options['grace-minutes'] ?? '15')
    if (!(minutes >= 0)) throw new UsageError('--grace-minutes is a number, such as 15')
    const { checkLedger, describeLedger, violationsOf } = await import('#payments/check-ledger.ts')
    const provider = await providerLedger(terminal.env)
    const auditKeys = await auditKeysIn(terminal.env)
    const checked = await withDatabase(
      terminal,
      database => checkLedger({ database, ledger: provider, auditKeys, graceMs: minutes * 60_000 }),
      { statementTimeoutMs: 0 },
    )
    terminal.print(describeLedger(checked))
    if (!provider) terminal.print('The provider’s ledger was not checked: STRIPE_SECRET_KEY is not set.')
    if (!auditKeys) terminal.print('The audit’s chain was not checked: AUDIT_KEY is not set.')
    return violationsOf(checked).length === 0
  },
}

async function providerLedger({ STRIPE_SECRET_KEY: secretKey, STRIPE_API_URL: apiUrl }: NodeJS.ProcessEnv) {
  if (!secretKey) return undefined
  const { createStripeLedger } = await import('#adapters/stripe/stripe-ledger.ts')
  return createStripeLedger({ secretKey, ...(apiUrl && { apiUrl }) })
}

async function auditKeysIn(env: NodeJS.ProcessEnv) {
  if (!env.AUDIT_KEY) return undefined
  const { auditKeysOf } = await import('#adapters/audit-heads/choose-head-places.ts')
  return auditKeysOf(readAuditEnv(env))
}

export const verifyCommands = [audit, ledger]
