import { isThisMachine } from './this-machine.ts'

type Variables = Record<string, string | undefined>

/** What a parameter of an address may say: each overrides what the server sets by itself, so that all others are refused. */
type AllowedParameters = Record<string, RegExp>

/** How a database may be reached by TLS: each of these checks who it is (docs/operate/open-a-market.md). */
const SSL_MODES = /^(require|verify-ca|verify-full)$/
/** What decides that there is TLS. */
const TLS_PARAMETERS = ['sslmode', 'ssl', 'sslrootcert', 'sslcert', 'sslkey']
const ofDatabase: AllowedParameters = {
  pgbouncer: /^(true|false)$/,
  /** disable is somebody's own choice, for a network in which nobody else can listen. */
  sslmode: /^(disable|require|verify-ca|verify-full)$/,
  ssl: /^(true|1)$/,
  sslnegotiation: /^(direct|postgres)$/,
  sslrootcert: /./,
  sslcert: /./,
  sslkey: /./,
  channel_binding: /^(prefer|require)$/,
  /** A socket of this machine. */
  host: /^\//,
  schema: /./,
  application_name: /./,
}
const ofMails: AllowedParameters = { name: /./ }
/** Its client reads none: this says alone that there is no TLS on purpose. */
const ofRedis: AllowedParameters = { tls: /^false$/ }

/** Addresses of what holds or sends everything: a parameter can end the check of who is there, or log what is sent. */
export function whyNotConnections(variables: Variables): string[] {
  const { PGSSLMODE: mode } = variables
  const databases = [
    ['DATABASE_URL', variables.DATABASE_URL],
    ['DATABASE_DIRECT_URL', variables.DATABASE_DIRECT_URL],
    ...(variables.DATABASE_REPLICA_URLS ?? '').split(',').map(url => ['DATABASE_REPLICA_URLS', url.trim()] as const),
  ] as const
  return [
    ...databases.flatMap(([name, url]) => whyNotDatabase(name, url, variables)),
    ...(mode && !SSL_MODES.test(mode)
      ? [`PGSSLMODE is ${mode}, by which anybody can pass for the database: leave it out, or say verify-full`]
      : []),
    ...whyNotRedis(variables.REDIS_URL),
    ...whyNotParameters('SMTP_URL', variables.SMTP_URL, ofMails),
  ]
}

/** Its client goes without TLS unless an address or a variable says otherwise. */
function whyNotDatabase(name: string, text: string | undefined, { PGHOST, PGSSLMODE }: Variables): string[] {
  const problems = whyNotParameters(name, text, ofDatabase)
  const url = URL.parse(text ?? '')
  if (!url || problems.length > 0) return problems
  const has = (parameter: string) => url.searchParams.has(parameter)
  const isDecided = PGSSLMODE || TLS_PARAMETERS.some(has) || url.searchParams.get('sslnegotiation') === 'direct'
  const host = url.searchParams.get('host') || url.hostname.replaceAll(/%2f/gi, '/') || PGHOST || 'localhost'
  if (isDecided || host.startsWith('/') || isThisMachine(host)) return []
  return [
    `${name} goes to another machine without TLS: add sslmode=verify-full, or sslmode=disable where nobody else can listen`,
  ]
}

function whyNotRedis(text: string | undefined): string[] {
  const problems = whyNotParameters('REDIS_URL', text, ofRedis)
  const url = URL.parse(text ?? '')
  const isOpen = url?.protocol === 'redis:' && !url.searchParams.has('tls') && !isThisMachine(url.hostname)
  return problems.length === 0 && isOpen
    ? ['REDIS_URL goes to another machine without TLS: say rediss://, or add tls=false where nobody else can listen']
    : problems
}

/** The address itself is in no sentence: it has a password. */
function whyNotParameters(name: string, text: string | undefined, allowed: AllowedParameters): string[] {
  const url = URL.parse(text ?? '')
  // Clients read what no browser would.
  if (!url && text?.includes('?')) return [`${name} cannot be read as an address`]
  const parameters = [...(url?.searchParams ?? [])]
  const rest = Object.keys(allowed).join(', ')
  const isTwice = (key: string) => parameters.filter(([other]) => other === key).length > 1
  const refused = parameters.filter(
    ([key, value]) => isTwice(key) || !(Object.hasOwn(allowed, key) && allowed[key]?.test(value)),
  )
  return [...new Set(refused.map(([key]) => key))].map(key => {
    if (key === 'sslmode')
      return `${name} has sslmode without a check of who the server is: say sslmode=verify-full, once`
    return `${name} has the parameter ${key}, which can weaken TLS, change time-outs or log what is sent: it may have ${rest}, with safe values`
  })
}
