import { cpSync, mkdirSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { root } from '../bootstrap/repository.mjs'

// Lays out what applies the migrations in production, without the rest of node_modules: one bundled file, the migrations,
// the triggers, the schema, and Prisma's engine, which finds its WebAssembly beside itself. Argument: the folder to make.
const [out] = process.argv.slice(2)
if (!out) throw new Error('Name the folder to make')
const prisma = path.join(root, 'prisma')
const engine = 'node_modules/@prisma/schema-engine-wasm'

mkdirSync(out, { recursive: true })
await build({
  entryPoints: [path.join(prisma, 'src/migrate-cli.ts')],
  outfile: path.join(out, 'dist/migrate.js'),
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  legalComments: 'none',
  logLevel: 'warning',
  external: ['@prisma/schema-engine-wasm', 'pg-native'],
  // Bundled CommonJS packages expect this to be there.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
})
for (const folder of ['migrations', 'triggers']) {
  cpSync(path.join(prisma, folder), path.join(out, folder), { recursive: true })
}
cpSync(path.join(prisma, 'schema.prisma'), path.join(out, 'schema.prisma'))
cpSync(realpathSync(path.join(prisma, engine)), path.join(out, engine), { recursive: true, dereference: true })
