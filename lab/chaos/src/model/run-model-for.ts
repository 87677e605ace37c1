import startSharedServers from '@second-ring/testkit/global-setup'
import { leastSequences } from '../scope.ts'
import { runModel } from './run-model.ts'

interface LongModelRun {
  seed: number
  /** Whether it goes on, once it has made as many sequences as belong to so many minutes. */
  goOn(): boolean
  minutes: number
  say(line: string): void
  signal: AbortSignal
}

const PART = 100

/**
 * Makes sequences of random moves until the time is up, each hundred on a market of its own with the next seed.
 * @returns whether the model and the market agreed
 */
export async function runModelFor({ seed, goOn, minutes, say, signal }: LongModelRun): Promise<boolean> {
  let [sequences, moves, postings] = [0, 0, 0]
  const stop = await startSharedServers()
  try {
    while (goOn() || sequences < leastSequences(minutes)) {
      signal.throwIfAborted()
      const report = await runModel({ seed: seed + sequences / PART, sequences: PART })
      moves += report.moves
      postings += report.postings
      sequences += PART
    }
    return true
  } catch (error) {
    if (signal.aborted) throw error
    for (const line of reasons(error)) say(line)
    return false
  } finally {
    await stop?.()
    say(`\nRandom moves on the model and on the market: ${moves} in ${sequences} sequences, seeds from ${seed}.`)
    say(`Money operations of theirs: ${postings}.`)
  }
}

/** What failed, and what that was because of. */
function reasons(error: unknown): string[] {
  if (!(error instanceof Error)) return error === undefined ? [] : [String(error)]
  return [error.message, ...reasons(error.cause)]
}
