import { buildServer } from './build-server.ts'
import { type Clock, systemClock } from './clock.ts'
import { fileJournal, memoryJournal } from './state/journal.ts'
import { createStore } from './state/store.ts'
import { startWebhookDeliveries, type WebhookEndpoint } from './webhooks/webhook-deliveries.ts'
import { idempotencyGuard, isKept } from './wire/idempotency.ts'
import type { Call } from './wire/provider-fault.ts'

export type CardPaymentsOptions = {
  /** 0, the default, picks a free one. */
  port?: number
  host?: string
  /** The origin under which browsers reach it, when it is not the one it listens on. */
  publicUrl?: string
  /** Where its state is kept; without it, in memory only. */
  dataFile?: string
  secretKey: string
  publishableKey: string
  /** Where events are posted, signed with the secret (`whsec_…`). */
  webhook?: WebhookEndpoint
  clock?: Clock
  /** What a payment waits for before the card is charged; a test can hold it back. */
  awaitCardNetwork?: () => Promise<void>
  /** What each call goes through before it is carried out; a test delays it, or throws a `providerFault`. */
  disturb?: (call: Call) => Promise<void>
  /** Hears of errors that were not foreseen; a line on stderr unless given. */
  report?: (error: unknown) => void
}

export type CardPayments = {
  /** The API's origin, for the official SDK's `host`, `port` and `protocol`. */
  url: string
  /** The script that defines `window.Stripe`. */
  scriptUrl: string
  stop(): Promise<void>
}

/**
 * Starts a stand-in for Stripe that the official SDK and `@stripe/react-stripe-js` run on unchanged.
 * @throws when the port is taken or the data file cannot be read or written
 */
export async function startCardPayments(options: CardPaymentsOptions): Promise<CardPayments> {
  const { secretKey, publishableKey, webhook, clock = systemClock, host = '127.0.0.1' } = options
  const journal = options.dataFile === undefined ? memoryJournal() : fileJournal(options.dataFile)
  const store = createStore(journal, ([name, record]) => name !== 'idempotency' || isKept(record, clock.now()))
  let tell: (eventIds: readonly string[]) => void = () => undefined
  const app = buildServer({
    store,
    clock,
    keys: { secretKey, publishableKey },
    idempotency: idempotencyGuard(store, clock, secretKey),
    tellsWebhook: webhook !== undefined,
    awaitCardNetwork: options.awaitCardNetwork ?? (async () => undefined),
    disturb: options.disturb ?? (async () => undefined),
    tell: eventIds => tell(eventIds),
    report: options.report ?? (error => process.stderr.write(`card payments: ${error}\n`)),
  })
  // The port comes first: who holds it may be an earlier sandbox that still writes the same file.
  const url = await app.listen({ port: options.port ?? 0, host })
  try {
    store.open()
  } catch (error) {
    await app.close()
    throw error
  }
  const deliveries = webhook && startWebhookDeliveries(store, clock, webhook)
  if (deliveries) tell = deliveries.add

  const stop = async () => {
    await app.close()
    await deliveries?.stop()
    store.close()
  }
  let stopping: Promise<void> | undefined
  return {
    url,
    scriptUrl: `${options.publicUrl ?? url}/v3/`,
    stop() {
      stopping ??= stop()
      return stopping
    },
  }
}
