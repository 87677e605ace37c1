import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { root } from './repository.mjs'

// What pnpm runs after an install: writes the database client, which nothing of the server runs without. A start has no
// development packages and writes it beside its other work; an image installs before the sources are there.
const generate = path.join(root, 'prisma', 'src', 'generate.ts')
if (existsSync(path.join(root, 'node_modules', 'turbo')) && existsSync(generate)) {
  process.exitCode = spawnSync(process.execPath, [generate], { stdio: 'inherit' }).status ?? 1
}
