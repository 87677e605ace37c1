export { ManualClock } from '@second-ring/stripe-sandbox/testing/manual-clock'
export { providerFault } from '@second-ring/stripe-sandbox/wire/provider-fault'
export type { ApiProcess } from './api-process.ts'
export type { Caller } from './callers.ts'
export { intentOf } from './card-holder.ts'
export { PICTURE } from './factories.ts'
export {
  ACCESS_TOKEN_SECRET,
  CONNECT_WEBHOOK_SECRET,
  createMarket,
  type Market,
  type MarketOptions,
  WEBHOOK_SECRET,
} from './market.ts'
export type { ProviderEvent } from './provider-events.ts'
export { someOf, timesOf } from './test-form.ts'
