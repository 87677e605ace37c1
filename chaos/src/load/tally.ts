import { TRPCClientError } from '@trpc/client'

/** How calls ended, for a client: done; refused with a reason; the server said it is away; it did not answer; its mistake. */
export type Outcome = 'done' | 'refused' | 'away' | 'unanswered' | 'mistake'

/** Counts how calls end, and keeps what the product itself calls its mistake. */
export interface Tally {
  /** @returns what the call gave, or null when it did not succeed */
  take<Result>(name: string, call: () => Promise<Result>): Promise<Result | null>
  counts(): Readonly<Record<Outcome, number>>
  /** How often each call was done. */
  done(): ReadonlyMap<string, number>
  /** What ended as a mistake of the product's own since it was last asked. */
  mistakes(): string[]
}

export function createTally(): Tally {
  const counts = { done: 0, refused: 0, away: 0, unanswered: 0, mistake: 0 }
  const done = new Map<string, number>()
  let mistakes: string[] = []
  return {
    async take(name, call) {
      try {
        const result = await call()
        counts.done += 1
        done.set(name, (done.get(name) ?? 0) + 1)
        return result
      } catch (error) {
        const outcome = outcomeOf(error)
        counts[outcome] += 1
        if (outcome === 'mistake') mistakes.push(`${name}: ${error instanceof Error ? error.message : error}`)
        return null
      }
    },
    counts: () => counts,
    done: () => done,
    mistakes() {
      const told = mistakes
      mistakes = []
      return told
    },
  }
}

interface ErrorData {
  code?: string
}

function outcomeOf(error: unknown): Exclude<Outcome, 'done'> {
  if (!(error instanceof TRPCClientError)) return 'unanswered'
  const { code } = (error.data ?? {}) as ErrorData
  if (code === undefined) return 'unanswered'
  if (code === 'INTERNAL_SERVER_ERROR') return 'mistake'
  return code === 'SERVICE_UNAVAILABLE' ? 'away' : 'refused'
}
