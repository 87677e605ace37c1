import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isKept } from './bench.ts'
import { readOptions } from './options.ts'
import { describe, type Report } from './report.ts'
import { run } from './run.ts'

// How fast the server is, beside a bare one: `pnpm bench`. Exit code 1 when a promise is not kept.
const DATA = join(import.meta.dirname, '../../../.data/bench')
const RESULTS = join(DATA, 'results.json')

const say = (text: string) => process.stderr.write(`${text}\n`)

async function resultsOf(args: string[]): Promise<Report> {
  const options = readOptions(args)
  if (options.isLast) return JSON.parse(await readFile(RESULTS, 'utf8'))
  const report = await run(options, { postgres: join(DATA, 'postgres') }, say)
  await mkdir(DATA, { recursive: true })
  await writeFile(RESULTS, `${JSON.stringify(report, null, 2)}\n`)
  return report
}

try {
  const report = await resultsOf(process.argv.slice(2))
  process.stdout.write(describe(report))
  process.exitCode = report.targets.every(isKept) ? 0 : 1
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 2
}
