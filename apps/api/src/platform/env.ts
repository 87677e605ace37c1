import { BlockList, isIP } from 'node:net'
import * as z from 'zod/mini'
import { TrustedProxies } from './trusted-proxies.ts'

const text = z.string().check(z.minLength(1))
const optional = z.optional(text)
const key = z.string().check(z.refine(secret => Buffer.byteLength(secret) >= 32, 'must have 32 bytes at least'))
const positive = z.coerce.number().check(z.int(), z.positive())
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

const RedisUrl = z.url({ protocol: /^rediss?$/, error: 'must be an address such as redis://localhost:6379' })

const Flag = z.pipe(
  z.enum(['true', 'false'], 'must be true or false'),
  z.transform((flag: 'true' | 'false') => flag === 'true'),
)

const Environment = z.object({
  NODE_ENV: z._default(z.enum(['development', 'test', 'production']), 'development'),
  PORT: z._default(port, 3000),
  HOST: z._default(text, '127.0.0.1'),
  PUBLIC_URL: z._default(z.url(), 'http://localhost:3000'),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
  WEB_DIR: optional,
  DATABASE_URL: text,
  REDIS_URL: z.optional(RedisUrl),
  ACCESS_TOKEN_SECRET: key,
  ACCESS_TOKEN_SECRET_PREVIOUS: z.optional(key),
  BOOKING_HOLD_HOURS: z._default(positive, 48),
  CORS_ORIGINS: z.optional(Origins),
  REST_TRUST_EMAIL: z._default(Flag, false),
  TRUST_PROXY: z.optional(TrustedProxies),
  READ_CACHE: z._default(z.enum(['on', 'off']), 'on'),
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
  FIREBASE_SERVICE_ACCOUNT: optional,
  FIREBASE_AUTH_EMULATOR_HOST: optional,
  STRIPE_SECRET_KEY: text,
  STRIPE_PUBLISHABLE_KEY: text,
  STRIPE_WEBHOOK_SECRET: text,
  STRIPE_API_URL: optional,
  STRIPE_SCRIPT_URL: z._default(z.url(), 'https://js.stripe.com/v3/'),
  IMAGE_HOST_URL: optional,
  IMAGE_HOST_KEY: text,
  IMAGE_HOST_BASE_URL: optional,
  SANDBOX_IMAGE_HOST_URL: optional,
})
export type Env = z.infer<typeof Environment>

/** Variables that stand for a stand-in, and may not be set in production. */
const sandboxOnly = ['FIREBASE_AUTH_EMULATOR_HOST', 'STRIPE_API_URL', 'SANDBOX_IMAGE_HOST_URL'] as const

/**
 * The server's settings.
 * @throws Error that lists everything missing or wrong at once
 */
export function readEnv(variables: NodeJS.ProcessEnv = process.env): Env {
  // A variable that is set to nothing counts as not set, as compose files and shells leave them.
  const present = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(present)
  const problems = parsed.success ? [] : parsed.error.issues.map(issue => describeIssue(issue, present))
  if (present.NODE_ENV === 'production') problems.push(...sandboxOnly.filter(name => present[name]).map(forbid))
  if (present.REST_TRUST_EMAIL === 'true') problems.push(...whyNotTrustEmail(present))
  if (!present.SANDBOX_IMAGE_HOST_URL) {
    for (const name of ['IMAGE_HOST_URL', 'IMAGE_HOST_BASE_URL'])
      if (!present[name]) problems.push(`${name} is missing`)
  }
  if (problems.length > 0 || !parsed.success) {
    throw new Error(`The server cannot start:\n${problems.map(problem => `  - ${problem}`).join('\n')}`)
  }
  return parsed.data
}

function describeIssue(issue: z.core.$ZodIssue, present: Record<string, string | undefined>): string {
  const name = String(issue.path[0])
  return present[name] === undefined ? `${name} is missing` : `${name}: ${issue.message}`
}

function forbid(name: string): string {
  return `${name} is set, which is for the sandbox only; NODE_ENV is production`
}

function whyNotTrustEmail({ NODE_ENV, HOST }: Record<string, string | undefined>): string[] {
  const problems: string[] = []
  if (NODE_ENV === 'production') problems.push(forbid('REST_TRUST_EMAIL'))
  if (HOST !== undefined && !isLoopback(HOST)) {
    problems.push(`REST_TRUST_EMAIL is set, which is for this machine alone; HOST is ${HOST}, and must be 127.0.0.1`)
  }
  return problems
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether only this machine reaches what listens on this host. */
function isLoopback(host: string): boolean {
  const version = isIP(host)
  return version === 0 ? host === 'localhost' : loopback.check(host, version === 4 ? 'ipv4' : 'ipv6')
}
