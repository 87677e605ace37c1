import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '../random.ts'
import { type Answered, type Asked, handOn, listenWith } from './exchange.ts'

/** What stands between the card payments and the API's webhook. */
export interface WebhookRelay {
  url: string
  /** Whether events are now lost, late, in another order, and told again and again. */
  confuse(isOn: boolean): void
  counts(): { delivered: number; repeated: number; late: number; lost: number }
  stop(): Promise<void>
}

const LATE_MS = 1200
const SHARES = { lost: 0.2, repeated: 0.4, late: 0.4 } as const

const taken: Answered = { status: 200, headers: {}, body: Buffer.from('{}') }

export async function startWebhookRelay(random: Random, apis: () => string[]): Promise<WebhookRelay> {
  let isConfused = false
  const counts = { delivered: 0, repeated: 0, late: 0, lost: 0 }
  const deliver = async (asked: Asked) => {
    const answered = await handOn(random.pick(apis()) ?? '', asked)
    counts.delivered += 1
    return answered
  }
  const { url, stop } = await listenWith(async asked => {
    if (!isConfused) return deliver(asked)
    if (random.chance(SHARES.lost)) {
      counts.lost += 1
      return taken
    }
    if (random.chance(SHARES.late)) {
      counts.late += 1
      await wait(random.between(0, LATE_MS))
    }
    if (!random.chance(SHARES.repeated)) return deliver(asked)
    counts.repeated += 1
    const [first] = await Promise.all([deliver(asked), deliver(asked), deliver(asked)])
    return first
  })
  return {
    url,
    confuse(isOn) {
      isConfused = isOn
    },
    counts: () => ({ ...counts }),
    stop,
  }
}
