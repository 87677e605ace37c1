import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { bindMigrationAwareSqlAdapterFactory, type SqlDriverAdapter } from '@prisma/driver-adapter-utils'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'
import { migrationAdapter } from './migration-adapter.ts'
import { readSchema } from './schema.ts'

export type SchemaEngine = bindings.SchemaEngine

/** An error of Prisma's engine: its message without the engine's own stack, and Prisma's code (P…) when it has one. */
export class SchemaEngineError extends Error {
  readonly code: string | undefined

  constructor(error: Error & { code?: unknown }) {
    const [text = '', stack = ''] = error.message.split(/\n\s*0: /)
    const what = text.replaceAll('external connector error\n', '').trim()
    const migration = /migration_name="(.+?)"/.exec(stack)?.[1]
    super(migration ? `Migration ${migration} failed: ${what}` : what, { cause: error })
    this.name = 'SchemaEngineError'
    this.code = typeof error.code === 'string' ? error.code : undefined
  }
}

// TypeScript has this global among the DOM's types only.
declare const WebAssembly: {
  instantiate(binary: Uint8Array, imports: Record<string, object>): Promise<{ instance: { exports: Exports } }>
}
type Exports = Record<string, unknown>

// The bindings hold one engine. Copies of this module in one process, as a test runner makes them, must not load another.
const shared: typeof globalThis & { secondRingSchemaEngine?: Promise<void> } = globalThis

/**
 * Runs `work` with Prisma's own migration engine (WebAssembly, no download) on the database of `url`, which exists.
 * Its connections are closed when `work` has ended.
 * @throws SchemaEngineError for the engine's errors, and what else `work` throws
 */
export async function withSchemaEngine<Result>(
  url: string,
  work: (engine: SchemaEngine) => Promise<Result>,
): Promise<Result> {
  shared.secondRingSchemaEngine ??= load()
  await shared.secondRingSchemaEngine
  const { adapter, close } = closing(migrationAdapter(url))
  const schema = await readSchema()
  const datamodels: [string, string][] = [[schema.path, schema.content]]
  const bound = bindMigrationAwareSqlAdapterFactory(adapter)
  try {
    return await work(await bindings.SchemaEngine.new({ datamodels }, ignoreLog, bound))
  } catch (error) {
    throw error instanceof Error && error.name === 'SchemaConnectorError' ? new SchemaEngineError(error) : error
  } finally {
    await close()
  }
}

async function load(): Promise<void> {
  const beside = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const binary = await readFile(join(dirname(beside), 'schema_engine_bg.wasm'))
  const imports = Object.fromEntries(Object.entries(bindings).map(([name, binding]) => [name, relaxed(name, binding)]))
  const { instance } = await WebAssembly.instantiate(binary, { './schema_engine_bg.js': imports })
  const start = instance.exports.__wbindgen_start
  if (typeof start !== 'function') throw new Error('@prisma/schema-engine-wasm has no __wbindgen_start')
  bindings.__wbg_set_wasm(instance.exports)
  start()
  // Where the engine leaves the message of a panic of its own.
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: { set_message: (text: string) => process.stderr.write(`${text}\n`) },
  })
}

/** The engine's timers (10 s for its lock) are never cleared; they must not prevent the process from ending. */
function relaxed(name: string, binding: unknown): unknown {
  if (!name.startsWith('__wbg_setTimeout_') || typeof binding !== 'function') return binding
  return (...args: unknown[]) => binding(...args).unref()
}

/** The engine's main connection stays open until the process ends; this closes it, and with it the advisory lock. */
function closing(factory: ReturnType<typeof migrationAdapter>) {
  const open: SqlDriverAdapter[] = []
  const adapter = {
    ...factory,
    connect: async () => {
      const connection = await factory.connect()
      open.push(connection)
      return connection
    },
  }
  return { adapter, close: () => Promise.all(open.map(connection => connection.dispose())) }
}

function ignoreLog(): void {}
