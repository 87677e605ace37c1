import type { WebConfig } from '@second-ring/contracts/config'
import { createDatabase, type StatementObserver } from '@second-ring/database'
import { poolOf } from '@second-ring/database/pool-of'
import { auditKeysOf, headPlacesOf } from '#adapters/audit-heads/choose-head-places.ts'
import { createHeadLog } from '#adapters/audit-heads/head-log.ts'
import { createPostgresEvents } from '#adapters/events/postgres-events.ts'
import { createFirebaseIdentity } from '#adapters/firebase/firebase-identity.ts'
import {
  bucketImagesOf,
  imageHostOf,
  imageOriginOf,
  pictureFilesOf,
  uploadUrlOf,
} from '#adapters/images/choose-image-host.ts'
import { createSmtpMail } from '#adapters/mail/smtp-mail.ts'
import { createPgBossJobQueue, type RunningJobQueue } from '#adapters/pg-boss/pg-boss-job-queue.ts'
import { type GuardedProviders, guardProviders } from '#adapters/providers/guard-providers.ts'
import { createPostgresRateStore, createRedisRateStore, type RateStore } from '#adapters/rate-limits/rate-stores.ts'
import type { RedisLink } from '#adapters/redis/redis-link.ts'
import { createReplicaReaders, type RunningReaders } from '#adapters/replicas/replica-readers.ts'
import { createStripeCardPayments } from '#adapters/stripe/stripe-card-payments.ts'
import { createStripeConnectedAccounts } from '#adapters/stripe/stripe-connected-accounts.ts'
import { createStripeLedger } from '#adapters/stripe/stripe-ledger.ts'
import type { AuditHead } from '#platform/audit-heads.ts'
import { systemClock } from '#platform/clock.ts'
import type { RunningEvents } from '#platform/events.ts'
import type { JobName } from '#platform/job-queue.ts'
import type { AppSettings, Outside } from './build-app.ts'
import { type Env, isLoopback, NO_MAILS, requiresFactor, serviceAccountOf } from './env.ts'

/** What the server connects before it knows the app: everything outside, with the queue's workers at hand. */
export type Connected = Outside &
  Pick<GuardedProviders, 'policies'> & {
    jobs: RunningJobQueue
    events: RunningEvents
    rateStore: RateStore
    readers?: RunningReaders
  }

interface Surroundings {
  /** Where processes count rate limits together; without it they do in the database. */
  redis?: RedisLink | null
  onTrouble(trouble: Trouble): void
  onStatement: StatementObserver
  /** Told of each head of the audit, for the log. */
  onHead(head: AuditHead): void
}

/** What goes wrong beside the requests, for the log. */
export interface Trouble {
  what: string
  error: unknown
  job?: JobName | undefined
}

/** The real parts, as the environment chooses them. */
export function connect(env: Env, { onStatement, onHead, ...surroundings }: Surroundings): Connected {
  const { onTrouble } = surroundings
  const database = createDatabase(env.DATABASE_URL, {
    observe: onStatement,
    isPooled: env.DATABASE_DIRECT_URL !== undefined,
  })
  const shared = connectShared(env, { database, ...surroundings })
  const readers =
    env.DATABASE_REPLICA_URLS &&
    createReplicaReaders({
      primary: database,
      primaryUrl: directUrlOf(env),
      replicaUrls: env.DATABASE_REPLICA_URLS,
      events: shared.events,
      onStatement,
      onTrouble: error => onTrouble({ what: 'a replica is left out', error }),
    })
  const pictureFiles = pictureFilesOf(env)
  return {
    database,
    ...shared,
    ...(readers && { readers }),
    ...guardProviders(connectProviders(env), { maxInFlight: env.MAX_REQUESTS_IN_FLIGHT }),
    providerLedger: createStripeLedger({ secretKey: env.STRIPE_SECRET_KEY, apiUrl: env.STRIPE_API_URL }),
    imageHost: imageHostOf(env),
    ...(pictureFiles && { pictureFiles }),
    clock: systemClock,
    audit: {
      keys: auditKeysOf(env),
      places: [...headPlacesOf(env), createHeadLog(onHead)],
      runningSince: new Date(performance.timeOrigin),
    },
    mailServer: mailServerOf(env),
    jobs: createPgBossJobQueue({
      databaseUrl: env.DATABASE_URL,
      onError: (error, job) => onTrouble({ what: job ? 'a job failed' : 'the job queue failed', error, job }),
    }),
    accountLimits: env.ACCOUNT_LIMITS,
    bookingHoldHours: env.BOOKING_HOLD_HOURS,
    requiresFactor: requiresFactor(env),
    publicUrl: env.PUBLIC_URL,
  }
}

function connectProviders(env: Env): Pick<Outside, 'identity' | 'cardPayments' | 'connectedAccounts'> {
  return {
    identity: createFirebaseIdentity({
      projectId: env.FIREBASE_PROJECT_ID,
      serviceAccount: serviceAccountOf(env),
      apiKey: env.FIREBASE_API_KEY,
      emulatorHost: env.FIREBASE_AUTH_EMULATOR_HOST,
    }),
    cardPayments: createStripeCardPayments({
      secretKey: env.STRIPE_SECRET_KEY,
      webhookSecret: env.STRIPE_WEBHOOK_SECRET,
      apiUrl: env.STRIPE_API_URL,
      clock: systemClock,
    }),
    connectedAccounts: createStripeConnectedAccounts({
      secretKey: env.STRIPE_SECRET_KEY,
      webhookSecret: env.STRIPE_CONNECT_WEBHOOK_SECRET,
      apiUrl: env.STRIPE_API_URL,
      clock: systemClock,
    }),
  }
}

/** Null where no mails are sent. */
function mailServerOf({ SMTP_URL: url, MAIL_FROM: from, NODE_ENV }: Env): Outside['mailServer'] {
  if (url === undefined || url === NO_MAILS || from === undefined) return null
  return createSmtpMail({ url, from, requiresTls: NODE_ENV === 'production' && !isLoopback(new URL(url).hostname) })
}

/** Where what needs a session of its own finds the server. */
export function directUrlOf({ DATABASE_DIRECT_URL, DATABASE_URL }: Env): string {
  return DATABASE_DIRECT_URL ?? DATABASE_URL
}

/** What processes on one database have in common. */
function connectShared(
  env: Env,
  { database, redis, onTrouble }: Omit<Surroundings, 'onStatement' | 'onHead'> & Pick<Outside, 'database'>,
): Pick<Connected, 'events' | 'rateStore'> {
  const databaseUrl = directUrlOf(env)
  const onError = (error: unknown) => onTrouble({ what: 'live events are interrupted', error })
  const prefix = `second-ring:${new URL(databaseUrl).pathname.slice(1)}:rate`
  return {
    events: createPostgresEvents({ databaseUrl, onError }),
    rateStore: redis ? createRedisRateStore(redis, prefix) : createPostgresRateStore(poolOf(database)),
  }
}

/** What the app itself needs to know of the environment. */
export function settingsOf(env: Env): AppSettings {
  return {
    accessTokenSecret: env.ACCESS_TOKEN_SECRET,
    previousAccessTokenSecret: env.ACCESS_TOKEN_SECRET_PREVIOUS,
    bannedEmailSecret: env.BANNED_EMAIL_SECRET,
    webConfig: webConfigOf(env),
    webDir: env.WEB_DIR ?? null,
    publicOrigin: new URL(env.PUBLIC_URL).origin,
    corsOrigins: env.CORS_ORIGINS ?? [],
    trustsEmail: env.REST_TRUST_EMAIL,
    imageOrigin: imageOriginOf(env),
    bucketImages: bucketImagesOf(env),
    sandboxImageHostUrl: env.SANDBOX_IMAGE_HOST_URL ?? null,
    isProduction: env.NODE_ENV === 'production',
    isHttps: new URL(env.PUBLIC_URL).protocol === 'https:',
    rateLimitScale: env.RATE_LIMIT_SCALE,
    trustedProxies: env.TRUST_PROXY ?? [],
    cachesResponses: env.READ_CACHE === 'on',
    load: { maxInFlight: env.MAX_REQUESTS_IN_FLIGHT, maxEventLoopDelayMs: env.MAX_EVENT_LOOP_DELAY_MS },
    logger: { level: env.LOG_LEVEL, redact: ['req.headers.authorization', 'req.headers.cookie'] },
  }
}

function webConfigOf(env: Env): WebConfig {
  return {
    identity: {
      apiKey: env.FIREBASE_API_KEY,
      authDomain: env.FIREBASE_AUTH_DOMAIN,
      projectId: env.FIREBASE_PROJECT_ID,
      ...emulatorUrlOf(env),
    },
    cardPayments: { publishableKey: env.STRIPE_PUBLISHABLE_KEY, scriptUrl: env.STRIPE_SCRIPT_URL },
    imageHost: { uploadUrl: uploadUrlOf(env) },
    operator: operatorOf(env),
  }
}

function operatorOf({
  OPERATOR_NAME: name,
  OPERATOR_EMAIL: email,
  OPERATOR_ADDRESS: address,
}: Env): WebConfig['operator'] {
  return name && email ? { name, email, ...(address && { address }) } : null
}

// The browser reaches the emulator at the host name that it reaches the site by.
function emulatorUrlOf(env: Env): { emulatorUrl?: string } {
  if (!env.FIREBASE_AUTH_EMULATOR_HOST) return {}
  const { port } = new URL(`http://${env.FIREBASE_AUTH_EMULATOR_HOST}`)
  return { emulatorUrl: `http://${new URL(env.PUBLIC_URL).hostname}:${port}` }
}
