import type { Clock } from '../clock.ts'
import { presentEvent } from '../events/present-event.ts'
import type { WebhookFaults } from '../faults/webhook-faults.ts'
import type { DeliveryRecord, EventRecord } from '../state/records.ts'
import type { Store } from '../state/store.ts'
import { postWebhook } from './post-webhook.ts'
import { signWebhook } from './sign-webhook.ts'

export type WebhookEndpoint = { url: string; secret: string }

/** Where the platform's own events go, and where those of connected accounts go, each with a secret of its own. */
export type WebhookEndpoints = { platform?: WebhookEndpoint; connect?: WebhookEndpoint }

/** Tells events to their webhook endpoint, until it takes them or they have been tried often enough. */
export type WebhookDeliveries = {
  /** Takes on events that were recorded with a delivery. Returns at once. */
  add(eventIds: readonly string[]): void
  /** Ends what is under way; what was not taken is tried again by the next start. */
  stop(): Promise<void>
}

/** The waits between attempts; after the last one fails too, the event is given up (it stays in the list of events). */
export const RETRY_DELAYS_MS = [1, 2, 4, 8, 15, 30, 60, 120, 300, 600, 1800, 3600].map(seconds => seconds * 1000)

const AT_ONCE = 4
const NOT_KEPT_DELAY_MS = 30_000

type DeliveriesHost = { store: Store; clock: Clock; endpoints: WebhookEndpoints; faults: WebhookFaults }

const LATE_MS = 1200

/** Starts with everything that an earlier process left untold. */
export function startWebhookDeliveries({ store, clock, endpoints, faults }: DeliveriesHost): WebhookDeliveries {
  const waiting = new Map<string, () => void>()
  const due: string[] = []
  const running = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  /** Events to tell after another, and those whose fault is behind them. */
  const held = new Set<string>()
  const faulted = new Set<string>()

  const fill = () => {
    while (running.size < AT_ONCE && !stopping.signal.aborted) {
      const id = due.shift()
      if (id === undefined) return
      const attempt = deliver(id).finally(() => {
        running.delete(id)
        fill()
      })
      running.set(id, attempt)
    }
  }

  const deliver = async (id: string) => {
    const event = store.get('events', id)
    const delivery = store.get('deliveries', id)
    const endpoint = event && endpointOf(event)
    if (!event || !delivery || !endpoint) return
    const fault = faulted.has(id) ? undefined : faults.take(event.type)
    if (fault) faulted.add(id)
    if (fault?.kind === 'hold') return void held.add(id)
    if (fault?.kind === 'late') return wait(id, fault.milliseconds ?? LATE_MS)
    const taken = fault?.kind === 'drop' || (await tellEvent(event, endpoint, fault?.kind === 'double' ? 2 : 1))
    if (stopping.signal.aborted && !taken) return
    faulted.delete(id)
    letGo()
    const after = afterAttempt(delivery, taken, clock.now())
    const kept = keep(store, after)
    if (after.state === 'pending' || !kept) wait(id, kept ? after.nextAttemptMs - clock.now() : NOT_KEPT_DELAY_MS)
  }

  const endpointOf = ({ accountId }: EventRecord) => (accountId === null ? endpoints.platform : endpoints.connect)

  const tellEvent = async (event: EventRecord, endpoint: WebhookEndpoint, times: number) => {
    const body = JSON.stringify(presentEvent(event, store), null, 2)
    const signature = signWebhook(body, endpoint.secret, Math.floor(clock.now() / 1000))
    const post = () => postWebhook({ url: endpoint.url, body, signature, signal: stopping.signal })
    const taken = await Promise.all(Array.from({ length: times }, post))
    return taken.every(one => one)
  }

  const letGo = () => {
    due.push(...held)
    held.clear()
    fill()
  }
  faults.onClear(letGo)

  const wait = (id: string, milliseconds: number) => {
    const cancel = clock.after(milliseconds, () => {
      waiting.delete(id)
      due.push(id)
      fill()
    })
    waiting.set(id, cancel)
  }

  const add = (eventIds: readonly string[]) => {
    due.push(...eventIds)
    fill()
  }

  const left = store.all('deliveries').filter(delivery => delivery.state === 'pending')
  add(left.map(delivery => delivery.id))
  return {
    add,
    async stop() {
      stopping.abort()
      for (const cancel of waiting.values()) cancel()
      await Promise.allSettled(running.values())
    },
  }
}

/** Whether it could be written; when not, the event learns again, which endpoints must bear anyway. */
function keep(store: Store, delivery: DeliveryRecord): boolean {
  const tx = store.begin()
  tx.put('deliveries', delivery)
  try {
    tx.commit()
    return true
  } catch {
    return false
  }
}

/** What a delivery is after one more attempt. */
export function afterAttempt(delivery: DeliveryRecord, taken: boolean, nowMs: number): DeliveryRecord {
  const attempts = delivery.attempts + 1
  if (taken) return { ...delivery, state: 'delivered', attempts }
  const delay = RETRY_DELAYS_MS[attempts - 1]
  if (delay === undefined) return { ...delivery, state: 'abandoned', attempts }
  return { ...delivery, attempts, nextAttemptMs: nowMs + delay }
}
