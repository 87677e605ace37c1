import type { Progress } from '../bootstrap/progress.mjs'
import { pnpm, root } from '../bootstrap/repository.mjs'
import { runCommand } from './run-command.ts'
import { oneFailed, onePassed, sum, type Tally } from './tally.ts'

const MINUTES = 60_000

/** Turbo's tasks of `pnpm verify`. The types come first: what they generate is looked at by the others. */
const checks = {
  typecheck: 'Types',
  lint: 'Format and lint',
  'dead-code': 'Dead code',
  'spec-coverage': 'Specification',
  'attack-coverage': 'Attacks',
  'web-weight': 'Weight in the browser',
}

/** Runs a task in every package that has it. Turbo starts pnpm for each, which is on the path below npx. */
export function runTask(task: string): Promise<{ code: number; output: string }> {
  return runCommand({
    command: 'npx',
    args: ['--yes', '--prefer-offline', pnpm, 'exec', 'turbo', 'run', task, '--output-logs=errors-only', '--continue'],
    cwd: root,
    env: { TURBO_TELEMETRY_DISABLED: '1' },
    timeoutMs: 5 * MINUTES,
  })
}

/** Format, lint, types, dead code, the coverage of the specification and of the attacks, budgets; each is one check. */
export async function verify(progress: Progress): Promise<Tally> {
  const tallies: Tally[] = []
  for (const [task, title] of Object.entries(checks)) {
    tallies.push(
      await progress.step(title, async step => {
        const { code, output } = await runTask(task)
        if (code === 0) return onePassed
        step.fail('failed')
        progress.say(output)
        return oneFailed(title)
      }),
    )
  }
  return sum(tallies)
}
