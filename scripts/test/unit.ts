import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Progress } from '../bootstrap/progress.mjs'
import { root } from '../bootstrap/repository.mjs'
import { browserStep } from './install-browser.ts'
import { programsStep } from './install-programs.ts'
import { runCommand } from './run-command.ts'
import { oneFailed, type Tally } from './tally.ts'
import { runTask } from './verify.ts'
import { countVitest } from './vitest-report.ts'

/** Twice what they take on two free cores. */
const TIMEOUT_MS = 40 * 60_000

const report = path.join(root, 'test-results', 'unit.json')

/** Runs the unit and integration tests of every package. */
export async function testUnits(progress: Progress): Promise<Tally> {
  const generated = await runTask('generate')
  if (generated.code !== 0) {
    progress.say(generated.output)
    return oneFailed('generate')
  }
  const browser = await browserStep(progress)
  await programsStep(progress)
  mkdirSync(path.dirname(report), { recursive: true })
  rmSync(report, { force: true })
  const { code } = await runCommand({
    command: process.execPath,
    args: [
      'node_modules/vitest/vitest.mjs',
      'run',
      // What waits in one leaves the processor to the others. Each project has a setting of its own, which this overrides.
      '--maxWorkers=3',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    cwd: root,
    env: { CHROMIUM_PATH: browser },
    timeoutMs: TIMEOUT_MS,
    isShown: true,
  })
  const counted = countVitest(existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined, code)
  for (const why of counted.complaints) progress.say(why)
  return counted
}
