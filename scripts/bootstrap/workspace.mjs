import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * The folders of the workspace's packages, the root first, relative to it.
 * @param {string} root
 */
export function workspaceFolders(root) {
  const workspace = readFileSync(path.join(root, 'pnpm-workspace.yaml'), 'utf8')
  const list = /^packages:\n((?:[ \t]+- .*\n?)+)/m.exec(workspace)?.[1] ?? ''
  const patterns = list.split('\n').map(line => line.replace(/^\s*-\s*|['"]/g, '').trim())
  const folders = patterns.filter(Boolean).flatMap(pattern => {
    if (!pattern.endsWith('/*')) return [pattern]
    const parent = pattern.slice(0, -2)
    if (!existsSync(path.join(root, parent))) return []
    return readdirSync(path.join(root, parent)).map(name => `${parent}/${name}`)
  })
  return ['.', ...folders.sort()].filter(folder => existsSync(path.join(root, folder, 'package.json')))
}
