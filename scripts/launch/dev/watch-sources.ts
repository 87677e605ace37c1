import { watch } from 'node:fs'
import path from 'node:path'
import { root } from '../../bootstrap/repository.mjs'

const QUIET_MS = 120

/** The folders whose change restarts the API. */
const watched = ['apps/api/src', 'packages/contracts/src', 'prisma/src']

/** Calls back when sources of the API have changed, once for what an editor or a checkout changes together. */
export function watchApiSources(onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const watchers = watched.map(folder =>
    watch(path.join(root, folder), { recursive: true }, (_event, file) => {
      if (!file?.endsWith('.ts') || file.endsWith('.test.ts')) return
      clearTimeout(timer)
      timer = setTimeout(onChange, QUIET_MS)
    }),
  )
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}
