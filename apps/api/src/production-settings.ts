import { BlockList, isIP } from 'node:net'
import { accountLimitNames, defaultAccountLimits, trustLevels } from '@second-ring/contracts/account-limits'
import { SCRIPT_URL } from '#adapters/stripe/stripe-release.ts'
import { AccountLimitsText } from '#platform/account-limits-text.ts'
import { whyNotConnections } from './production-connections.ts'
import { isWebhookSecret, whyNotKey, whyNotShared } from './production-keys.ts'
import { isThisMachine } from './this-machine.ts'

type Variables = Record<string, string | undefined>

/** Variables that stand for a sandbox, and may not be set in production. */
const sandboxOnly = ['FIREBASE_AUTH_EMULATOR_HOST', 'STRIPE_API_URL', 'SANDBOX_IMAGE_HOST_URL']
/** How large each may be before it limits nothing. */
const limitsMax = { RATE_LIMIT_SCALE: 10, MAX_REQUESTS_IN_FLIGHT: 10_000, MAX_EVENT_LOOP_DELAY_MS: 10_000 }
/** How many times what the table says a limit of accounts may be before it limits nothing. */
const ACCOUNT_LIMIT_TIMES_MAX = 20
/** How low one may be before it keeps everybody out. */
const SCALE_MIN = 0.1
/** How many addresses proxies may have outside private networks: some four million, twice what the largest of them name. */
const PROXY_BITS_MAX = { 4: 22, 6: 100 } as const
/** How many they may have in private networks: four subnets of 16 bits, where others than they live too. */
const PRIVATE_PROXY_BITS_MAX = { 4: 18, 6: 82 } as const

/** What is unsafe about the settings of a market that is open to everyone, a sentence each. */
export function whyNotProduction(variables: Variables): string[] {
  return [
    ...sandboxOnly.filter(name => variables[name]).map(forbidden),
    ...(variables.REST_TRUST_EMAIL && variables.REST_TRUST_EMAIL !== 'false' ? [forbidden('REST_TRUST_EMAIL')] : []),
    ...whyNotTls(variables.NODE_TLS_REJECT_UNAUTHORIZED),
    ...whyNotNode(variables.NODE_OPTIONS),
    ...whyNotPublic(variables.PUBLIC_URL),
    ...['ACCESS_TOKEN_SECRET', 'ACCESS_TOKEN_SECRET_PREVIOUS', 'AUDIT_KEY', 'BANNED_EMAIL_SECRET'].flatMap(name =>
      whyNotKey(name, variables[name]),
    ),
    ...(variables.AUDIT_KEY_PREVIOUS ?? '').split(',').flatMap(key => whyNotKey('AUDIT_KEY_PREVIOUS', key)),
    ...whyNotShared(variables),
    ...whyNotHeads(variables),
    ...whyNotConnections(variables),
    ...whyNotIdentity(variables),
    ...whyNotProviders(variables),
    ...['IMAGE_HOST_URL', 'IMAGE_HOST_BASE_URL', 'S3_ENDPOINT', 'S3_PUBLIC_URL'].flatMap(name =>
      whyNotHttps(name, variables[name]),
    ),
    ...(variables.CORS_ORIGINS ?? '').split(',').flatMap(origin => whyNotHttps('CORS_ORIGINS', origin.trim())),
    ...whyNotProxies(variables.TRUST_PROXY),
    ...whyNotLimits(variables),
    ...whyNotFactor(variables.ADMIN_FACTOR),
    ...whyNotAccountLimits(variables.ACCOUNT_LIMITS),
  ]
}

function forbidden(name: string): string {
  return `${name} is set, which is for the sandbox only; NODE_ENV is production`
}

/** Without it every other server is taken for the one that it says it is. */
function whyNotTls(checked: string | undefined): string[] {
  return checked === '0'
    ? ['NODE_TLS_REJECT_UNAUTHORIZED is 0, so that anybody can pass for the providers: leave it out']
    : []
}

/** A debugger runs what it is told; the others take what is no HTTP, write keys down, or lower what TLS asks for. */
const UNSAFE_OPTION =
  /^--(?:inspect|debug|insecure|trace-tls|tls-keylog|tls-min-v1\.[01]|tls-cipher-list|openssl-legacy-provider)/

function whyNotNode(options: string | undefined): string[] {
  const given = [...(options ?? '').split(/\s+/), ...process.execArgv]
  const unsafe = given.map(option => option.replaceAll('_', '-')).filter(option => UNSAFE_OPTION.test(option))
  return unsafe.map(
    option => `Node is run with ${option.replace(/=.*/s, '')}, which is unsafe in production: leave it out`,
  )
}

function whyNotPublic(text: string | undefined): string[] {
  if (!text)
    return ['PUBLIC_URL is missing: the address by which browsers reach the site, such as https://shop.example']
  const url = URL.parse(text)
  if (!url) return []
  const isBare = url.pathname === '/' && url.search === '' && url.hash === '' && url.username + url.password === ''
  return [
    ...whyNotHttps('PUBLIC_URL', text),
    ...(/\*|^[^.:]*$/.test(url.hostname) && !isThisMachine(url.hostname)
      ? ['PUBLIC_URL names no site: say its whole host, such as shop.example']
      : []),
    ...(isThisMachine(url.hostname) ? ['PUBLIC_URL is of this machine: browsers elsewhere cannot reach it'] : []),
    ...(isBare ? [] : ['PUBLIC_URL must be an origin alone, such as https://shop.example']),
  ]
}

function whyNotHttps(name: string, text: string | undefined): string[] {
  // A path is of the site itself.
  const url = URL.parse(text ?? '', 'https://site.invalid')
  return url && url.protocol !== 'https:' ? [`${name}: ${text} must begin with https://`] : []
}

/** Heads go to the log too, from the level info on; without any other place it is their only one. */
function whyNotHeads({ LOG_LEVEL: level, ...variables }: Variables): string[] {
  const isElsewhere = variables.AUDIT_HEADS_FILE || variables.AUDIT_HEADS_BUCKET || variables.S3_ENDPOINT
  return isElsewhere || !['silent', 'fatal', 'error', 'warn'].includes(level ?? '')
    ? []
    : [
        `LOG_LEVEL is ${level}, so that the audit's heads go nowhere: set AUDIT_HEADS_FILE or AUDIT_HEADS_BUCKET, or info`,
      ]
}

/** By its key every sign-in is looked up, and accounts are deleted at the provider; without one only Google's own machines have any. */
function whyNotIdentity({
  FIREBASE_SERVICE_ACCOUNT: account,
  FIREBASE_PROJECT_ID: project,
  FIREBASE_AUTH_DOMAIN: domain,
}: Variables): string[] {
  const ofProject = projectOf(account)
  return [
    ...(account
      ? []
      : [
          'FIREBASE_SERVICE_ACCOUNT is missing: without it nobody can sign in, and no account is deleted at the provider. Set its JSON, or application-default on a machine of Google Cloud',
        ]),
    ...(project && ofProject && project !== ofProject
      ? ['FIREBASE_SERVICE_ACCOUNT is of another project than FIREBASE_PROJECT_ID, so that nobody can sign in']
      : []),
    ...(domain && !/^[a-z0-9.-]+(?::\d+)?$/i.test(domain)
      ? ['FIREBASE_AUTH_DOMAIN is no host alone, such as shop.firebaseapp.com']
      : []),
  ]
}

/** The project of a service account's JSON; undefined for what is none. */
function projectOf(account: string | undefined): unknown {
  if (!account?.trimStart().startsWith('{')) return undefined
  try {
    return JSON.parse(account).project_id
  } catch {
    return undefined
  }
}

/** Whoever serves the script of the card form sees the cards. */
function whyNotProviders({ STRIPE_SCRIPT_URL: script = SCRIPT_URL, ...variables }: Variables): string[] {
  const isProviders = URL.canParse(script) && new URL(script).origin === new URL(SCRIPT_URL).origin
  const [secret, published] = [variables.STRIPE_SECRET_KEY, variables.STRIPE_PUBLISHABLE_KEY].map(modeOf)
  return [
    ...(isProviders
      ? []
      : [`STRIPE_SCRIPT_URL is not the payment provider's: leave it out, or say one such as ${SCRIPT_URL}`]),
    ...(secret && published && secret !== published
      ? [`STRIPE_SECRET_KEY is a ${secret} key and STRIPE_PUBLISHABLE_KEY a ${published} one`]
      : []),
    ...['STRIPE_WEBHOOK_SECRET', 'STRIPE_CONNECT_WEBHOOK_SECRET'].flatMap(name =>
      whyNotWebhookSecret(name, variables[name]),
    ),
    ...whyNotConnectSecret(variables),
  ]
}

function whyNotWebhookSecret(name: string, secret: string | undefined): string[] {
  return !secret || isWebhookSecret(secret)
    ? []
    : [`${name} is no secret of a webhook: the provider shows one, which begins with whsec_ and is random`]
}

/** The provider gives each endpoint a secret of its own: with one for both, the events of one of them are refused. */
function whyNotConnectSecret({
  STRIPE_WEBHOOK_SECRET: own,
  STRIPE_CONNECT_WEBHOOK_SECRET: connect,
}: Variables): string[] {
  return own && own === connect
    ? ['STRIPE_CONNECT_WEBHOOK_SECRET is the same as STRIPE_WEBHOOK_SECRET: each webhook has one of its own']
    : []
}

function modeOf(key: string | undefined): string | undefined {
  return /^[a-z]+_(test|live)_/.exec(key ?? '')?.[1]
}

const privateNetworks = new BlockList()
/** In which addresses of version 4 have one of version 6 too: by gateways between the two, 6to4 and Teredo. */
const translated = new BlockList()
const ownMachine = new BlockList()
ownMachine.addSubnet('127.0.0.0', 8, 'ipv4')
ownMachine.addAddress('::1', 'ipv6')
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv6')

for (const [network, bits] of [
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
] as const)
  translated.addSubnet(network, bits, 'ipv6')

/** The narrowest private network is 16 bits wide, the widest 7: a range that is wider reaches beyond it. */
const PRIVATE_BITS_MIN = { 4: 8, 6: 7 } as const
/** What the framework understands by a name; its other names are of this machine or this cable. */
const namedRanges: Record<string, string[]> = {
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
  loopback: [],
  linklocal: [],
}

/** How many addresses a list of proxies names, by version. */
interface Width {
  4: number
  6: number
}

/** Whoever connects from a proxy's address may write where a request came from. */
function whyNotProxies(list: string | undefined): string[] {
  // The server speaks no TLS itself.
  if (!list?.trim())
    return [
      'TRUST_PROXY is missing: the addresses of the proxy that ends TLS, without which all visitors are counted as one; none where there is none',
    ]
  const ranges = (list ?? '').split(',').map(each => each.trim())
  const foreign: Width = { 4: 0, 6: 0 }
  const ofPrivate: Width = { 4: 0, 6: 0 }
  for (const range of ranges.flatMap(each => namedRanges[each] ?? [each])) {
    const [address = '', prefix] = range.split('/')
    const version = isIP(address)
    if (version !== 4 && version !== 6) continue
    const size = version === 4 ? 32 : 128
    const bits = prefix === undefined ? size : Number(prefix)
    const family = version === 4 ? 'ipv4' : 'ipv6'
    const isWithin = (networks: BlockList) => bits >= PRIVATE_BITS_MIN[version] && networks.check(address, family)
    // All addresses of version 4 have one of version 6 too, below ::ffff:0:0.
    const isBelow = version === 6 && /^[0:]*(?:ffff:|$)/i.test(address)
    const isMapped = bits < 128 && (isBelow || (version === 6 && translated.check(address, family)))
    if (isMapped) foreign[4] += 2 ** Math.min(32, size - bits)
    else if (!isWithin(ownMachine)) (isWithin(privateNetworks) ? ofPrivate : foreign)[version] += 2 ** (size - bits)
  }
  const isWider = (width: Width, most: Width) => width[4] > 2 ** most[4] || width[6] > 2 ** most[6]
  if (isWider(foreign, PROXY_BITS_MAX))
    return [
      'TRUST_PROXY names so many addresses that a stranger may have one of them: name those of your proxies alone',
    ]
  if (isWider(ofPrivate, PRIVATE_PROXY_BITS_MAX))
    return [
      'TRUST_PROXY names so much of private networks that others than your proxies are there: name their subnets, such as 10.0.12.0/24',
    ]
  return []
}

/** Limits that are so high, or set to nothing, that they limit nobody, or so low that they keep everybody out. */
function whyNotLimits(variables: Variables): string[] {
  const scale = Number(variables.RATE_LIMIT_SCALE ?? 1)
  if (scale > 0 && scale < SCALE_MIN)
    return [`RATE_LIMIT_SCALE is ${variables.RATE_LIMIT_SCALE}, which lets hardly anybody in: at least ${SCALE_MIN}`]
  return Object.entries(limitsMax).flatMap(([name, most]) => {
    const text = variables[name]
    if (!text || (Number(text) > 0 && Number(text) <= most)) return []
    return [`${name} is ${text}, which is as good as no limit: at most ${most} in production, and not 0`]
  })
}

/** Limits of accounts that are so high that they limit nobody. */
function whyNotAccountLimits(text: string | undefined): string[] {
  if (/(^|,)\s*all\b/.test(text ?? ''))
    return ['ACCOUNT_LIMITS sets all limits at once, which is for tests: in production name each that is to differ']
  const { data: limits } = AccountLimitsText.safeParse(text ?? '')
  if (!limits) return []
  return accountLimitNames.flatMap(name => {
    const level = trustLevels.find(at => limits[name][at] > ACCOUNT_LIMIT_TIMES_MAX * defaultAccountLimits[name][at])
    if (!level) return []
    const most = ACCOUNT_LIMIT_TIMES_MAX * defaultAccountLimits[name][level]
    return [
      `ACCOUNT_LIMITS: ${name}.${level} is ${limits[name][level]}, which is as good as no limit: at most ${most} in production`,
    ]
  })
}

function whyNotFactor(factor: string | undefined): string[] {
  return factor === 'offered'
    ? ['ADMIN_FACTOR is offered: in production admins need a second factor, leave it out']
    : []
}
