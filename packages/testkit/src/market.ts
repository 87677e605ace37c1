import { randomUUID } from 'node:crypto'
import { buildApp } from '@second-ring/api/build-app'
import { handlersOf } from '@second-ring/api/jobs/handlers'
import { type Clock, systemClock } from '@second-ring/api/platform/clock'
import { createFirebaseIdentity } from '@second-ring/api/platform/firebase-identity'
import { createSandboxImageHost } from '@second-ring/api/platform/image-host'
import { createPgBossJobQueue } from '@second-ring/api/platform/pg-boss-job-queue'
import type { Platform } from '@second-ring/api/platform/platform'
import { createPostgresEvents } from '@second-ring/api/platform/postgres-events'
import { createStripeCardPayments } from '@second-ring/api/platform/stripe-card-payments'
import { createDatabase, type Database } from '@second-ring/database'
import { startCardPayments } from '@second-ring/sandbox/card-payments/start-card-payments'
import { identityClient } from '@second-ring/sandbox/identity/client'
import { cloneDatabase, dropDatabase } from '@second-ring/sandbox/postgres/template'
import { type Callers, callersOf } from './callers.ts'
import { type CardHolder, cardHolder } from './card-holder.ts'
import { pointFirebaseAt, readSharedServers } from './env.ts'
import { type Factories, factoriesOf } from './factories.ts'
import { PROJECT_ID } from './project.ts'
import { startServers } from './servers.ts'

export interface MarketOptions {
  /** The time that the product believes in; the machine's by default. */
  clock?: Clock
  /** How long a booking holds the phone, in hours; 48 by default. */
  bookingHoldHours?: number
  /** Whether the card payments tell of what happens there; they do by default. */
  webhooks?: boolean
  /** Puts something between the product and the card payments; given where these are, it says where itself is. */
  cardPaymentsVia?(url: string): Promise<string>
  /** How long the product waits for an answer of the card payments, in milliseconds. */
  cardPaymentsTimeoutMs?: number
  /** Other sites whose pages may call the REST paths; none by default. */
  corsOrigins?: string[]
  /** Whether the REST paths take an email without proof; they do not by default. */
  trustsEmail?: boolean
  /** Whether there is an image host to upload pictures to; there is none by default. */
  takesPictures?: boolean
}

/** A whole product of one's own: an empty, migrated database, the API listening, and the stand-ins behind it. */
export interface Market extends Callers, Factories {
  /** The API's origin, for calls over HTTP. */
  url: string
  platform: Platform
  database: Database
  /** Signs people up and in at the identity stand-in, as the browser's SDK would. */
  identity: ReturnType<typeof identityClient>
  /** Pays open payment intents with test cards, as the card form would. */
  card: CardHolder
  /** What another process of the API reads of its environment, to serve this very market; it picks a free port. */
  environment: Record<string, string>
  /** Does the work that is in line, failed jobs again too, until nothing is left of it. */
  runJobs(): Promise<void>
  close(): Promise<void>
}

/** What the product signs its access tokens with. */
export const ACCESS_TOKEN_SECRET = 'only-for-tests-only-for-tests-only-for-tests'

const SECRETS = {
  card: 'sk_test_market',
  publishable: 'pk_test_market',
  images: 'demo',
}

/** Where pictures are said to be; nothing has to answer there. */
const PICTURES_ORIGIN = 'http://localhost'

/** What the card payments' stand-in signs its events with. */
export const WEBHOOK_SECRET = 'whsec_market'

/**
 * Opens a market. With the testkit's global setup it takes milliseconds; alone it starts the servers that it needs.
 * Close it when done.
 */
export async function createMarket(options: MarketOptions = {}): Promise<Market> {
  const { clock = systemClock, bookingHoldHours = 48 } = options
  const shared = readSharedServers()
  const own = shared ? null : await startServers()
  const servers = shared ?? own?.servers
  if (!servers) throw new Error('There are no servers for this market')
  const server = { url: (name: string) => new URL(`/${name}`, servers.postgresUrl).href }
  const name = `market_${randomUUID().replaceAll('-', '')}`
  const databaseUrl = await cloneDatabase(server, servers.template, name)
  const database = createDatabase(databaseUrl)
  const jobs = createPgBossJobQueue({ databaseUrl, retryDelayS: 0, onError: () => {} })
  await jobs.start()
  const events = createPostgresEvents({ databaseUrl, onError: () => {} })
  await events.start()

  // Only then is it loaded, with what re-encodes pictures.
  const { startPictures } = options.takesPictures ? await import('./pictures.ts') : {}
  const pictures = await startPictures?.({ key: SECRETS.images, publicUrl: PICTURES_ORIGIN })

  let url = ''
  const cards = await startCardPayments({
    secretKey: SECRETS.card,
    publishableKey: SECRETS.publishable,
    ...(options.webhooks !== false && {
      webhook: {
        secret: WEBHOOK_SECRET,
        // Asked for at each delivery; the API's port is known only once it listens.
        get url() {
          return `${url}/webhooks/card-payments`
        },
      },
    }),
  })
  pointFirebaseAt(servers.identityUrl)
  const { app, platform } = await buildApp(
    {
      database,
      identity: createFirebaseIdentity({ projectId: PROJECT_ID }),
      cardPayments: createStripeCardPayments({
        secretKey: SECRETS.card,
        webhookSecret: WEBHOOK_SECRET,
        apiUrl: (await options.cardPaymentsVia?.(cards.url)) ?? cards.url,
        requestTimeoutMs: options.cardPaymentsTimeoutMs,
        clock,
      }),
      imageHost: createSandboxImageHost(PICTURES_ORIGIN),
      clock,
      jobs,
      events,
      bookingHoldHours,
    },
    {
      accessTokenSecret: ACCESS_TOKEN_SECRET,
      webConfig: {
        identity: { apiKey: 'demo', authDomain: 'localhost', projectId: PROJECT_ID, emulatorUrl: servers.identityUrl },
        cardPayments: { publishableKey: SECRETS.publishable, scriptUrl: cards.scriptUrl },
        imageHost: { uploadUrl: `/1/upload?key=${SECRETS.images}` },
      },
      webDir: null,
      corsOrigins: options.corsOrigins ?? [],
      trustsEmail: options.trustsEmail ?? false,
      secureCookies: false,
      imageOrigin: null,
      sandboxImageHostUrl: pictures?.url ?? null,
      isProduction: false,
      logger: false,
    },
  )
  url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url,
    platform,
    database,
    identity: identityClient(servers.identityUrl, PROJECT_ID),
    card: cardHolder(cards.url, SECRETS.card),
    ...callersOf(platform),
    ...factoriesOf(database),
    environment: {
      PORT: '0',
      PUBLIC_URL: PICTURES_ORIGIN,
      DATABASE_URL: databaseUrl,
      ACCESS_TOKEN_SECRET,
      FIREBASE_PROJECT_ID: PROJECT_ID,
      FIREBASE_API_KEY: 'demo',
      FIREBASE_AUTH_DOMAIN: 'localhost',
      FIREBASE_AUTH_EMULATOR_HOST: new URL(servers.identityUrl).host,
      STRIPE_SECRET_KEY: SECRETS.card,
      STRIPE_PUBLISHABLE_KEY: SECRETS.publishable,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_URL: cards.url,
      STRIPE_SCRIPT_URL: cards.scriptUrl,
      IMAGE_HOST_KEY: SECRETS.images,
      SANDBOX_IMAGE_HOST_URL: pictures?.url ?? PICTURES_ORIGIN,
    },
    runJobs: () => jobs.drain(handlersOf(platform)),
    async close() {
      await cards.stop()
      await events.stop()
      await app.close()
      await pictures?.stop()
      await jobs.stop()
      await database.$disconnect()
      await dropDatabase(server, name)
      await own?.stop()
    },
  }
}
