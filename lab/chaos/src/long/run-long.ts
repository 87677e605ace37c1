import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import startSharedServers from '@second-ring/testkit/global-setup'
import { countEnds } from '../ends/coverage.ts'
import { runEndsFor } from '../ends/run-ends-for.ts'
import { runModel } from '../model/run-model.ts'
import { runRounds } from '../rounds/run-rounds.ts'
import { longSchedule } from '../rounds/schedule.ts'
import {
  addLeg,
  describeTotals,
  emptyTotals,
  type Goals,
  type Leg,
  type LegKind,
  nextLeg,
  readTotals,
  seedOf,
  type Totals,
  writeTotals,
} from './totals.ts'

interface LongRun {
  /** Where the totals are, from which it goes on. */
  file: string
  /** Of the first leg, when there are no totals yet. */
  seed: number
  goals: Goals
  /** How long a leg is, in minutes. */
  legMinutes: number
  say(line: string): void
  signal: AbortSignal
}

const ACTS_A_ROUND = 300
const SEQUENCES = 100
/** Once there are enough ends: so many of the operations still end. */
const FEW_ENDS = 0.05

/**
 * Goes on leg by leg until every goal is reached, and remembers the totals after each leg; a leg that is interrupted counts for
 * nothing.
 * @returns whether no difference was found
 */
export async function runLong({ file, seed, goals, legMinutes, say, signal }: LongRun): Promise<boolean> {
  const totals = readTotals(file) ?? emptyTotals(seed)
  // Of all legs: those in process share them.
  const stop = await startSharedServers()
  try {
    for (let kind = nextLeg(totals, goals); kind !== null; kind = nextLeg(totals, goals)) {
      if (totals.differences.length > 0) break
      signal.throwIfAborted()
      const startedAt = performance.now()
      say(`\nLeg of ${kind}, seed ${seedOf(totals)}`)
      const leg = await legs[kind]({ totals, goals, isTime: within(legMinutes), say, signal })
      addLeg(totals, kind, { leg, seconds: (performance.now() - startedAt) / 1000 })
      writeTotals(file, totals)
      say(describeTotals(totals, goals))
    }
    return totals.differences.length === 0
  } finally {
    await stop?.()
  }
}

/** Its time begins when it is first asked: until then everything is started. */
function within(minutes: number): () => boolean {
  let deadline: number | null = null
  return () => {
    deadline ??= performance.now() + minutes * 60_000
    return performance.now() < deadline
  }
}

interface LegRun extends Pick<LongRun, 'goals' | 'say' | 'signal'> {
  totals: Totals
  isTime(): boolean
}

const legs: Record<LegKind, (run: LegRun) => Promise<Leg>> = {
  rounds: runRoundsLeg,
  ends: runEndsLeg,
  model: runModelLeg,
}

async function runRoundsLeg({ totals, isTime, say, signal }: LegRun): Promise<Leg> {
  const folder = await mkdtemp(path.join(tmpdir(), 'second-ring-chaos-'))
  const report = await runRounds({
    ...{ folder, seed: seedOf(totals), schedule: longSchedule(), actsARound: ACTS_A_ROUND, signal },
    goOn: isTime,
    onRound: ({ kind, seconds, violations }) =>
      say(`  ${kind}: ${violations.length} violations, ${seconds.toFixed(1)} s`),
  })
  const differences = report.rounds.flatMap(({ violations }) => violations)
  if (differences.length > 0) say(`The data and logs are kept in ${folder}`)
  else await rm(folder, { recursive: true, force: true })
  const operations = Object.values(report.market.postings).reduce((sum, count) => sum + count, 0)
  return { operations, kills: report.kills, webhooks: report.webhookFaults, differences }
}

async function runEndsLeg({ totals, goals, isTime, say, signal }: LegRun): Promise<Leg> {
  const isEnough = countEnds(totals.ended).ends >= goals.ends
  const report = await runEndsFor({
    ...{ seed: seedOf(totals), before: totals.ended, share: isEnough ? FEW_ENDS : 1, say, signal },
    goOn: isTime,
  })
  const { postings: operations, ended, webhooks, differences } = report
  return { operations, ended, webhooks: { 'late in process': webhooks }, differences }
}

async function runModelLeg({ totals, isTime, say, signal }: LegRun): Promise<Leg> {
  let [operations, sequences] = [0, 0]
  try {
    do {
      signal.throwIfAborted()
      operations += (await runModel({ seed: seedOf(totals) + sequences / SEQUENCES, sequences: SEQUENCES })).postings
      sequences += SEQUENCES
      say(`  ${sequences} sequences, ${operations} money operations, difference 0`)
    } while (isTime())
    return { operations, differences: [] }
  } catch (error) {
    if (signal.aborted) throw error
    return { operations, differences: [error instanceof Error ? error.message : String(error)] }
  }
}
