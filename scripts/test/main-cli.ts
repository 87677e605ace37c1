import { describe, Failure } from '../bootstrap/failure.mjs'
import { createProgress, type Progress } from '../bootstrap/progress.mjs'
import { testInBrowser } from './browser.ts'
import { testInChaos } from './chaos.ts'
import { endCommands } from './run-command.ts'
import { failureLines, oneFailed, sum, type Tally, tallyLine } from './tally.ts'
import { testUnits } from './unit.ts'
import { verify } from './verify.ts'

// `npm test`: everything that proves the product works, and the true counts of it all on the last line.
const parts: Record<string, (progress: Progress) => Promise<Tally>> = {
  verify,
  unit: testUnits,
  chaos: testInChaos,
  browser: testInBrowser,
}

/** The parts that `--only=` names; all of them without it. */
function chosenParts(args: string[]): ((progress: Progress) => Promise<Tally>)[] {
  const [option, ...more] = args
  if (option === undefined) return Object.values(parts)
  const part = parts[option.replace('--only=', '')]
  if (!part || more.length > 0)
    throw new Failure(`Unknown: ${args.join(' ')}. There is --only=verify, unit, chaos or browser.`)
  return [part]
}

const progress = createProgress()
const leave = () => {
  endCommands()
  process.exit(130)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, leave)

let exitCode = 1
try {
  const tallies: Tally[] = []
  for (const part of chosenParts(process.argv.slice(2))) {
    tallies.push(
      await part(progress).catch(error => {
        progress.say(describe(error))
        return oneFailed(describe(error))
      }),
    )
  }
  const total = sum(tallies)
  if (total.failures.length > 0) progress.say(`\n${failureLines(total)}`)
  progress.say(`\n${tallyLine(total)}`)
  exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
} catch (error) {
  process.stderr.write(`${describe(error)}\n`)
}
process.exit(exitCode)
