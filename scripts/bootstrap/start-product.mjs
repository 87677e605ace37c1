import { describe } from './failure.mjs'
import { ensureInstalled } from './install.mjs'
import { createProgress } from './progress.mjs'
import { root } from './repository.mjs'
import { runOnNode24 } from './run-on-node-24.mjs'

/**
 * `npm start` and `npm run dev`: installs what is missing, then launches the product. `--install` does no more than
 * that. Who develops gets the development packages as well, for their editor.
 * @param {string[]} args
 */
export async function startProduct(args) {
  try {
    const extent = args.includes('--dev') ? 'everything' : 'for a start'
    await ensureInstalled({ root, extent, progress: createProgress() })
    if (args.includes('--install')) return
    await runOnNode24('scripts/launch/main-cli.ts', args)
  } catch (error) {
    process.stderr.write(`${describe(error)}\n`)
    process.exitCode = 1
  }
}
