import { randomUUID } from 'node:crypto'
import { createPostgresEvents } from '@second-ring/api/adapters/events/postgres-events'
import { createFirebaseIdentity } from '@second-ring/api/adapters/firebase/firebase-identity'
import { sandboxPictureFiles } from '@second-ring/api/adapters/images/picture-files'
import { createSmtpMail } from '@second-ring/api/adapters/mail/smtp-mail'
import { createPgBossJobQueue } from '@second-ring/api/adapters/pg-boss/pg-boss-job-queue'
import { guardProviders } from '@second-ring/api/adapters/providers/guard-providers'
import type { ProviderLimits } from '@second-ring/api/adapters/providers/provider-policy'
import { createStripeCardPayments } from '@second-ring/api/adapters/stripe/stripe-card-payments'
import { createStripeConnectedAccounts } from '@second-ring/api/adapters/stripe/stripe-connected-accounts'
import { createStripeLedger } from '@second-ring/api/adapters/stripe/stripe-ledger'
import { buildApp } from '@second-ring/api/build-app'
import { createOperationsPool } from '@second-ring/api/http/operations-pool'
import { createReadiness } from '@second-ring/api/http/readiness'
import { handlersOf } from '@second-ring/api/job-handlers'
import { sendMails } from '@second-ring/api/mails/send-mails'
import { checkLedger, violationsOf } from '@second-ring/api/payments/check-ledger'
import { AccountLimitsText } from '@second-ring/api/platform/account-limits-text'
import type { HeadPlace } from '@second-ring/api/platform/audit-heads'
import { createAuditKeys } from '@second-ring/api/platform/audit-keys'
import { type Clock, systemClock } from '@second-ring/api/platform/clock'
import { createSandboxImageHost } from '@second-ring/api/platform/image-host'
import type { Platform } from '@second-ring/api/platform/platform'
import { createDatabase, type Database } from '@second-ring/database'
import { identityClient } from '@second-ring/firebase-sandbox/client'
import { mailboxClient } from '@second-ring/mail-sandbox/client'
import type { SandboxMail } from '@second-ring/mail-sandbox/mailbox'
import { cloneDatabase, dropDatabase } from '@second-ring/postgres-embedded/template'
import type { Clock as CardsClock } from '@second-ring/stripe-sandbox/clock'
import { sandboxControls } from '@second-ring/stripe-sandbox/controls/sandbox-controls'
import { startStripeSandbox } from '@second-ring/stripe-sandbox/start-stripe-sandbox'
import type { Call } from '@second-ring/stripe-sandbox/wire/provider-fault'
import { type ApiProcess, startApi } from './api-process.ts'
import { type Callers, callersOf } from './callers.ts'
import { type CardHolder, cardHolder, stripeOf } from './card-holder.ts'
import { pointFirebaseAt, readSharedServers } from './env.ts'
import { type Factories, factoriesOf } from './factories.ts'
import { PROJECT_ID } from './project.ts'
import { eventsOf, type ProviderEvent } from './provider-events.ts'
import { startServers, type TemplateServer } from './servers.ts'
import { timePasses } from './time-passes.ts'
import { untilWaiting } from './until-waiting.ts'
import { type Held, whileHeld } from './while-held.ts'

export interface MarketOptions {
  /** Another PostgreSQL server than the shared one. */
  postgres?: TemplateServer['servers']
  /** The time of the process, for tokens and their like; the machine's by default. Orders go by the database's. */
  clock?: Clock
  /** How many of each an account may have, such as `all=500`, as in the environment; the product's table by default. */
  accountLimits?: string
  /** How long a booking holds the phone, in hours; 48 by default. */
  bookingHoldHours?: number
  /** Whether admins need a second factor; they do not by default. */
  requiresFactor?: boolean
  /** Whether answers are cached until they change; not by default, since tests change rows behind the product's back. */
  cachesResponses?: boolean
  /** How long a request may take to arrive, in milliseconds. */
  requestTimeoutMs?: number
  /** How long one statement of the database may run, in milliseconds. */
  statementTimeoutMs?: number
  /** Whether the card payments tell of what happens there; they do by default. */
  webhooks?: boolean
  /** The time of the card payments; the machine's by default. */
  cardsClock?: CardsClock
  /** How long the money of a charge is pending there, in milliseconds; two days by default. */
  fundsAvailableAfterMs?: number
  /** What each call of the card payments goes through; it may wait, or throw a `providerFault` of the sandbox. */
  disturbCards?: (call: Call) => Promise<void>
  /** Puts something between the product and the card payments; given where these are, it says where itself is. */
  cardPaymentsVia?(url: string): Promise<string>
  /** How long the product waits for an answer of the card payments, in milliseconds. */
  cardPaymentsTimeoutMs?: number
  /** How long a call of a provider may take, and after how many failures in a row it is left alone; never by default. */
  providerLimits?: Partial<Pick<ProviderLimits, 'timeoutMs' | 'failuresInARow'>>
  /** Other sites whose pages may call the REST paths; none by default. */
  corsOrigins?: string[]
  /** A build of the web, with `site/` and `server/`, to serve beside the API; none by default. */
  webDir?: string | undefined
  /** Whether the REST paths take an email without proof; they do not by default. */
  trustsEmail?: boolean
  /** Whether there is an image host to upload pictures to; there is none by default. */
  takesPictures?: boolean
  /** How long one upload may take there, in milliseconds. */
  uploadTimeoutMs?: number
  /** Multiplies the product's rate limits; there are none by default. */
  rateLimitScale?: number
  /** Proxies whose word on where a request came from is taken; none by default. */
  trustedProxies?: string[]
  /** Where the audit's heads are shipped; nowhere by default. */
  headPlaces?: readonly HeadPlace[]
  /** Another mail server than the shared one. */
  smtpUrl?: string
  /** How long the product waits for a word of the mail server, in milliseconds. */
  mailTimeoutMs?: number
  /** How many requests the server works on at once before it turns others away; a great many by default. */
  maxInFlight?: number
}

/** A whole product of one's own: an empty, migrated database, the API listening, and the sandboxes behind it. */
export interface Market extends Callers, Factories {
  /** The API's origin, for calls over HTTP. */
  url: string
  platform: Platform
  database: Database
  /** Signs people up and in at the identity sandbox, as the browser's SDK would. */
  identity: ReturnType<typeof identityClient>
  /** Pays open payment intents with test cards, as the card form would. */
  card: CardHolder
  /** What another process of the API reads of its environment, to serve this very market. */
  environment: Record<string, string>
  /**
   * Lets time pass for orders, money and waiting lists, by moving their rows back: the database's clock decides. What has
   * fallen due is done by {@link Market.runJobs}.
   */
  timePasses(time: { hours: number }): Promise<void>
  /** Does the work that is in line, failed jobs again too, until nothing is left of it. */
  runJobs(): Promise<void>
  /** Sends the mails that are due, and returns all that this market has sent to an address, or to everybody, newest first. */
  mails(to?: string): Promise<SandboxMail[]>
  /** Holds the rules of phones and money against everything, the provider's ledger included. @returns what breaks them */
  checkLedger(): Promise<string[]>
  /** Waits until `count` sessions of the database, one by default, wait for another's lock. */
  untilWaiting(count?: number): Promise<void>
  /** Begins acts that wait for a transaction's locks, and commits it once all of them wait. @returns how each act ended */
  whileHeld<Result>(held: Held<Result>): Promise<PromiseSettledResult<Result>[]>
  /** The card sandbox's events of an intent, to be delivered by the test, oldest first. */
  eventsOf(intentId: string): Promise<ProviderEvent[]>
  /**
   * Starts the API once more, in a process of its own on the same database and sandboxes. Stop it before the market.
   * @param env variables beside those, or in their place
   */
  startProcess(env?: Record<string, string>): Promise<ApiProcess>
  close(): Promise<void>
}

/** What the product signs its access tokens with. */
export const ACCESS_TOKEN_SECRET = 'only-for-tests-only-for-tests-only-for-tests'

/** What the product signs its audit with. */
export const AUDIT_KEY = 'an-audit-key-for-tests-an-audit-key-for-tests'

const SECRETS = {
  card: 'sk_test_market',
  publishable: 'pk_test_market',
  images: 'demo',
}

/** Whom mails are from. */
const MAIL_FROM = 'Second Ring <no-reply@shop.example>'

/** Where pictures are said to be; nothing has to answer there. */
const PICTURES_ORIGIN = 'http://localhost'

/** What the card payments' sandbox signs its events with. */
export const WEBHOOK_SECRET = 'whsec_market_4f0c8a3be17d95260f4bd8c1'

/** What it signs the events of sellers' accounts with. */
export const CONNECT_WEBHOOK_SECRET = 'whsec_market_connect_91b7d2e60c5a4f38b2'

/**
 * Opens a market. With the testkit's global setup it takes milliseconds; alone it starts the servers that it needs.
 * Close it when done.
 */
export async function createMarket(options: MarketOptions = {}): Promise<Market> {
  const { clock = systemClock, bookingHoldHours = 48 } = options
  const shared = readSharedServers()
  const own = shared ? null : await startServers()
  const given = shared ?? own?.servers
  if (!given) throw new Error('There are no servers for this market')
  const servers = { ...given, ...options.postgres }
  const server = { url: (name: string) => new URL(`/${name}`, servers.postgresUrl).href }
  const name = `market_${randomUUID().replaceAll('-', '')}`
  const databaseUrl = await cloneDatabase(server, servers.template, name)
  const { statementTimeoutMs } = options
  const database = createDatabase(databaseUrl, statementTimeoutMs === undefined ? {} : { statementTimeoutMs })
  const jobs = createPgBossJobQueue({ databaseUrl, retryDelayS: 0, onError: () => {} })
  await jobs.start()
  const events = createPostgresEvents({ databaseUrl, onError: () => {} })
  await events.start()

  const pool = createOperationsPool(databaseUrl)
  const auditKeys = createAuditKeys(AUDIT_KEY)
  const never = new AbortController().signal

  // Only then is it loaded, with what re-encodes pictures.
  const { startPictures } = options.takesPictures ? await import('./pictures.ts') : {}
  const pictures = await startPictures?.({
    key: SECRETS.images,
    publicUrl: PICTURES_ORIGIN,
    uploadTimeout: options.uploadTimeoutMs,
  })

  // By its user name, the mails of each market are told apart.
  const smtpUrl = options.smtpUrl ?? servers.mail.smtpUrl.replace('//', `//${name}:any@`)
  const { mailTimeoutMs: silenceMs } = options
  const mailServer = createSmtpMail({
    url: smtpUrl,
    from: MAIL_FROM,
    requiresTls: false,
    ...(silenceMs !== undefined && { silenceMs, timeoutMs: silenceMs }),
  })

  let url = ''
  const cards = await startStripeSandbox({
    secretKey: SECRETS.card,
    publishableKey: SECRETS.publishable,
    ...(options.disturbCards && { disturb: options.disturbCards }),
    ...(options.cardsClock && { clock: options.cardsClock }),
    ...(options.fundsAvailableAfterMs !== undefined && { fundsAvailableAfterMs: options.fundsAvailableAfterMs }),
    ...(options.webhooks !== false && {
      webhook: {
        secret: WEBHOOK_SECRET,
        // Asked for at each delivery; the API's port is known only once it listens.
        get url() {
          return `${url}/webhooks/card-payments`
        },
      },
      connectWebhook: {
        secret: CONNECT_WEBHOOK_SECRET,
        get url() {
          return `${url}/webhooks/connected-accounts`
        },
      },
    }),
  })
  const stripe = stripeOf(cards.url, SECRETS.card)
  const ledger = createStripeLedger({ secretKey: SECRETS.card, apiUrl: cards.url })
  pointFirebaseAt(servers.identityUrl)
  const maxInFlight = options.maxInFlight ?? 10_000
  const stripeSettings = {
    secretKey: SECRETS.card,
    apiUrl: (await options.cardPaymentsVia?.(cards.url)) ?? cards.url,
    requestTimeoutMs: options.cardPaymentsTimeoutMs,
    clock,
  }
  const { policies, ...providers } = guardProviders(
    {
      identity: createFirebaseIdentity({
        projectId: PROJECT_ID,
        apiKey: 'demo',
        emulatorHost: new URL(servers.identityUrl).host,
      }),
      cardPayments: createStripeCardPayments({ ...stripeSettings, webhookSecret: WEBHOOK_SECRET }),
      connectedAccounts: createStripeConnectedAccounts({ ...stripeSettings, webhookSecret: CONNECT_WEBHOOK_SECRET }),
    },
    { maxInFlight, failuresInARow: Number.POSITIVE_INFINITY, ...options.providerLimits },
  )
  const { app, platform } = await buildApp(
    {
      database,
      ...providers,
      providerLedger: ledger,
      imageHost: createSandboxImageHost(PICTURES_ORIGIN),
      ...(pictures && { pictureFiles: sandboxPictureFiles(pictures.url) }),
      clock,
      audit: { keys: auditKeys, places: options.headPlaces ?? [], runningSince: new Date(performance.timeOrigin) },
      jobs,
      mailServer,
      events,
      accountLimits: AccountLimitsText.parse(options.accountLimits ?? ''),
      bookingHoldHours,
      requiresFactor: options.requiresFactor ?? false,
      publicUrl: PICTURES_ORIGIN,
      operations: {
        readiness: createReadiness({ pool, jobs, policies, stopping: never }),
        stopping: never,
        metrics: null,
        tracing: null,
      },
    },
    {
      accessTokenSecret: ACCESS_TOKEN_SECRET,
      webConfig: {
        identity: { apiKey: 'demo', authDomain: 'localhost', projectId: PROJECT_ID, emulatorUrl: servers.identityUrl },
        cardPayments: { publishableKey: SECRETS.publishable, scriptUrl: cards.scriptUrl },
        imageHost: { uploadUrl: `/1/upload?key=${SECRETS.images}` },
        operator: null,
      },
      webDir: options.webDir ?? null,
      publicOrigin: PICTURES_ORIGIN,
      corsOrigins: options.corsOrigins ?? [],
      trustsEmail: options.trustsEmail ?? false,
      imageOrigin: null,
      sandboxImageHostUrl: pictures?.url ?? null,
      isProduction: false,
      requestTimeoutMs: options.requestTimeoutMs,
      isHttps: false,
      rateLimitScale: options.rateLimitScale ?? null,
      trustedProxies: options.trustedProxies ?? [],
      cachesResponses: options.cachesResponses ?? false,
      load: { maxInFlight, maxEventLoopDelayMs: 0 },
      logger: false,
    },
  )
  url = await app.listen({ port: 0, host: '127.0.0.1' })
  const environment = {
    PUBLIC_URL: PICTURES_ORIGIN,
    DATABASE_URL: databaseUrl,
    ACCESS_TOKEN_SECRET,
    AUDIT_KEY,
    FIREBASE_PROJECT_ID: PROJECT_ID,
    FIREBASE_API_KEY: 'demo',
    FIREBASE_AUTH_DOMAIN: 'localhost',
    FIREBASE_AUTH_EMULATOR_HOST: new URL(servers.identityUrl).host,
    STRIPE_SECRET_KEY: SECRETS.card,
    STRIPE_PUBLISHABLE_KEY: SECRETS.publishable,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_CONNECT_WEBHOOK_SECRET: CONNECT_WEBHOOK_SECRET,
    STRIPE_API_URL: cards.url,
    STRIPE_SCRIPT_URL: cards.scriptUrl,
    ...(options.accountLimits && { ACCOUNT_LIMITS: options.accountLimits }),
    IMAGE_HOST_KEY: SECRETS.images,
    SANDBOX_IMAGE_HOST_URL: pictures?.url ?? cards.url,
    SMTP_URL: smtpUrl,
    MAIL_FROM,
  }
  const factories = factoriesOf(database)
  // What tests post by the API; anybody may.
  await factories.upload()
  return {
    url,
    platform,
    database,
    identity: identityClient(servers.identityUrl, PROJECT_ID),
    card: cardHolder(stripe, sandboxControls({ url: cards.url, secretKey: SECRETS.card })),
    ...callersOf(platform),
    ...factories,
    environment,
    timePasses: time => timePasses(database, time),
    untilWaiting: count => untilWaiting(database, count),
    whileHeld: held => whileHeld(database, held),
    runJobs: () => jobs.drain(handlersOf(platform)),
    async mails(to) {
      await sendMails(platform)
      return mailboxClient(servers.mail.url).list({ user: name, to })
    },
    checkLedger: async () => violationsOf(await checkLedger({ database, ledger, auditKeys })),
    eventsOf: intentId => eventsOf(stripe, { intentId, url: `${url}/webhooks/card-payments`, secret: WEBHOOK_SECRET }),
    startProcess: env => startApi({ ...environment, RATE_LIMIT_SCALE: '1000', MAX_EVENT_LOOP_DELAY_MS: '0', ...env }),
    async close() {
      await cards.stop()
      await events.stop()
      const closed = app.close()
      // The card payments may have opened one that they never used, for which a close would wait.
      app.server.closeAllConnections()
      await closed
      await pictures?.stop()
      await jobs.stop()
      await pool.end()
      await database.$disconnect()
      await dropDatabase(server, name)
      await own?.stop()
    },
  }
}
