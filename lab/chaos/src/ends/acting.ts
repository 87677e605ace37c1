import { randomUUID } from 'node:crypto'
import type { Market } from '@second-ring/testkit'
import { TRPCError } from '@trpc/server'
import type { Random } from '../random.ts'
import type { Coverage } from './coverage.ts'
import { type EndingProcess, startEndingProcess } from './ending-process.ts'

/** Somebody who does money operations in processes that end. */
export interface Acting {
  market: Market
  random: Random
  admin: string
  categoryId: string
  /**
   * Does an operation in a process that ends in it, again in the next, until it is done.
   * @param operation is given the key of its attempt, the same each time
   * @throws Error that names it and its ends when it cannot be done any more
   */
  act<Result>(
    name: string,
    operation: (process: EndingProcess, idempotencyKey: string) => Promise<Result>,
  ): Promise<Result>
  /** The operations that were done so far. */
  done(): number
  stop(): Promise<void>
}

/** So many times a process may end in one operation. */
const ENDS_MAX = 3
/** So often another process does the jobs before the operation is repeated. */
const JOBS_FIRST = 0.15
const MINUTES = 2 / 60

interface Chances {
  random: Random
  coverage: Coverage
  /** How many of the operations end, of 1. */
  share: number
}

export async function startActing(market: Market, { random, coverage, share }: Chances): Promise<Acting> {
  const { id: admin } = await market.user({ role: 'ADMIN' })
  const { id: categoryId } = await market.category()
  let process = startEndingProcess(market)
  let done = 0
  return {
    market,
    random,
    admin,
    categoryId,
    async act(name, operation) {
      const idempotencyKey = randomUUID()
      const most = random.chance(share) ? random.between(1, ENDS_MAX) : 0
      const ends: string[] = []
      for (;;) {
        const end = ends.length < most ? coverage.next(name, random) : null
        const current = process
        const outcome = await current.run(() => operation(current, idempotencyKey), end)
        coverage.note(name, { steps: outcome.steps, end, hasEnded: outcome.ended })
        if (!outcome.ended) {
          done += 1
          if ('result' in outcome) return outcome.result
          const after = ends.length > 0 ? `after ends ${ends.join(', ')}` : 'without an end'
          throw new Error(`${name}, ${after}: ${outcome.error}`, { cause: outcome.error })
        }
        if (end) ends.push(`${end.side} ${end.step.name}`)
        process = startEndingProcess(market)
        if (!random.chance(JOBS_FIRST)) continue
        await market.timePasses({ hours: MINUTES })
        await market.runJobs()
      }
    },
    done: () => done,
    stop: () => process.stop(),
  }
}

/** @returns null when what was to be done was not to be done any more: a job was quicker */
export async function unlessDone<Result>(acting: Promise<Result>): Promise<Result | null> {
  try {
    return await acting
  } catch (error) {
    if (error instanceof Error && error.cause instanceof TRPCError && error.cause.code === 'CONFLICT') return null
    throw error
  }
}
