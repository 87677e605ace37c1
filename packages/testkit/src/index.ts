export type { Caller } from './callers.ts'
export { intentOf } from './card-holder.ts'
export { PICTURE } from './factories.ts'
export { ACCESS_TOKEN_SECRET, createMarket, type Market, type MarketOptions, WEBHOOK_SECRET } from './market.ts'
