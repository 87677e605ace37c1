import { setTimeout as wait } from 'node:timers/promises'
import type { CardFault, CardProxy } from '../faults/card-proxy.ts'
import type { WebhookRelay } from '../faults/webhook-relay.ts'
import { insist } from '../insist.ts'
import { rush } from '../load/acts.ts'
import type { Crowd } from '../load/crowd.ts'
import type { Product } from '../product/product.ts'
import type { Random } from '../random.ts'
import type { Bookkeeper } from './bookkeeper.ts'

/** What rounds do their worst with. */
interface Reach {
  product: Product
  proxy: CardProxy
  relay: WebhookRelay
  bookkeeper: Bookkeeper
  crowd: Crowd
  random: Random
}

/** A kind of round: what is done to the product while the crowd goes on. */
export interface RoundKind {
  name: string
  /** Resolves when everything is up again, so that the round may end. */
  disturb(reach: Reach): Promise<void>
}

/** The worst moment is any. */
const MOMENT_MS = { from: 20, to: 700 } as const
/** How long the card payments fail for. */
const FAILING_MS = 1200

const atSomeMoment = ({ random }: Reach) => wait(random.between(MOMENT_MS.from, MOMENT_MS.to))

export const killApi: RoundKind = {
  name: 'kill -9 of an API process',
  async disturb(reach) {
    await atSomeMoment(reach)
    await reach.product.killApi(reach.random.between(0, reach.product.apis.length - 1))
  },
}

export const killEveryApi: RoundKind = {
  name: 'kill -9 of all API processes',
  async disturb(reach) {
    await atSomeMoment(reach)
    await Promise.all(reach.product.apis.map((_, place) => reach.product.killApi(place)))
  },
}

export const killDatabase: RoundKind = {
  name: 'kill -9 of PostgreSQL',
  async disturb(reach) {
    await atSomeMoment(reach)
    await reach.product.killDatabase()
    await atSomeMoment(reach)
  },
}

export const killCards: RoundKind = {
  name: 'kill -9 of the card payments',
  async disturb(reach) {
    await atSomeMoment(reach)
    await reach.product.killCards()
    await atSomeMoment(reach)
  },
}

const words: Record<CardFault, string> = {
  slow: 'the card payments are slow',
  error: 'the card payments answer 500',
  'too-many': 'the card payments answer 429',
  cut: 'the card payments’ connections break',
}

export function failCards(fault: CardFault): RoundKind {
  return {
    name: words[fault],
    async disturb({ proxy }) {
      proxy.fail(fault)
      await wait(FAILING_MS)
      proxy.fail(null)
    },
  }
}

export const leaveOnlyTheBooks: RoundKind = {
  name: 'card payments answer 500, webhooks are lost, kill -9',
  async disturb(reach) {
    const { proxy, relay, product, random } = reach
    proxy.fail('error')
    relay.confuse(true)
    await wait(FAILING_MS)
    await product.killApi(random.between(0, product.apis.length - 1))
    await atSomeMoment(reach)
    proxy.fail(null)
    relay.confuse(false)
  },
}

export const confuseWebhooks: RoundKind = {
  name: 'webhooks are lost, late and repeated',
  async disturb({ relay }) {
    relay.confuse(true)
    await wait(FAILING_MS)
    relay.confuse(false)
  },
}

export const letTimePass: RoundKind = {
  name: 'holds and offers run out',
  async disturb(reach) {
    for (let times = 0; times < 3; times += 1) {
      await atSomeMoment(reach)
      await insist(() => reach.bookkeeper.letTimePass())
    }
  },
}

export const killInRush: RoundKind = {
  name: '200 bookings of one phone, and a kill -9',
  async disturb(reach) {
    const { product, crowd, random } = reach
    const killSoon = atSomeMoment(reach).then(() => product.killApi(random.between(0, product.apis.length - 1)))
    await Promise.all([killSoon, rush(crowd), rush(crowd)])
  },
}

/** Everything at once. */
export const everything: RoundKind = {
  name: 'all of it at once',
  async disturb(reach) {
    reach.proxy.fail('cut')
    reach.relay.confuse(true)
    await Promise.all([killDatabase, killCards, killApi, letTimePass].map(kind => kind.disturb(reach)))
    reach.proxy.fail(null)
    reach.relay.confuse(false)
  },
}
