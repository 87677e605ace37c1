import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '../random.ts'
import { type Answered, type Asked, handOn, listenWith } from './exchange.ts'

/** What stands between the card payments and the API's webhook. */
export interface WebhookRelay {
  url: string
  /** Whether events are now lost, late, in another order, and told again and again. */
  confuse(isOn: boolean): void
  /** A browser reports the payment of an intent now; counts whether the webhook has told of it before. */
  noteReport(intentId: string): void
  counts(): WebhookCounts
  stop(): Promise<void>
}

export interface WebhookCounts {
  delivered: number
  repeated: number
  late: number
  /** Delivered before an older one of the same intent. */
  overtaken: number
  /** Delivered before the browser had its say. */
  early: number
  lost: number
}

const LATE_MS = 1200
const SHARES = { lost: 0.2, repeated: 0.4, late: 0.4 } as const

const taken: Answered = { status: 200, headers: {}, body: Buffer.from('{}') }

export async function startWebhookRelay(random: Random, apis: () => string[]): Promise<WebhookRelay> {
  let isConfused = false
  const counts = { delivered: 0, repeated: 0, late: 0, overtaken: 0, early: 0, lost: 0 }
  const told = new Set<string>()
  /** By intent, what is under way; first come, first. */
  const underWay = new Map<string, Asked[]>()

  const deliver = async (asked: Asked) => {
    const answered = await handOn(random.pick(apis()) ?? '', asked)
    counts.delivered += 1
    return answered
  }
  const answer = async (asked: Asked) => {
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
  }
  const { url, stop } = await listenWith(async asked => {
    const { type, intentId } = newsOf(asked)
    const others = underWay.get(intentId) ?? []
    underWay.set(intentId, [...others, asked])
    try {
      const answered = await answer(asked)
      if (answered && answered !== taken && type === 'payment_intent.succeeded') told.add(intentId)
      if (answered !== taken && underWay.get(intentId)?.[0] !== asked) counts.overtaken += 1
      return answered ?? null
    } finally {
      const left = underWay.get(intentId)?.filter(one => one !== asked) ?? []
      if (left.length > 0) underWay.set(intentId, left)
      else underWay.delete(intentId)
    }
  })
  return {
    url,
    confuse(isOn) {
      isConfused = isOn
    },
    noteReport(intentId) {
      if (told.has(intentId)) counts.early += 1
    },
    counts: () => ({ ...counts }),
    stop,
  }
}

interface News {
  type?: string
  data?: { object?: { object?: string; id?: string; payment_intent?: string } }
}

function newsOf({ body }: Asked): { type: string; intentId: string } {
  const { type = '', data }: News = JSON.parse(body.toString())
  const { object, id = '', payment_intent = '' } = data?.object ?? {}
  return { type, intentId: object === 'payment_intent' ? id : payment_intent }
}
