import { BlockList, isIP } from 'node:net'
import { SCRIPT_URL } from '#adapters/stripe/stripe-release.ts'

type Variables = Record<string, string | undefined>

/** Variables that stand for a sandbox, and may not be set in production. */
const sandboxOnly = ['FIREBASE_AUTH_EMULATOR_HOST', 'STRIPE_API_URL', 'SANDBOX_IMAGE_HOST_URL', 'REST_TRUST_EMAIL']
/** Keys that this repository prints. */
const PRINTED_KEYS = ['for-a-look-at-it-on-one-machine-and-for-nothing-else']
const KEY_BITS_MIN = 100
const RATE_LIMIT_SCALE_MAX = 10
/** How many addresses proxies may have outside private networks: some four million, twice what the largest of them name. */
const PROXY_BITS_MAX = { 4: 22, 6: 100 } as const

/** What is unsafe about the settings of a market that is open to everyone, a sentence each. */
export function whyNotProduction(variables: Variables): string[] {
  return [
    ...sandboxOnly.filter(name => variables[name] && variables[name] !== 'false').map(forbidden),
    ...whyNotPublic(variables.PUBLIC_URL),
    ...['ACCESS_TOKEN_SECRET', 'ACCESS_TOKEN_SECRET_PREVIOUS'].flatMap(name => whyNotKey(name, variables[name])),
    ...whyNotProviders(variables),
    ...['IMAGE_HOST_URL', 'IMAGE_HOST_BASE_URL', 'S3_PUBLIC_URL'].flatMap(name => whyNotHttps(name, variables[name])),
    ...(variables.CORS_ORIGINS ?? '').split(',').flatMap(origin => whyNotHttps('CORS_ORIGINS', origin.trim())),
    ...whyNotProxies(variables.TRUST_PROXY),
    ...whyNotLimits(variables.RATE_LIMIT_SCALE),
    ...whyNotFactor(variables.ADMIN_FACTOR),
  ]
}

function forbidden(name: string): string {
  return `${name} is set, which is for the sandbox only; NODE_ENV is production`
}

function whyNotPublic(text: string | undefined): string[] {
  if (!text)
    return ['PUBLIC_URL is missing: the address by which browsers reach the site, such as https://shop.example']
  const url = URL.parse(text)
  if (!url) return []
  const isBare = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  return [
    ...whyNotHttps('PUBLIC_URL', text),
    ...(isThisMachine(url.hostname) ? ['PUBLIC_URL is of this machine: browsers elsewhere cannot reach it'] : []),
    ...(isBare ? [] : ['PUBLIC_URL must be an origin alone, such as https://shop.example']),
  ]
}

const thisMachine = new BlockList()
thisMachine.addSubnet('127.0.0.0', 8, 'ipv4')
thisMachine.addSubnet('0.0.0.0', 8, 'ipv4')
thisMachine.addSubnet('::', 127, 'ipv6')

function isThisMachine(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (host === 'localhost' || host.endsWith('.localhost')) return true
  const version = isIP(host)
  return version !== 0 && thisMachine.check(host, version === 4 ? 'ipv4' : 'ipv6')
}

function whyNotHttps(name: string, text: string | undefined): string[] {
  return text?.startsWith('http://') ? [`${name}: ${text} must begin with https://`] : []
}

/** A key whose tokens others could sign. */
function whyNotKey(name: string, key: string | undefined): string[] {
  if (!key) return []
  const make = 'make one with: openssl rand -hex 32'
  if (PRINTED_KEYS.includes(key)) return [`${name} is printed in this repository, so that everyone knows it: ${make}`]
  return bitsOf(key) < KEY_BITS_MIN ? [`${name} is easily guessed, for it repeats itself: ${make}`] : []
}

/** The entropy of a text by how often it has each of its characters, in bits; a piece that is repeated counts once. */
function bitsOf(text: string): number {
  const period = Array.from(text, (_, index) => index + 1).find(length => text.startsWith(text.slice(length)))
  const characters = [...text.slice(0, period)]
  const counts = Map.groupBy(characters, character => character)
  return -characters.reduce((bits, character) => {
    return bits + Math.log2((counts.get(character)?.length ?? 1) / characters.length)
  }, 0)
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
  ]
}

function modeOf(key: string | undefined): string | undefined {
  return /^[a-z]+_(test|live)_/.exec(key ?? '')?.[1]
}

const privateNetworks = new BlockList()
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv6')

/** The narrowest private network is 16 bits wide, the widest 7: a range that is wider reaches beyond it. */
const PRIVATE_BITS_MIN = { 4: 8, 6: 7 } as const

/** Whoever connects from a proxy's address may write where a request came from. */
function whyNotProxies(list: string | undefined): string[] {
  let total = { 4: 0, 6: 0 }
  for (const range of (list ?? '').split(',').map(each => each.trim())) {
    const [address = '', prefix] = range.split('/')
    const version = isIP(address)
    if (version !== 4 && version !== 6) continue
    const size = version === 4 ? 32 : 128
    const bits = prefix === undefined ? size : Number(prefix)
    const isPrivate =
      bits >= PRIVATE_BITS_MIN[version] && privateNetworks.check(address, version === 4 ? 'ipv4' : 'ipv6')
    // All addresses of version 4 have one of version 6 too, below ::ffff:0:0.
    const isMapped = version === 6 && /^[0:]*(?:ffff:|$)/i.test(address) && bits < 128
    if (isMapped) total = { ...total, 4: total[4] + 2 ** Math.min(32, size - bits) }
    else if (!isPrivate) total = { ...total, [version]: total[version] + 2 ** (size - bits) }
  }
  const isTooWide = total[4] > 2 ** PROXY_BITS_MAX[4] || total[6] > 2 ** PROXY_BITS_MAX[6]
  return isTooWide
    ? ['TRUST_PROXY names so many addresses that a stranger may have one of them: name those of your proxies alone']
    : []
}

function whyNotLimits(scale: string | undefined): string[] {
  return Number(scale ?? 1) > RATE_LIMIT_SCALE_MAX
    ? [`RATE_LIMIT_SCALE is ${scale}, which is as good as no limit: at most ${RATE_LIMIT_SCALE_MAX} in production`]
    : []
}

function whyNotFactor(factor: string | undefined): string[] {
  return factor === 'offered'
    ? ['ADMIN_FACTOR is offered: in production admins need a second factor, leave it out']
    : []
}
