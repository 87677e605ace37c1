import { describe } from '../bootstrap/failure.mjs'
import { createProgress } from '../bootstrap/progress.mjs'
import { root } from '../bootstrap/repository.mjs'
import { loadDotEnv, readSettings } from './env.ts'
import { explain } from './explain.ts'
import { launch } from './launch.ts'
import { help, readOptions } from './options.ts'
import { startBuilds } from './start-product.ts'

// The launcher of `npm start` and `npm run dev`. It ends when it learns to, and when the process that started it is gone.
const progress = createProgress()
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
process.on('disconnect', () => stop.abort())
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => stop.abort())

const folders = [root]
try {
  const options = readOptions(process.argv.slice(2))
  if (options.help) progress.say(help)
  else {
    loadDotEnv()
    const settings = readSettings()
    folders.push(settings.dataDir)
    if (options.build) await startBuilds({ settings, progress, stop: stop.signal }).all
    else await launch(settings, options, progress, stop.signal)
  }
} catch (error) {
  progress.close()
  if (!stop.signal.aborted) {
    process.stderr.write(`${describe(explain(error, folders))}\n`)
    process.exitCode = 1
  }
}
process.exit()
