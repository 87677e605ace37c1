import { rmSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { countEnds, type Ended } from './ends/coverage.ts'
import { describeEnds } from './ends/describe-ends.ts'
import { runEndsFor } from './ends/run-ends-for.ts'
import { runLong } from './long/run-long.ts'
import { runModelFor } from './model/run-model-for.ts'
import { buildApi } from './product/build-api.ts'
import { describeChaos } from './report.ts'
import { root } from './repository.ts'
import { runRounds } from './rounds/run-rounds.ts'
import { longSchedule, shortSchedule } from './rounds/schedule.ts'
import { isEnough, leastOf } from './scope.ts'

/** Of a long run, unless said. */
const ENDS = 10_000
const TOTALS = path.join(root, '.data', 'chaos-long.json')

// `pnpm chaos`: exit code 0 when the books balance after every round and the model agrees; `--ends` and `--long` likewise.
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: `${Date.now() % 1_000_000_000}` },
    short: { type: 'boolean', default: false },
    report: { type: 'string' },
    ends: { type: 'string' },
    long: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    operations: { type: 'string', default: '1000000' },
    kills: { type: 'string', default: '300' },
    leg: { type: 'string', default: '10' },
  },
})
const seed = Number(values.seed)
const minutes = Number(values.minutes)
const ends = values.ends === undefined ? null : Number(values.ends)
const goals = { operations: Number(values.operations), ends: ends ?? ENDS, kills: Number(values.kills) }
const isAboveZero = [minutes, Number(values.leg), ...Object.values(goals)].every(number => number > 0)
if (!Number.isInteger(seed) || !isAboveZero) {
  process.stderr.write('--seed is a whole number; --minutes, --leg, --ends, --operations and --kills are above 0\n')
  process.exit(1)
}

/** Of the time for the rounds, so much more is for the model; and so much in all, on a machine that is busy. */
const MODEL_SHARE = 0.2
const MOST_SHARE = 3
const LAST_MS = 15_000
/** On a machine that is busy a round is over before anybody has done much. */
const ACTS = { short: 30, long: 300 } as const

const say = (line: string) => process.stdout.write(`${line}\n`)
const folder = await mkdtemp(path.join(tmpdir(), 'second-ring-chaos-'))
const interrupt = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    interrupt.abort(new Error(`Ended by ${signal}`))
    setTimeout(() => leave(130), LAST_MS).unref()
  })
}
function leave(code: number): never {
  rmSync(folder, { recursive: true, force: true })
  process.exit(code)
}
const within = (share: number) => {
  const deadline = performance.now() + minutes * share * 60_000
  return () => performance.now() < deadline
}

/** @returns whether all is well */
async function rounds(): Promise<boolean> {
  await buildApi()
  const [isTime, isBearable] = [within(1), within(MOST_SHARE)]
  let count = 0
  const report = await runRounds({
    folder,
    seed,
    schedule: values.short ? shortSchedule : longSchedule(),
    actsARound: values.short ? ACTS.short : ACTS.long,
    goOn: kills => values.short || isTime() || (isBearable() && !isEnough(kills, minutes)),
    onRound({ kind, seconds, violations }) {
      count += 1
      say(`${String(count).padStart(4)}  ${kind}: ${violations.length} violations, ${seconds.toFixed(1)} s`)
    },
    signal: interrupt.signal,
  })
  say(`\n${describeChaos(report)}`)
  if (values.report) await writeFile(values.report, JSON.stringify(report))
  if (report.rounds.some(({ violations }) => violations.length > 0)) {
    say(`\nThe data and logs are kept in ${folder}`)
    return false
  }
  await rm(folder, { recursive: true, force: true })
  if (values.short || isEnough(report.kills, minutes)) return true
  say(`Too few kills in three times the time: ${JSON.stringify(leastOf(minutes))} belong to ${minutes} minutes`)
  return false
}

async function roundsAndModel(): Promise<boolean> {
  say(`Seed ${seed}; data and logs in ${folder}`)
  const isWell = await rounds()
  const agrees =
    values.short || (await runModelFor({ seed, goOn: within(MODEL_SHARE), minutes, say, signal: interrupt.signal }))
  return isWell && agrees
}

/** Processes that end in this one. @returns whether all is well */
async function endsAlone(most: number): Promise<boolean> {
  say(`Seed ${seed}`)
  const goOn = ({ ended }: { ended: Ended }) => countEnds(ended).ends < most
  const report = await runEndsFor({ seed, goOn, say, signal: interrupt.signal })
  say(`\n${describeEnds(report)}`)
  return report.differences.length === 0
}

async function long(): Promise<boolean> {
  if (values.fresh) await rm(TOTALS, { force: true })
  await buildApi()
  say(`The totals are in ${TOTALS}; interrupted, it goes on from them`)
  return runLong({ file: TOTALS, seed, goals, legMinutes: Number(values.leg), say, signal: interrupt.signal })
}

try {
  const isWell = await (values.long ? long() : ends === null ? roundsAndModel() : endsAlone(ends))
  process.exitCode = isWell ? 0 : 1
} catch (error) {
  if (interrupt.signal.aborted) leave(130)
  say(error instanceof Error ? (error.stack ?? error.message) : String(error))
  leave(1)
}
