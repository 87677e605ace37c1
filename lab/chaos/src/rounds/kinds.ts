import { setTimeout as wait } from 'node:timers/promises'
import type { CallFaultKind } from '@second-ring/stripe-sandbox/faults/call-faults'
import type { DatabaseFaults } from '../faults/database-faults.ts'
import type { ProviderFaults } from '../faults/provider-faults.ts'
import { insist } from '../insist.ts'
import { rush } from '../load/acts.ts'
import type { Crowd } from '../load/crowd.ts'
import type { Product } from '../product/product.ts'
import type { Random } from '../random.ts'
import type { Caretaker } from './caretaker.ts'

/** What rounds do their worst with. */
interface Reach {
  product: Product
  provider: ProviderFaults
  sessions: DatabaseFaults
  caretaker: Caretaker
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
/** How long the card payments fail for, and sessions end. */
const FAILING_MS = 1200
/** Longer than the product waits for a statement. */
const STALL_MS = 11_500

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

/** How calls of the card payments fail. */
export const callFaults = {
  'are slow or hang': ['slow', 'hang'],
  'answer 500, 503 and 429': ['500', '503', '429'],
  'end connections': ['cut'],
  'answer garbage or send elsewhere': ['not_json', 'empty', 'null_metadata', '302', '307'],
} as const satisfies Record<string, CallFaultKind[]>

export function failCards(how: keyof typeof callFaults): RoundKind {
  return {
    name: `the card payments ${how}`,
    disturb: ({ provider }) => provider.failCalls(callFaults[how], FAILING_MS),
  }
}

export const leaveOnlyTheLedger: RoundKind = {
  name: 'card payments answer 500, webhooks are lost, kill -9',
  async disturb(reach) {
    const { provider, product, random } = reach
    await Promise.all([
      provider.failCalls(['500'], 2 * FAILING_MS),
      provider.confuseWebhooks(2 * FAILING_MS),
      wait(FAILING_MS).then(() => product.killApi(random.between(0, product.apis.length - 1))),
    ])
  },
}

export const confuseWebhooks: RoundKind = {
  name: 'webhooks are lost, late and repeated',
  disturb: ({ provider }) => provider.confuseWebhooks(FAILING_MS),
}

/** What moves the money of sellers. */
const payeeCalls = ['/v1/transfers*', '/v1/payouts*', '/v1/balance*', '/v1/accounts*']

export const failPayees: RoundKind = {
  name: 'money goes on to sellers and banks while calls for it fail',
  async disturb(reach) {
    const moving = keepMoving(reach)
    await Promise.all([reach.provider.failCalls(Object.values(callFaults).flat(), 2 * FAILING_MS, payeeCalls), moving])
  },
}

export const killWhileMoving: RoundKind = {
  name: 'money goes on to sellers and banks, webhooks are lost, kill -9',
  async disturb(reach) {
    const { provider, product, random } = reach
    await Promise.all([
      keepMoving(reach),
      provider.confuseWebhooks(2 * FAILING_MS),
      atSomeMoment(reach).then(() => product.killApi(random.between(0, product.apis.length - 1))),
    ])
  },
}

/** Days pass for sellers, again and again. */
async function keepMoving({ caretaker, random }: Reach): Promise<void> {
  const end = performance.now() + 2 * FAILING_MS
  while (performance.now() < end) {
    await caretaker.letTimePass().catch(() => undefined)
    await wait(random.between(MOMENT_MS.from, MOMENT_MS.to))
  }
}

export const terminateSessions: RoundKind = {
  name: 'sessions of the database are terminated',
  disturb: ({ sessions }) => sessions.terminateSessions(FAILING_MS),
}

export const stallCommits: RoundKind = {
  name: 'commits stall',
  async disturb(reach) {
    await atSomeMoment(reach)
    await reach.sessions.stallCommits(STALL_MS)
  },
}

export const letTimePass: RoundKind = {
  name: 'holds and offers run out',
  async disturb(reach) {
    for (let times = 0; times < 3; times += 1) {
      await atSomeMoment(reach)
      await insist(() => reach.caretaker.letTimePass())
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
    const { provider, sessions } = reach
    await Promise.all([
      provider.failCalls(Object.values(callFaults).flat(), FAILING_MS),
      provider.confuseWebhooks(FAILING_MS),
      // The database is away for some of it.
      sessions.terminateSessions(FAILING_MS).catch(() => undefined),
      ...[killDatabase, killCards, killApi, letTimePass].map(kind => kind.disturb(reach)),
    ])
  },
}
