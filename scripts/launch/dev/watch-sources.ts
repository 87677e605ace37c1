import { watch } from 'chokidar'

const QUIET_MS = 120

/**
 * Calls back when a source in the folders has changed, once for what an editor or a checkout changes together.
 * @returns a function that stops watching, once changes are heard of
 */
export async function watchSources(folders: string[], onChange: () => void): Promise<() => Promise<void>> {
  let timer: NodeJS.Timeout | undefined
  const watcher = watch(folders, {
    ignoreInitial: true,
    ignored: (file, stats) => stats?.isFile() === true && !isSource(file),
  })
  watcher.on('all', (_event, file) => {
    if (!isSource(file)) return
    clearTimeout(timer)
    timer = setTimeout(onChange, QUIET_MS)
  })
  await new Promise<void>((resolve, reject) => watcher.once('ready', resolve).once('error', reject))
  return async () => {
    clearTimeout(timer)
    await watcher.close()
  }
}

const isSource = (file: string) => file.endsWith('.ts') && !file.endsWith('.test.ts')
