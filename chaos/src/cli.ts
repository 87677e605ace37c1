import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import startSharedServers from '@second-ring/testkit/global-setup'
import { runModel } from './model/run-model.ts'
import { buildApi } from './product/build-api.ts'
import { describeChaos } from './report.ts'
import { runRounds } from './rounds/run-rounds.ts'
import { longSchedule, shortSchedule } from './rounds/schedule.ts'

// `pnpm chaos`: exit code 0 when the books balance after every round and the model agrees.
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: `${Date.now() % 1_000_000_000}` },
    short: { type: 'boolean', default: false },
    report: { type: 'string' },
  },
})
const seed = Number(values.seed)
const minutes = Number(values.minutes)
if (!Number.isInteger(seed) || !(minutes > 0)) {
  process.stderr.write('--seed is a whole number, --minutes a number above 0\n')
  process.exit(1)
}

/** Of the time for the rounds, so much more is for the model. */
const MODEL_SHARE = 0.2
const SEQUENCES = 100

const say = (line: string) => process.stdout.write(`${line}\n`)
const folder = await mkdtemp(path.join(tmpdir(), 'second-ring-chaos-'))
const until = (share: number) => {
  const deadline = performance.now() + minutes * share * 60_000
  return () => performance.now() < deadline
}

say(`Seed ${seed}; data and logs in ${folder}`)
await buildApi()
const goOn = values.short ? () => true : until(1)
let count = 0
const report = await runRounds({
  folder,
  seed,
  schedule: values.short ? shortSchedule : longSchedule(),
  goOn,
  onRound({ kind, seconds, violations }) {
    count += 1
    say(`${String(count).padStart(4)}  ${kind}: ${violations.length} violations, ${seconds.toFixed(1)} s`)
  },
})
say(`\n${describeChaos(report)}`)
if (values.report) await writeFile(values.report, JSON.stringify(report))
const isBroken = report.rounds.some(({ violations }) => violations.length > 0)
if (isBroken) say(`\nThe data and logs are kept in ${folder}`)
else await rm(folder, { recursive: true, force: true })

let isModelBroken = false
if (!values.short) {
  const isTime = until(MODEL_SHARE)
  let [sequences, moves] = [0, 0]
  const stop = await startSharedServers()
  try {
    for (let part = 0; isTime(); part += 1) {
      moves += (await runModel({ seed: seed + part, sequences: SEQUENCES })).moves
      sequences += SEQUENCES
    }
  } catch (error) {
    isModelBroken = true
    say(error instanceof Error ? error.message : String(error))
  }
  await stop()
  say(`\nRandom moves on the model and on the market: ${moves} in ${sequences} sequences.`)
}
process.exitCode = isBroken || isModelBroken ? 1 : 0
