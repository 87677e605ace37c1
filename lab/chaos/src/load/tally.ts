import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { TRPCClientError } from '@trpc/client'
import { RestError } from './users.ts'

/** How calls ended, for a client: done; rejected with a reason; the server said it is away; it did not answer; its mistake. */
export type Outcome = 'done' | 'refused' | 'away' | 'unanswered' | 'mistake'

/** Counts how calls end, and keeps what the product itself calls its mistake. */
export interface Tally {
  /**
   * Makes a call, and again under the same idempotency key for as long as it is not answered.
   * @returns what the call gave, or null when it did not succeed
   */
  take<Result>(name: string, call: (idempotencyKey: string) => Promise<Result>): Promise<Result | null>
  /** Counts something that was done elsewhere, such as by a bank. */
  note(name: string): void
  counts(): Readonly<Record<Outcome, number>>
  /** How many attempts were answered only when they were repeated. */
  repeated(): number
  /** How often each call was done. */
  done(): ReadonlyMap<string, number>
  /** What ended as a mistake of the product's own since it was last asked. */
  mistakes(): string[]
}

const TRIES = 60
const AGAIN_MS = 250

/** @param onRefused told of the key of an attempt that was rejected: nothing of it may ever have happened */
export function createTally(onRefused: (idempotencyKey: string) => void): Tally {
  const counts = { done: 0, refused: 0, away: 0, unanswered: 0, mistake: 0 }
  const done = new Map<string, number>()
  let repeated = 0
  let mistakes: string[] = []
  const note = (name: string) => void done.set(name, (done.get(name) ?? 0) + 1)
  return {
    note,
    async take(name, call) {
      const idempotencyKey = randomUUID()
      for (let tries = 1; ; tries += 1) {
        const answer = await answerOf(() => call(idempotencyKey))
        counts[answer.outcome] += 1
        const isAnswered = answer.outcome !== 'away' && answer.outcome !== 'unanswered'
        if (isAnswered && tries > 1) repeated += 1
        if (answer.outcome === 'done') {
          note(name)
          return answer.result
        }
        if (answer.outcome === 'refused') onRefused(idempotencyKey)
        if (answer.outcome === 'mistake') mistakes.push(`${name}: ${answer.message}`)
        if (isAnswered || tries === TRIES) return null
        await wait(AGAIN_MS)
      }
    },
    counts: () => counts,
    repeated: () => repeated,
    done: () => done,
    mistakes() {
      const told = mistakes
      mistakes = []
      return told
    },
  }
}

type Answer<Result> = { outcome: 'done'; result: Result } | { outcome: Exclude<Outcome, 'done'>; message: string }

async function answerOf<Result>(call: () => Promise<Result>): Promise<Answer<Result>> {
  try {
    return { outcome: 'done', result: await call() }
  } catch (error) {
    return { outcome: outcomeOf(error), message: error instanceof Error ? error.message : `${error}` }
  }
}

interface ErrorData {
  code?: string
}

function outcomeOf(error: unknown): Exclude<Outcome, 'done'> {
  if (error instanceof RestError) return error.status === 503 ? 'away' : error.status < 500 ? 'refused' : 'mistake'
  if (!(error instanceof TRPCClientError)) return 'unanswered'
  const { code } = (error.data ?? {}) as ErrorData
  if (code === undefined) return 'unanswered'
  if (code === 'INTERNAL_SERVER_ERROR') return 'mistake'
  return code === 'SERVICE_UNAVAILABLE' ? 'away' : 'refused'
}
