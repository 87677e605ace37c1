import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Progress } from '../bootstrap/progress.mjs'
import { root } from '../bootstrap/repository.mjs'
import { workspaceFolders } from '../bootstrap/workspace.mjs'
import { inTurns } from './in-turns.ts'
import { browserStep } from './install-browser.ts'
import { programsStep } from './install-programs.ts'
import { runCommand } from './run-command.ts'
import { oneFailed, sum, type Tally } from './tally.ts'
import { runTask } from './verify.ts'
import { countVitest } from './vitest-report.ts'

const AT_ONCE = 2
const TIMEOUT_MS = 15 * 60_000

const results = path.join(root, 'test-results')

function hasTests(folder: string): boolean {
  const { scripts } = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'))
  return folder !== '.' && scripts?.test !== undefined
}

/** Runs the unit and integration tests of every package, two packages at once. */
export async function testUnits(progress: Progress): Promise<Tally> {
  const generated = await runTask('generate')
  if (generated.code !== 0) {
    progress.say(generated.output)
    return oneFailed
  }
  const browser = await browserStep(progress)
  await programsStep(progress)
  mkdirSync(results, { recursive: true })
  const folders = workspaceFolders(root).filter(hasTests)
  return sum(await inTurns(folders, AT_ONCE, folder => testPackage(folder, { browser, progress })))
}

async function testPackage(
  folder: string,
  { browser, progress }: { browser: string; progress: Progress },
): Promise<Tally> {
  const file = path.join(results, `unit-${folder.replaceAll('/', '-')}.json`)
  rmSync(file, { force: true })
  return progress.step(folder, async step => {
    const { code, output } = await runCommand({
      command: process.execPath,
      args: [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${file}`,
      ],
      cwd: path.join(root, folder),
      env: { CHROMIUM_PATH: browser },
      timeoutMs: TIMEOUT_MS,
    })
    const counted = countVitest(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined, code)
    if (counted.failed === 0) step.detail(`${counted.passed} passed`)
    else {
      step.fail(`${counted.passed} passed, ${counted.failed} failed`)
      progress.say([output, ...counted.complaints.map(why => `${folder}: ${why}`)].join('\n'))
    }
    return counted
  })
}
