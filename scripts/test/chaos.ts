import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Progress } from '../bootstrap/progress.mjs'
import { root } from '../bootstrap/repository.mjs'
import { runCommand } from './run-command.ts'
import { oneFailed, type Tally } from './tally.ts'

const TIMEOUT_MS = 15 * 60_000
const file = path.join(root, 'test-results', 'chaos.json')

/** A few rounds of every kind of `pnpm chaos`; each is one check. */
export function testInChaos(progress: Progress): Promise<Tally> {
  mkdirSync(path.dirname(file), { recursive: true })
  rmSync(file, { force: true })
  return progress.step('Faults under load', async step => {
    const { code, output } = await runCommand({
      command: process.execPath,
      args: ['lab/chaos/src/cli.ts', '--short', '--report', file],
      cwd: root,
      timeoutMs: TIMEOUT_MS,
    })
    const tally = existsSync(file)
      ? countRounds(JSON.parse(readFileSync(file, 'utf8')), code)
      : oneFailed('Faults under load')
    if (tally.failed === 0) step.detail(`${tally.passed} rounds passed`)
    else {
      step.fail(`${tally.passed} rounds passed, ${tally.failed} failed`)
      progress.say(output)
    }
    return tally
  })
}

/** Counts what really ran; a runner that failed though its rounds passed, or that had none, is a failure. */
export function countRounds({ rounds }: { rounds: { violations: string[] }[] }, exitCode: number): Tally {
  const failures = rounds.flatMap(({ violations }) =>
    violations.length > 0 ? [`Faults under load: ${violations[0]}`] : [],
  )
  const passed = rounds.length - failures.length
  const isUnexplained = failures.length === 0 && (exitCode !== 0 || rounds.length === 0)
  if (isUnexplained) failures.push('Faults under load: the runner failed')
  return { passed, failed: failures.length, failures }
}
