import { describe } from './failure.mjs'
import { ensureInstalled } from './install.mjs'
import { createProgress } from './progress.mjs'
import { root } from './repository.mjs'
import { runOnNode24 } from './run-on-node-24.mjs'

/**
 * `npm test`: installs everything, then runs every check and test.
 * @param {string[]} args
 */
export async function testProduct(args) {
  try {
    await ensureInstalled({ root, extent: 'everything', progress: createProgress() })
    await runOnNode24('scripts/test/main-cli.ts', args)
  } catch (error) {
    process.stderr.write(`${describe(error)}\n`)
    process.exitCode = 1
  }
}
