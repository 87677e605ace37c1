import { parseArgs } from 'node:util'
import { closeDatabase, createDatabase } from '@second-ring/database'
import { type NotedHead, verifyChain } from './verify-chain.ts'

/** `SEQ:HASH`, as an earlier check has printed it. */
function readHead(text: string): NotedHead {
  const [, seq, hash] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? []
  if (seq === undefined || hash === undefined)
    throw new Error('--head is NUMBER:HASH, as an earlier check has printed it')
  return { seq: BigInt(seq), hash }
}

try {
  const url = process.env.DATABASE_URL
  if (!url) throw new Error('DATABASE_URL is missing')
  const { values } = parseArgs({ options: { head: { type: 'string' } } })
  const database = createDatabase(url)
  const state = await verifyChain(database, values.head === undefined ? undefined : readHead(values.head))
  await closeDatabase(database)
  if (state.whole) {
    process.stdout.write(
      `The audit is whole: ${state.entries} entries.\nNote its head for a later check: --head ${state.head}\n`,
    )
  } else {
    process.stdout.write(
      `The audit is broken after ${state.entries} entries: something was ${state.fault} at ${state.at}.\n`,
    )
    process.exitCode = 1
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
