import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../../bootstrap/repository.mjs'
import type { Settings } from '../env.ts'
import type { ChildSpec } from '../supervise/child.ts'
import { reachable } from './sandboxes.ts'

const parentWatchdog = pathToFileURL(path.join(root, 'scripts', 'launch', 'supervise', 'parent-watchdog.mjs')).href

/** Vite's server as the site's face: the web with hot reload, everything of the API handed on to it. */
export function viteSpec(settings: Settings, apiPort: number): ChildSpec {
  const { host, port } = settings
  const vite = path.join(root, 'apps', 'web', 'node_modules', 'vite', 'bin', 'vite.js')
  return {
    name: 'vite',
    title: 'Vite',
    args: [
      '--import',
      parentWatchdog,
      vite,
      'apps/web',
      '--port',
      `${port}`,
      '--strictPort',
      '--host',
      host,
      '--clearScreen',
      'false',
    ],
    env: { ...settings.inherited, API_URL: `http://127.0.0.1:${apiPort}` },
    isReady: async () => {
      try {
        return (await fetch(`http://${reachable(host)}:${port}/`, { headers: { accept: 'text/html' } })).ok
      } catch {
        return false
      }
    },
  }
}
