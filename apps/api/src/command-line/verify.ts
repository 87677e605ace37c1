import type { RecordedHead } from '#audit/verify-chain.ts'
import { type Command, UsageError } from './command.ts'
import { withDatabase } from './with-database.ts'

const audit: Command = {
  words: 'audit verify',
  parameters: '[--head NUMBER:HASH]',
  summary: 'finds the first entry of the audit that was changed, removed or inserted',
  takes: 0,
  options: ['head'],
  async run({ options: { head } }, terminal) {
    const noted = head === undefined ? undefined : readHead(head)
    const { verifyChain } = await import('#audit/verify-chain.ts')
    const state = await withDatabase(terminal, database => verifyChain(database, noted))
    if (!state.whole) {
      terminal.print(`The audit is broken after ${state.entries} entries: something was ${state.fault} at ${state.at}.`)
      return false
    }
    terminal.print(`The audit is whole: ${state.entries} entries.`)
    terminal.print(`Note its head for a later check: --head ${state.head}`)
    return true
  },
}

/** `SEQ:HASH`, as an earlier check has printed it. */
function readHead(text: string): RecordedHead {
  const [, seq, hash] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? []
  if (seq === undefined || hash === undefined)
    throw new UsageError('--head is NUMBER:HASH, as an earlier check has printed it')
  return { seq: BigInt(seq), hash }
}

const ledger: Command = {
  words: 'ledger verify',
  parameters: '[--grace-minutes 15]',
  summary: 'holds the rules of phones and money against all rows and the provider’s charges (STRIPE_SECRET_KEY)',
  takes: 0,
  options: ['grace-minutes'],
  async run({ options }, terminal) {
    const minutes = Number(options['grace-minutes'] ?? '15')
    if (!(minutes >= 0)) throw new UsageError('--grace-minutes is a number, such as 15')
    const { checkLedger, describeLedger, violationsOf } = await import('#payments/check-ledger.ts')
    const provider = await providerLedger(terminal.env)
    const checked = await withDatabase(
      terminal,
      database => checkLedger({ database, ledger: provider, graceMs: minutes * 60_000 }),
      { statementTimeoutMs: 0 },
    )
    terminal.print(describeLedger(checked))
    if (!provider) terminal.print('The provider’s ledger was not checked: STRIPE_SECRET_KEY is not set.')
    return violationsOf(checked).length === 0
  },
}

async function providerLedger({ STRIPE_SECRET_KEY: secretKey, STRIPE_API_URL: apiUrl }: NodeJS.ProcessEnv) {
  if (!secretKey) return undefined
  const { createStripeLedger } = await import('#adapters/stripe/stripe-ledger.ts')
  return createStripeLedger({ secretKey, ...(apiUrl && { apiUrl }) })
}

export const verifyCommands = [audit, ledger]
