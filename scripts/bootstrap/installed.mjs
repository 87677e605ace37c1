import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fingerprint } from './fingerprint.mjs'

/** @typedef {'for a start' | 'everything'} Extent what a start needs, or also what tests and development need */

const stampFile = (/** @type {string} */ root) => path.join(root, 'node_modules', '.second-ring', 'installed.json')

/**
 * How much is installed and matches the lockfile: undefined when nothing does.
 * @param {string} root
 * @returns {Extent | undefined}
 */
export function installedExtent(root) {
  if (!existsSync(path.join(root, 'node_modules', 'node', 'bin', 'node'))) return undefined
  try {
    const stamp = JSON.parse(readFileSync(stampFile(root), 'utf8'))
    return stamp.fingerprint === fingerprint(root) ? stamp.extent : undefined
  } catch {
    return undefined
  }
}

/**
 * Whether a developer's install is there, even an outdated one: a start then keeps it whole.
 * @param {string} root
 */
export function hasDevelopmentPackages(root) {
  try {
    const state = readFileSync(path.join(root, 'node_modules', '.modules.yaml'), 'utf8')
    return /"?included"?:\s*\{?[^}]*?"?devDependencies"?:\s*true/.test(state)
  } catch {
    return false
  }
}

/**
 * @param {string} root
 * @param {Extent} extent
 */
export function recordInstall(root, extent) {
  if (extent === 'for a start') forgetState(root)
  mkdirSync(path.dirname(stampFile(root)), { recursive: true })
  writeFileSync(stampFile(root), `${JSON.stringify({ fingerprint: fingerprint(root), extent })}\n`)
}

/**
 * Deletes what pnpm notes of an install. Before each command it repeats an install that it finds outdated, and with its
 * note it would leave out the development packages again; without, it installs everything.
 * @param {string} root
 */
function forgetState(root) {
  const folder = path.join(root, 'node_modules')
  for (const name of readdirSync(folder)) {
    if (name.startsWith('.pnpm-workspace-state')) rmSync(path.join(folder, name))
  }
}
