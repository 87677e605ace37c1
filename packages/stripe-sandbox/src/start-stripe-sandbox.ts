import { FUNDS_AVAILABLE_AFTER_MS } from './balance/record-balance-transaction.ts'
import { buildServer } from './build-server.ts'
import { advancingClock, type Clock, systemClock } from './clock.ts'
import { beginContext, finishContext, type Settings, type Settling } from './context.ts'
import { controlEndpoints } from './controls/controls.endpoints.ts'
import { type CallFaults, callFaults } from './faults/call-faults.ts'
import { faultEndpoints } from './faults/faults.endpoints.ts'
import { type WebhookFaults, webhookFaults } from './faults/webhook-faults.ts'
import { PAYOUT_ARRIVES_AFTER_MS } from './payouts/create-payout.ts'
import { startSettlements } from './settlements/start-settlements.ts'
import { fileJournal, memoryJournal } from './state/journal.ts'
import { createStore } from './state/store.ts'
import { startWebhookDeliveries, type WebhookEndpoint } from './webhooks/webhook-deliveries.ts'
import { idempotencyGuard, isKept } from './wire/idempotency.ts'
import type { Call } from './wire/provider-fault.ts'
import type { EndpointHost } from './wire/serve-endpoint.ts'

export type CardPaymentsOptions = {
  /** 0, the default, picks a free one. */
  port?: number
  host?: string
  /** The origin under which browsers reach it, when it is not the one it listens on. */
  publicUrl?: string
  /** Where its state is stored; without it, in memory only. */
  dataFile?: string
  secretKey: string
  publishableKey: string
  /** Where the platform's own events are posted, signed with the secret (`whsec_…`). */
  webhook?: WebhookEndpoint
  /** Where the events of connected accounts are posted, signed with a secret of its own. */
  connectWebhook?: WebhookEndpoint
  /** How long a payout is on its way to the bank; two days unless said. */
  payoutArrivesAfterMs?: number
  /** How long the money of a charge is pending; two days unless said. */
  fundsAvailableAfterMs?: number
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
  /** Faults to order for calls of the API and for the webhook; none at first, none after a restart. */
  faults: CallFaults
  webhookFaults: WebhookFaults
  /** Moves the sandbox's time on; what became due has happened when this returns. */
  advanceClock(milliseconds: number): void
  stop(): Promise<void>
}

/**
 * Starts a sandbox for Stripe that the official SDK and `@stripe/react-stripe-js` run on unchanged.
 * @throws when the port is taken or the data file cannot be read or written
 */
export async function startStripeSandbox(options: CardPaymentsOptions): Promise<CardPayments> {
  const { secretKey, publishableKey, webhook, connectWebhook, host = '127.0.0.1' } = options
  const clock = advancingClock(options.clock ?? systemClock)
  const journal = options.dataFile === undefined ? memoryJournal() : fileJournal(options.dataFile)
  const store = createStore(journal, ([name, record]) => name !== 'idempotency' || isKept(record, clock.now()))
  let tell: (eventIds: readonly string[]) => void = () => undefined
  let settle: (settling: readonly Settling[]) => void = () => undefined
  const faults = callFaults(clock)
  const deliveryFaults = webhookFaults()
  const endpointHost: EndpointHost = {
    store,
    clock,
    keys: { secretKey, publishableKey },
    idempotency: idempotencyGuard(store, clock, secretKey),
    faults,
    endpoints: { platform: webhook !== undefined, connect: connectWebhook !== undefined },
    settings: () => settings,
    awaitCardNetwork: options.awaitCardNetwork ?? (async () => undefined),
    disturb: options.disturb ?? (async () => undefined),
    tell: eventIds => tell(eventIds),
    settle: settling => settle(settling),
    report: options.report ?? (error => process.stderr.write(`card payments: ${error}\n`)),
  }
  const { payoutArrivesAfterMs = PAYOUT_ARRIVES_AFTER_MS } = options
  const { fundsAvailableAfterMs = FUNDS_AVAILABLE_AFTER_MS } = options
  const settings: Settings = { origin: options.publicUrl ?? '', payoutArrivesAfterMs, fundsAvailableAfterMs }
  const app = buildServer(endpointHost, [...controlEndpoints(clock), ...faultEndpoints(faults, deliveryFaults)])
  // The port comes first: who holds it may be an earlier sandbox that still writes the same file.
  const url = await app.listen({ port: options.port ?? 0, host })
  settings.origin ||= url
  try {
    store.open()
  } catch (error) {
    await app.close()
    throw error
  }
  const deliveries = startWebhookDeliveries({
    store,
    clock,
    endpoints: { ...(webhook && { platform: webhook }), ...(connectWebhook && { connect: connectWebhook }) },
    faults: deliveryFaults,
  })
  tell = deliveries.add
  const settlements = startSettlements({
    store,
    clock,
    begin: () => beginContext(endpointHost),
    finish: context => finishContext(endpointHost, context),
    report: endpointHost.report,
  })
  settle = settlements.add

  const stop = async () => {
    faults.clear()
    settlements.stop()
    await app.close()
    settlements.stop()
    await deliveries.stop()
    store.close()
  }
  let stopping: Promise<void> | undefined
  return {
    url,
    scriptUrl: `${settings.origin}/v3/`,
    faults,
    webhookFaults: deliveryFaults,
    advanceClock: milliseconds => clock.advance(milliseconds),
    stop() {
      stopping ??= stop()
      return stopping
    },
  }
}
