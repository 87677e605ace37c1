/** The product, as `npm start` serves it. */
export const BASE_URL = process.env.BASE_URL ?? 'http://localhost:3000'

/** Its database: for what takes days. */
export const MARKET_DATABASE_URL = process.env.MARKET_DATABASE_URL

/** The port of the specification's client. The product must be started with its origin among CORS_ORIGINS; `npm test` does. */
export const CLIENT_PORT = Number(process.env.CLIENT_PORT ?? 3199)

/** The same market with REST_TRUST_EMAIL, and the port of the client's page that calls it. */
export const LABORATORY_URL = process.env.LABORATORY_URL
export const LABORATORY_CLIENT_PORT = Number(process.env.LABORATORY_CLIENT_PORT ?? 3198)

/** What only the product's operator has: to ask the card provider what was charged, and to sign a token that has ended. */
export const CARD_SECRET_KEY = process.env.CARD_SECRET_KEY
export const ACCESS_TOKEN_SECRET = process.env.ACCESS_TOKEN_SECRET

/** A product without the demo market and its database, for one test that opens it; `npm test` starts it. */
export const EMPTY_MARKET_URL = process.env.EMPTY_MARKET_URL
export const EMPTY_MARKET_DATABASE_URL = process.env.EMPTY_MARKET_DATABASE_URL
export const EMPTY_MARKET_AUDIT_KEY = process.env.EMPTY_MARKET_AUDIT_KEY

/** The browsers: without a path Playwright looks in the usual places. WebKit is driven by WebKitGTK's own server. */
export const CHROMIUM_PATH = process.env.CHROMIUM_PATH
export const FIREFOX_PATH = process.env.FIREFOX_PATH
export const WEBKIT_DRIVER_PATH = process.env.WEBKIT_DRIVER_PATH ?? 'WebKitWebDriver'
