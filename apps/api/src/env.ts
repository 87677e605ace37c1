import { BlockList, isIP } from 'node:net'
import { defaultAccountLimits } from '@second-ring/contracts/account-limits'
import { isPooled } from '@second-ring/database/database-url'
import * as z from 'zod/mini'
import { SCRIPT_URL } from '#adapters/stripe/stripe-release.ts'
import { AccountLimitsText } from '#platform/account-limits-text.ts'
import { TrustedProxies } from '#platform/trusted-proxies.ts'
import { whyNotProduction } from './production-settings.ts'

const text = z.string().check(z.minLength(1))
const optional = z.optional(text)
const key = z.string().check(z.refine(secret => Buffer.byteLength(secret) >= 32, 'must have 32 bytes at least'))
const Keys = z.pipe(
  z.pipe(
    z.string(),
    z.transform((list: string) => list.split(',').map(each => each.trim())),
  ),
  z.array(key),
)
/** What the payment provider's keys begin with: the one that every browser is shown is never a secret one. */
const PublishableKey = z.string().check(z.regex(/^pk_\S+$/, 'must begin with pk_: browsers are shown it'))
const SecretKey = z.string().check(z.regex(/^[sr]k_\S+$/, 'must begin with sk_ or rk_'))
const positive = z.coerce.number().check(z.int(), z.positive())
/** Two weeks: a phone is not held for longer. */
const HOLD_HOURS_MAX = 336
const port = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535))

const Origin = z
  .string()
  .check(z.regex(/^https?:\/\/[^/\s*]+$/, 'must be origins such as https://shop.example, separated by commas'))
const Origins = z.pipe(
  z.pipe(
    z.string(),
    z.transform((list: string) => list.split(',').map(origin => origin.trim())),
  ),
  z.array(Origin),
)

const PostgresUrl = z.string().check(z.refine(isPostgresUrl, 'must be like postgresql://user:password@host:5432/name'))
const PostgresUrls = z.pipe(
  z.pipe(
    z.string(),
    z.transform((list: string) => list.split(',').map(url => url.trim())),
  ),
  z.array(PostgresUrl),
)
const RedisUrl = z.url({ protocol: /^rediss?$/, error: 'must be an address such as redis://localhost:6379' })

const Flag = z.pipe(
  z.enum(['true', 'false'], 'must be true or false'),
  z.transform((flag: 'true' | 'false') => flag === 'true'),
)

/** What SMTP_URL says where no mails are to be sent. */
export const NO_MAILS = 'none'

const SmtpUrl = z
  .string()
  .check(
    z.regex(/^(none|smtps?:\/\/[^\s/]+\/?)$/, 'must be an address such as smtps://user:password@mail.example, or none'),
  )
const Sender = z
  .string()
  .check(
    z.regex(
      /^([^<>\r\n,;@]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'must be like Second Ring <no-reply@shop.example>',
    ),
  )

const WebAddress = z.string().check(z.regex(/^https?:\/\/[^\s?#]+$/, 'must be an address such as https://s3.example'))
const BucketName = z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'is not the name of a bucket'))

/** What FIREBASE_SERVICE_ACCOUNT says on a machine that Google itself gives a key to. */
const APPLICATION_DEFAULT = 'application-default'

/** Only looked at: what uses it parses it again. */
const ServiceAccount = z
  .string()
  .check(z.refine(isServiceAccount, `must be the key’s JSON, on one line, or ${APPLICATION_DEFAULT}`))

const Environment = z.object({
  NODE_ENV: z._default(z.enum(['development', 'test', 'production']), 'development'),
  PORT: z._default(port, 3000),
  HOST: z._default(text, '127.0.0.1'),
  PUBLIC_URL: z._default(z.url(), 'http://localhost:3000'),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
  WEB_DIR: optional,
  DATABASE_URL: PostgresUrl,
  DATABASE_DIRECT_URL: z.optional(PostgresUrl),
  DATABASE_REPLICA_URLS: z.optional(PostgresUrls),
  REDIS_URL: z.optional(RedisUrl),
  ACCESS_TOKEN_SECRET: key,
  ACCESS_TOKEN_SECRET_PREVIOUS: z.optional(key),
  ACCOUNT_LIMITS: z._default(AccountLimitsText, defaultAccountLimits),
  AUDIT_KEY: key,
  AUDIT_KEY_PREVIOUS: z.optional(Keys),
  AUDIT_UNSIGNED: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
  AUDIT_HEADS_FILE: optional,
  AUDIT_HEADS_BUCKET: z.optional(BucketName),
  BANNED_EMAIL_SECRET: z.optional(key),
  BOOKING_HOLD_HOURS: z._default(positive.check(z.maximum(HOLD_HOURS_MAX)), 48),
  CORS_ORIGINS: z.optional(Origins),
  REST_TRUST_EMAIL: z._default(Flag, false),
  TRUST_PROXY: z.optional(TrustedProxies),
  READ_CACHE: z._default(z.enum(['on', 'off']), 'on'),
  ADMIN_FACTOR: z.optional(z.enum(['required', 'offered'], 'must be required or offered')),
  RATE_LIMIT_SCALE: z._default(z.coerce.number().check(z.positive()), 1),
  MAX_REQUESTS_IN_FLIGHT: z._default(positive, 200),
  MAX_EVENT_LOOP_DELAY_MS: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 250),
  STOP_DELAY_SECONDS: z._default(z.coerce.number().check(z.minimum(0), z.maximum(60)), 0),
  OPERATIONS_PORT: z.optional(port),
  OPERATIONS_HOST: z._default(text, '127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(z.url()),
  FIREBASE_PROJECT_ID: text,
  FIREBASE_API_KEY: text,
  FIREBASE_AUTH_DOMAIN: text,
  FIREBASE_SERVICE_ACCOUNT: z.optional(ServiceAccount),
  FIREBASE_AUTH_EMULATOR_HOST: optional,
  STRIPE_SECRET_KEY: SecretKey,
  STRIPE_PUBLISHABLE_KEY: PublishableKey,
  STRIPE_WEBHOOK_SECRET: text,
  STRIPE_CONNECT_WEBHOOK_SECRET: text,
  STRIPE_API_URL: optional,
  STRIPE_SCRIPT_URL: z._default(z.url(), SCRIPT_URL),
  IMAGE_HOST_URL: optional,
  IMAGE_HOST_KEY: optional,
  IMAGE_HOST_BASE_URL: optional,
  S3_ENDPOINT: z.optional(WebAddress),
  S3_REGION: optional,
  S3_BUCKET: z.optional(BucketName),
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  S3_PUBLIC_URL: z.optional(WebAddress),
  S3_FORCE_PATH_STYLE: z._default(Flag, false),
  SANDBOX_IMAGE_HOST_URL: optional,
  SMTP_URL: z.optional(SmtpUrl),
  MAIL_FROM: z.optional(Sender),
  OPERATOR_NAME: optional,
  OPERATOR_EMAIL: z.optional(z.email('must be an email address')),
  OPERATOR_ADDRESS: optional,
})
export type Env = z.infer<typeof Environment>

/** Whether admins need a second factor: always in production, elsewhere when it is set so. */
export function requiresFactor({ NODE_ENV, ADMIN_FACTOR }: Pick<Env, 'NODE_ENV' | 'ADMIN_FACTOR'>): boolean {
  return NODE_ENV === 'production' || ADMIN_FACTOR === 'required'
}

/** The key for the identity provider; undefined where the machine or a sandbox has it. */
export function serviceAccountOf({ FIREBASE_SERVICE_ACCOUNT: account }: Env): string | undefined {
  return account === APPLICATION_DEFAULT ? undefined : account
}

/** What the audit is checked by. */
const AuditEnvironment = z.pick(Environment, {
  AUDIT_KEY: true,
  AUDIT_KEY_PREVIOUS: true,
  AUDIT_UNSIGNED: true,
  AUDIT_HEADS_FILE: true,
  AUDIT_HEADS_BUCKET: true,
  S3_ENDPOINT: true,
  S3_REGION: true,
  S3_BUCKET: true,
  S3_ACCESS_KEY_ID: true,
  S3_SECRET_ACCESS_KEY: true,
  S3_FORCE_PATH_STYLE: true,
})
export type AuditEnv = z.infer<typeof AuditEnvironment>

/** Where pictures are stored. */
const PictureEnvironment = z.pick(Environment, {
  PUBLIC_URL: true,
  IMAGE_HOST_URL: true,
  IMAGE_HOST_KEY: true,
  IMAGE_HOST_BASE_URL: true,
  S3_ENDPOINT: true,
  S3_REGION: true,
  S3_BUCKET: true,
  S3_ACCESS_KEY_ID: true,
  S3_SECRET_ACCESS_KEY: true,
  S3_PUBLIC_URL: true,
  S3_FORCE_PATH_STYLE: true,
})
export type PictureEnv = z.infer<typeof PictureEnvironment>

/** Everything that is missing or wrong, a sentence each, below a heading that says what cannot be done. */
export class EnvironmentError extends Error {
  readonly problems: string[]

  constructor(heading: string, problems: string[]) {
    super(`${heading}:\n${problems.map(problem => `  - ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/**
 * The server's settings.
 * @throws EnvironmentError that lists everything missing or wrong at once
 */
export function readEnv(variables: NodeJS.ProcessEnv = process.env): Env {
  const present = presentIn(variables)
  const parsed = Environment.safeParse(present)
  const problems = parsed.success ? [] : parsed.error.issues.map(issue => describeIssue(issue, present))
  if (present.NODE_ENV === 'production') problems.push(...whyNotProduction(present))
  if (isPooled(present.DATABASE_URL ?? '') && !present.DATABASE_DIRECT_URL) problems.push(NO_SESSION)
  if (present.REST_TRUST_EMAIL === 'true') problems.push(...whyNotTrustEmail(present))
  problems.push(...whyNoPictures(present), ...whyNoHeadsBucket(present))
  problems.push(...whyNoOperator(present), ...whyNoMails(present))
  if (problems.length > 0 || !parsed.success) throw new EnvironmentError('The server cannot start', problems)
  return parsed.data
}

/**
 * The settings that a command needs to store pictures.
 * @throws EnvironmentError
 */
export function readPictureEnv(variables: NodeJS.ProcessEnv): PictureEnv {
  const present = presentIn(variables)
  const parsed = PictureEnvironment.safeParse(present)
  const problems = parsed.success ? [] : parsed.error.issues.map(issue => describeIssue(issue, present))
  problems.push(...whyNoPictures(present))
  if (problems.length > 0 || !parsed.success) throw new EnvironmentError('The picture cannot be stored', problems)
  return parsed.data
}

/**
 * The settings that a command needs to check the audit.
 * @throws EnvironmentError
 */
export function readAuditEnv(variables: NodeJS.ProcessEnv): AuditEnv {
  const present = presentIn(variables)
  const parsed = AuditEnvironment.safeParse(present)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(issue => describeIssue(issue, present))
  throw new EnvironmentError('The audit cannot be checked', problems)
}

/** A variable that is set to nothing counts as not set, as compose files and shells leave them. */
function presentIn(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
}

const NO_SESSION =
  'DATABASE_DIRECT_URL is missing: DATABASE_URL says pgbouncer=true, through which nothing can be listened to'

function describeIssue(issue: z.core.$ZodIssue, present: Record<string, string | undefined>): string {
  const name = String(issue.path[0])
  return present[name] === undefined ? `${name} is missing` : `${name}: ${issue.message}`
}

function whyNotTrustEmail({ HOST }: Record<string, string | undefined>): string[] {
  if (HOST === undefined || isLoopback(HOST)) return []
  return [`REST_TRUST_EMAIL is set, which is for this machine alone; HOST is ${HOST}, and must be 127.0.0.1`]
}

const s3Optional = ['S3_PUBLIC_URL', 'S3_FORCE_PATH_STYLE'] as const
const s3Needed = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** Pictures are stored in a bucket, at an image host, or at the sandbox's: each is set wholly or not at all. */
function whyNoPictures(present: Record<string, string | undefined>): string[] {
  const missing = (names: readonly string[]) => names.filter(name => !present[name]).map(name => `${name} is missing`)
  if ([...s3Needed, ...s3Optional].some(name => present[name])) {
    const twice = present.IMAGE_HOST_URL
      ? ['IMAGE_HOST_URL and S3_ENDPOINT are both set: pictures go to one place']
      : []
    return [...missing(s3Needed), ...twice]
  }
  const ofHost = present.SANDBOX_IMAGE_HOST_URL ? [] : ['IMAGE_HOST_URL', 'IMAGE_HOST_BASE_URL']
  return missing(['IMAGE_HOST_KEY', ...ofHost])
}

function whyNoHeadsBucket({ AUDIT_HEADS_BUCKET: bucket, S3_ENDPOINT: endpoint }: NodeJS.Dict<string>): string[] {
  return bucket && !endpoint ? ['AUDIT_HEADS_BUCKET is a bucket of the store at S3_ENDPOINT, which is missing'] : []
}

/** Whoever runs a market for others says who they are; a demonstration may leave it out. */
function whyNoOperator(present: Record<string, string | undefined>): string[] {
  const isNeeded = present.NODE_ENV === 'production' || present.OPERATOR_NAME || present.OPERATOR_EMAIL
  const missing = ['OPERATOR_NAME', 'OPERATOR_EMAIL'].filter(name => isNeeded && !present[name])
  return missing.map(name => `${name} is missing: the market's pages say who runs it`)
}

/** A market sends mails, or says that it does not; a demonstration may leave both out. */
function whyNoMails({ NODE_ENV, SMTP_URL, MAIL_FROM }: Record<string, string | undefined>): string[] {
  if (!SMTP_URL && NODE_ENV === 'production') {
    return [
      'SMTP_URL is missing: the server that sends mails about bookings and money, such as smtps://user:password@mail.example; none sends no mails',
    ]
  }
  if (!SMTP_URL || SMTP_URL === NO_MAILS || MAIL_FROM) return []
  return ['MAIL_FROM is missing: whom mails are from, such as Second Ring <no-reply@shop.example>']
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether this host can be connected to from this machine alone. */
export function isLoopback(host: string): boolean {
  const version = isIP(host)
  return version === 0 ? host === 'localhost' : loopback.check(host, version === 4 ? 'ipv4' : 'ipv6')
}

function isPostgresUrl(text: string): boolean {
  return /^postgres(ql)?:\/\//.test(text) && URL.canParse(text)
}

function isServiceAccount(text: string): boolean {
  if (text === APPLICATION_DEFAULT) return true
  try {
    return z.object({ client_email: z.string(), private_key: z.string() }).safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
}
