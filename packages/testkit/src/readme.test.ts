import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
// Beside the README, so that the package's own name resolves as it does for everyone else.
const file = join(root, `readme-example-${process.pid}.ts`)

afterAll(() => rm(file, { force: true }))

describe('the README’s example', () => {
  it('runs as it stands, on servers of its own, and ends', async () => {
    const readme = await readFile(join(root, 'README.md'), 'utf8')
    await writeFile(file, /```ts\n(import[\s\S]*?)```/.exec(readme)?.[1] ?? '')
    const { stdout } = await promisify(execFile)(process.execPath, [file], { timeout: 50_000 })
    expect(stdout.trim()).toBe('PAID')
  })
})
