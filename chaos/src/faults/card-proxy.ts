import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '../random.ts'
import { type Answered, handOn, listenWith } from './exchange.ts'

/** How the card payments fail: late, with 500, with 429, or by a connection that breaks. */
export type CardFault = 'slow' | 'error' | 'too-many' | 'cut'

/** What stands between the API and the card payments. */
export interface CardProxy {
  url: string
  /** Fails from now on so, more often than not; null ends it. */
  fail(fault: CardFault | null): void
  /** How many calls it has failed. */
  failed(): number
  stop(): Promise<void>
}

const SHARE = 0.6
const SLOW_MS = { from: 200, to: 2500 } as const

export async function startCardProxy(random: Random, target: () => string): Promise<CardProxy> {
  let fault: CardFault | null = null
  let failed = 0
  const { url, stop } = await listenWith(async asked => {
    const now = fault !== null && random.chance(SHARE) ? fault : null
    if (now === null) return handOn(target(), asked)
    failed += 1
    // A failure before anything was done, and one after, look the same to who asked.
    const isDone = random.chance(0.5)
    if (now === 'slow') {
      // The work is late, or only the answer is: then the webhook may come first.
      const answered = isDone ? await handOn(target(), asked) : null
      await wait(random.between(SLOW_MS.from, SLOW_MS.to))
      return answered ?? handOn(target(), asked)
    }
    if (now === 'too-many') return refusal(429, 'rate_limit_error', 'Too many requests')
    if (isDone) await handOn(target(), asked)
    return now === 'cut' ? null : refusal(500, 'api_error', 'An unknown error occurred')
  })
  return {
    url,
    fail(next) {
      fault = next
    },
    failed: () => failed,
    stop,
  }
}

function refusal(status: number, type: string, message: string): Answered {
  const body = Buffer.from(JSON.stringify({ error: { type, message } }))
  return { status, headers: { 'content-type': 'application/json' }, body }
}
