import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { workspaceFolders } from './workspace.mjs'

/**
 * What an install depends on, as one hash: the lockfile, which holds the patches' own hashes, the workspace's settings,
 * every package.json, the platform.
 * @param {string} root
 */
export function fingerprint(root) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  const files = [
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    ...workspaceFolders(root).map(folder => `${folder}/package.json`),
  ]
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(path.join(root, file)))
  return hash.digest('hex')
}
