import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { whyNotProduction } from './production-settings.ts'

const safe = {
  PUBLIC_URL: 'https://shop.example',
  ACCESS_TOKEN_SECRET: '4f0c8a3be17d95260f4bd8c1e96a7350b2d84ef1907c6a5d38e2f1b49c07ad65',
  AUDIT_KEY: '9d1e07b35ac84f62e8b0d7416f3a29c5581c0e94bd7f2a6340e1958cfa6d27b3',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  FIREBASE_SERVICE_ACCOUNT: 'application-default',
  TRUST_PROXY: '172.17.0.1',
}

/** As the payment provider makes them. */
function webhookSecretOf(seed: string): string {
  return `whsec_${createHash('sha512').update(seed).digest('base64').replaceAll(/[+/=]/g, '').slice(0, 32)}`
}

describe('the settings of production', () => {
  it('are fine when nothing is unsafe', () => {
    expect(whyNotProduction(safe)).toEqual([])
    expect(whyNotProduction({ ...safe, PUBLIC_URL: 'https://shop.example/', REST_TRUST_EMAIL: 'false' })).toEqual([])
    const test = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }
    expect(whyNotProduction({ ...safe, ...test }), 'a rehearsal with test cards').toEqual([])
    expect(whyNotProduction({ ...safe, CORS_ORIGINS: 'https://a.example, https://b.example' })).toEqual([])
  })

  it.each(['ACCESS_TOKEN_SECRET', 'ACCESS_TOKEN_SECRET_PREVIOUS', 'BANNED_EMAIL_SECRET'])(
    'have an audit’s key that is not %s, with spaces or without',
    name => {
      for (const key of [safe.AUDIT_KEY, ` ${safe.AUDIT_KEY}\n`])
        expect(whyNotProduction({ ...safe, [name]: key })).toEqual([
          `AUDIT_KEY is the same as ${name}: make one of its own`,
        ])
    },
  )

  it('are refused all at once', () => {
    const unsafe = { ...safe, PUBLIC_URL: '', ACCESS_TOKEN_SECRET: 'x'.repeat(40), CORS_ORIGINS: 'http://a.example' }
    const addresses = {
      SMTP_URL: 'smtp://mail.example?requireTLS=false&logger=true',
      DATABASE_URL: 'postgresql://db.example/market?sslmode=no-verify',
    }
    expect(
      whyNotProduction({
        ...unsafe,
        ...addresses,
        TRUST_PROXY: '0.0.0.0/0',
        RATE_LIMIT_SCALE: '1000',
        ADMIN_FACTOR: 'offered',
      }),
    ).toEqual([
      expect.stringContaining('PUBLIC_URL is missing'),
      expect.stringContaining('ACCESS_TOKEN_SECRET is easily guessed'),
      expect.stringContaining('DATABASE_URL has sslmode without a check'),
      expect.stringContaining('SMTP_URL has the parameter requireTLS'),
      expect.stringContaining('SMTP_URL has the parameter logger'),
      expect.stringContaining('CORS_ORIGINS: http://a.example must begin with https://'),
      expect.stringContaining('TRUST_PROXY names so many addresses'),
      expect.stringContaining('RATE_LIMIT_SCALE is 1000'),
      expect.stringContaining('ADMIN_FACTOR is offered'),
    ])
  })

  it.each([
    ['SMTP_URL', 'smtp://mail.example?requireTLS=false', 'requireTLS'],
    ['SMTP_URL', 'smtps://me:secret-word@mail.example/?tls.rejectUnauthorized=false', 'tls.rejectUnauthorized'],
    ['SMTP_URL', 'smtps://mail.example?name=shop.example&logger=true', 'logger'],
    ['SMTP_URL', 'smtps://mail.example?debug=true', 'debug'],
    ['SMTP_URL', 'smtps://mail.example?ignoreTLS=true', 'ignoreTLS'],
    ['SMTP_URL', 'smtps://mail.example?proxy=http://elsewhere.example', 'proxy'],
    ['SMTP_URL', 'smtps://mail.example?constructor=x', 'constructor'],
    ['SMTP_URL', 'smtps://mail.example?%72equireTLS=false', 'requireTLS'],
    ['DATABASE_URL', 'postgresql://me:secret-word@db.example/market?sslmode=no-verify', 'sslmode'],
    ['DATABASE_URL', 'postgresql://db.example/market?sslmode=verify-full&sslmode=disable', 'sslmode'],
    ['DATABASE_URL', 'postgresql://db.example/market?sslmode=require&uselibpqcompat=true', 'uselibpqcompat'],
    ['DATABASE_URL', 'postgresql://db.example/market?ssl=0', 'ssl'],
    ['DATABASE_URL', 'postgresql://db.example/market?application_name=a,b&sslmode=no-verify', 'sslmode'],
    ['DATABASE_URL', 'postgresql://db.example/market?sslmode=Disable', 'sslmode'],
    ['SMTP_URL', 'smtp://mail.example:x25?requireTLS=false', 'cannot be read'],
    ['DATABASE_URL', 'postgresql://db.example/market?sslmode=verify-full&statement_timeout=0', 'statement_timeout'],
    ['DATABASE_URL', 'postgresql://db.example/market?sslmode=verify-full&host=elsewhere.example', 'host'],
    ['DATABASE_DIRECT_URL', 'postgresql://db.example/market?sslmode=prefer', 'sslmode'],
    [
      'DATABASE_REPLICA_URLS',
      'postgresql://a.example/m?ssl=1, postgresql://b.example/m?sslmode=no-verify',
      'sslmode without a check',
    ],
    ['REDIS_URL', 'rediss://redis.example?ssl_cert_reqs=none', 'ssl_cert_reqs'],
    ['PGSSLMODE', 'no-verify', 'no-verify'],
  ])('refuse what weakens TLS or logs what is sent: %s=%s', (name, url, parameter) => {
    const [why = '', ...others] = whyNotProduction({ ...safe, [name]: url })
    expect(others).toEqual([])
    expect(why).toContain(name)
    expect(why).toContain(parameter)
    expect(why).not.toContain('secret-word')
  })

  it.each([
    ['DATABASE_URL', 'postgresql://me:secret-word@db.example/market'],
    ['DATABASE_URL', 'postgresql://10.0.0.5:6432/market?pgbouncer=true'],
    ['DATABASE_URL', 'postgresql://localhost.example/market'],
    ['DATABASE_URL', 'postgresql://127.0.0.1.example/market?schema=public'],
    ['DATABASE_DIRECT_URL', 'postgres://[2001:db8::5]/market'],
    ['DATABASE_REPLICA_URLS', 'postgresql://localhost/m, postgresql://b.example/m'],
    ['REDIS_URL', 'redis://me:secret-word@redis.example:6379'],
    ['REDIS_URL', 'REDIS://10.0.0.6'],
  ])('refuse what goes to another machine without TLS: %s=%s', (name, url) => {
    const [why = '', ...others] = whyNotProduction({ ...safe, [name]: url })
    expect(others).toEqual([])
    expect(why).toContain(`${name} goes to another machine without TLS`)
    expect(why).toContain(name === 'REDIS_URL' ? 'tls=false' : 'sslmode=disable')
    expect(why).not.toContain('secret-word')
  })

  it('refuse a database at the host of another variable without TLS', () => {
    const DATABASE_URL = 'postgresql:///market'
    expect(whyNotProduction({ ...safe, DATABASE_URL, PGHOST: 'db.example' })).toEqual([
      expect.stringContaining('DATABASE_URL goes to another machine'),
    ])
    for (const PGHOST of ['', 'localhost', '/var/run/postgresql'])
      expect(whyNotProduction({ ...safe, DATABASE_URL, PGHOST })).toEqual([])
  })

  it.each([
    ['DATABASE_URL', 'postgresql://me:word@localhost:5432/market'],
    ['DATABASE_URL', 'postgresql://127.0.0.1/market'],
    ['DATABASE_URL', 'postgresql://[::1]/market'],
    ['DATABASE_URL', 'postgresql://%2Fvar%2Frun%2Fpostgresql/market'],
    ['DATABASE_URL', 'postgresql://db.example/market?host=/cloudsql/a'],
    ['DATABASE_URL', 'postgresql://db.example/market?sslrootcert=/ca.pem'],
    // Somebody has decided so.
    ['DATABASE_URL', 'postgresql://pgbouncer:6432/market?pgbouncer=true&sslmode=disable'],
    ['DATABASE_REPLICA_URLS', 'postgresql://a/m?sslmode=disable,postgresql://b/m?sslmode=verify-full'],
    ['REDIS_URL', 'redis://localhost:6379'],
    ['REDIS_URL', 'redis://redis:6379?tls=false'],
    ['REDIS_URL', 'rediss://redis.example'],
  ])('take what stays on this machine, has TLS or says that it has none: %s=%s', (name, url) => {
    expect(whyNotProduction({ ...safe, [name]: url })).toEqual([])
  })

  it('take a database by the TLS of a variable', () => {
    const DATABASE_URL = 'postgresql://db.example/market'
    expect(whyNotProduction({ ...safe, DATABASE_URL, PGSSLMODE: 'verify-full' })).toEqual([])
  })

  it('refuse to do without the key of the identity provider', () => {
    const { FIREBASE_SERVICE_ACCOUNT: _, ...without } = safe
    expect(whyNotProduction(without)).toEqual([
      expect.stringMatching(/^FIREBASE_SERVICE_ACCOUNT is missing: .*nobody can sign in/),
    ])
  })

  it('take what strengthens a connection, and what is harmless', () => {
    const urls = {
      SMTP_URL: 'smtps://me:secret@mail.example?name=shop.example',
      DATABASE_URL: 'postgresql://me:secret@db.example/market?pgbouncer=true&sslmode=verify-full&sslrootcert=/ca.pem',
      DATABASE_DIRECT_URL: 'postgresql://db.example/market?sslmode=require&schema=public',
      DATABASE_REPLICA_URLS: 'postgresql://a.example/market?host=/cloudsql/a,postgresql://b.example/market?ssl=true',
      REDIS_URL: 'rediss://redis.example:6380/1',
      PGSSLMODE: 'verify-full',
    }
    expect(whyNotProduction({ ...safe, ...urls })).toEqual([])
    expect(whyNotProduction({ ...safe, SMTP_URL: 'none' })).toEqual([])
  })

  it.each([
    ['http://shop.example', 'must begin with https://'],
    ['HTTP://shop.example', 'must begin with https://'],
    [' http://shop.example', 'must begin with https://'],
    ['https://localhost', 'of this machine'],
    ['https://127.0.0.1:3000', 'of this machine'],
    ['https://[::1]', 'of this machine'],
    ['https://shop.example/market', 'an origin alone'],
    ['https://shop.example?x', 'an origin alone'],
    ['https://a:b@shop.example', 'an origin alone'],
    ['https://:b@shop.example', 'an origin alone'],
    ['https://localhost.', 'of this machine'],
    ['https://shop.localhost.', 'of this machine'],
  ])('refuse the address %s', (PUBLIC_URL, why) => {
    expect(whyNotProduction({ ...safe, PUBLIC_URL })).toEqual([expect.stringContaining(why)])
  })

  it.each([
    ['a'.repeat(64), 'guessed'],
    ['abcd'.repeat(16), 'guessed'],
    ['only-for-tests-only-for-tests-only-for-tests', 'guessed'],
    ['1234567890'.repeat(5), 'guessed'],
    ['abcdefgh'.replaceAll(/./g, letter => letter.repeat(8)), 'guessed'],
    ['0123456789abcdef'.repeat(4), 'guessed'],
    ['abcdefghijklmnopqrstuvwxyz0123456789', 'guessed'],
    ['aabbccddeeff00112233445566778899aabbccddeeff', 'guessed'],
    ['a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6', 'guessed'],
    ['changeme-changeme-changeme-please-now', 'guessed'],
    ['ringring1ringring2ringring3ringring4', 'guessed'],
    ['change-me-please-this-is-not-a-secret', 'guessed'],
    ['your-256-bit-secret-goes-here-please', 'guessed'],
    ['MyVeryOwnPassword-4f0c8a3be17d95260f4b', 'guessed'],
    ['correct horse battery staple and a lazy dog jumps', 'guessed'],
    ['correcthorsebatterystapleandalazydogjumpsoveritall', 'guessed'],
    ['Correct-Horse-Battery-Staple-And-A-Lazy-Dog-Jumps-42!', 'guessed'],
    ['CorrectHorseBatteryStapleAndALazyDogJumps42', 'guessed'],
    ['zQ7!'.repeat(10), 'guessed'],
    ['d41d8cd98f00b204e9800998ecf8427e', 'guessed'],
    ['d41d8cd98f00b204e9800998ecf8427e'.repeat(2), 'guessed'],
    ['ab'.repeat(16) + 'cd'.repeat(16), 'guessed'],
    ['9d1e07b35ac84f62e8b0d7416f3a29c5581c0e94bd7f2a6340e1958cfa6d27b', 'guessed'],
    ['for-a-look-at-it-on-one-machine-and-for-nothing-else ', 'printed'],
  ])('refuse the key %s, also as the one before', (key, why) => {
    for (const name of ['ACCESS_TOKEN_SECRET', 'ACCESS_TOKEN_SECRET_PREVIOUS', 'AUDIT_KEY', 'AUDIT_KEY_PREVIOUS']) {
      const [problem, ...others] = whyNotProduction({ ...safe, [name]: key })
      expect([problem, others]).toEqual([expect.stringContaining(why), []])
      expect(problem).not.toContain(key)
    }
  })

  it.each(['FIREBASE_AUTH_EMULATOR_HOST', 'STRIPE_API_URL', 'SANDBOX_IMAGE_HOST_URL'])(
    'refuse %s, whatever it is set to',
    name => {
      for (const value of ['false', '0', 'http://127.0.0.1:3001'])
        expect(whyNotProduction({ ...safe, [name]: value })).toEqual([expect.stringContaining(`${name} is set`)])
    },
  )

  it.each([
    ['NODE_TLS_REJECT_UNAUTHORIZED', '0'],
    ['RATE_LIMIT_SCALE', '1e-9'],
    ['RATE_LIMIT_SCALE', '0.05'],
    ['S3_ENDPOINT', 'http://s3.example'],
    ['STRIPE_WEBHOOK_SECRET', 'x'],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_'],
    ['STRIPE_WEBHOOK_SECRET', 'sk_live_4f0c8a3be17d95260f4bd8c1e96a'],
    ['STRIPE_CONNECT_WEBHOOK_SECRET', 'whsec_'],
    ['STRIPE_WEBHOOK_SECRET', `whsec_${'a'.repeat(32)}`],
    ['STRIPE_CONNECT_WEBHOOK_SECRET', `whsec_${'abcd'.repeat(8)}`],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_abcdefghijklmnopqrstuvwxyz123456'],
    ['STRIPE_CONNECT_WEBHOOK_SECRET', 'whsec_this-is-the-secret-of-my-webhook'],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_4f0c8a3be17d95260f4bd8c1'],
    ['STRIPE_WEBHOOK_SECRET', ` ${webhookSecretOf('a')}`],
  ])('refuse %s=%s', (name, value) => {
    expect(whyNotProduction({ ...safe, [name]: value })).toEqual([expect.stringContaining(name)])
  })

  it('take the secret of a webhook, and a lower scale', () => {
    for (let n = 0; n < 500; n += 1) {
      const STRIPE_WEBHOOK_SECRET = webhookSecretOf(`${n}`)
      expect(whyNotProduction({ ...safe, STRIPE_WEBHOOK_SECRET }), STRIPE_WEBHOOK_SECRET).toEqual([])
    }
    // As its command line makes them.
    const STRIPE_WEBHOOK_SECRET = `whsec_${createHash('sha256').update('a').digest('hex')}`
    expect(whyNotProduction({ ...safe, STRIPE_WEBHOOK_SECRET, RATE_LIMIT_SCALE: '0.1' })).toEqual([])
    expect(whyNotProduction({ ...safe, NODE_TLS_REJECT_UNAUTHORIZED: '1' })).toEqual([])
  })

  it('refuse one secret for both webhooks', () => {
    const STRIPE_WEBHOOK_SECRET = webhookSecretOf('both')
    expect(
      whyNotProduction({ ...safe, STRIPE_WEBHOOK_SECRET, STRIPE_CONNECT_WEBHOOK_SECRET: STRIPE_WEBHOOK_SECRET }),
    ).toEqual([expect.stringContaining('STRIPE_CONNECT_WEBHOOK_SECRET is the same')])
  })

  it('refuse one key for both, tokens and audit', () => {
    const { ACCESS_TOKEN_SECRET: AUDIT_KEY } = safe
    expect(whyNotProduction({ ...safe, AUDIT_KEY })).toEqual([expect.stringContaining('AUDIT_KEY is the same')])
  })

  it('take random keys, in the forms that tools make them', () => {
    for (let n = 0; n < 500; n += 1) {
      const bytes = createHash('sha256').update(`${n}`).digest()
      for (const key of [bytes.toString('hex'), bytes.toString('hex').toUpperCase(), bytes.toString('base64')])
        expect(whyNotProduction({ ...safe, ACCESS_TOKEN_SECRET: key }), key).toEqual([])
    }
    const long = createHash('sha512').update('long').digest()
    for (const key of [long.toString('hex'), long.toString('base64'), ` ${long.toString('hex')}\n`])
      expect(whyNotProduction({ ...safe, ACCESS_TOKEN_SECRET: key }), key).toEqual([])
  })

  it('name the command that makes a key, for each that is none', () => {
    const words = 'correct horse battery staple and a lazy dog jumps'
    const names = ['ACCESS_TOKEN_SECRET', 'AUDIT_KEY', 'AUDIT_KEY_PREVIOUS', 'BANNED_EMAIL_SECRET']
    const problems = whyNotProduction({ ...safe, ...Object.fromEntries(names.map((name, n) => [name, words + n])) })
    expect(problems).toHaveLength(names.length)
    for (const problem of problems) expect(problem).toContain('openssl rand -hex 32')
  })

  it('refuse every key that the repository prints', () => {
    const files = ['docker-compose.yml', '.env.example'].map(file =>
      readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8'),
    )
    const printed = files.flatMap(file => [
      ...file.matchAll(/^\s*ACCESS_TOKEN_SECRET: *(\S+)|^ACCESS_TOKEN_SECRET=(\S+)/gm),
    ])
    expect(printed.length).toBeGreaterThan(0)
    for (const [, inYaml, inEnv] of printed) {
      const problems = whyNotProduction({ ...safe, ACCESS_TOKEN_SECRET: inYaml ?? inEnv })
      expect(problems).toEqual([expect.stringContaining('is printed in this repository')])
    }
  })

  it.each([
    'loopback, linklocal',
    '127.0.0.0/8, ::1',
    'none',
    // As wide as private networks of one's own are.
    '10.0.0.0/16, 172.31.0.0/16, 192.168.0.0/16, fd12:3456:789a::/48',
    '100.64.3.0/24, fe80::1',
    // As wide as content networks are.
    '104.16.0.0/13, 172.64.0.0/13, 162.158.0.0/15, 2606:4700::/32, 2a06:98c0::/29',
    '203.0.113.7',
  ])('take the proxies %s', TRUST_PROXY => {
    expect(whyNotProduction({ ...safe, TRUST_PROXY })).toEqual([])
  })

  it.each([
    '0.0.0.0/1',
    '::/0',
    '::ffff:0:0/96',
    '::/80',
    '8.0.0.0/7',
    '2000::/3',
    '0.0.0.0/2, 64.0.0.0/2, 128.0.0.0/2, 192.0.0.0/2',
    '20.0.0.0/11, 40.0.0.0/11, 60.0.0.0/11',
    '10.0.0.0/7',
    // All of version 4, by other names.
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    '2001::/32',
    '2002::/16',
    // Private, and others than the proxies are there.
    'uniquelocal',
    'loopback, uniquelocal',
    '10.0.0.0/8',
    '172.16.0.0/12',
    '100.64.0.0/10',
    'fc00::/7',
    '10.0.0.0/15, 10.2.0.0/15, 10.4.0.0/15',
  ])('refuse the proxies %s', TRUST_PROXY => {
    expect(whyNotProduction({ ...safe, TRUST_PROXY })).toEqual([expect.stringContaining('TRUST_PROXY')])
  })

  it.each([
    [{ NODE_OPTIONS: '--enable-source-maps --inspect=0.0.0.0:9229' }, 'Node is run with --inspect, which is unsafe'],
    [{ NODE_OPTIONS: '--insecure_http_parser' }, 'Node is run with --insecure-http-parser, which is unsafe'],
    [{ NODE_OPTIONS: '--tls-keylog=/tmp/keys' }, 'Node is run with --tls-keylog, which is unsafe'],
    [{ PUBLIC_URL: 'https://*.shop.example' }, 'PUBLIC_URL names no site'],
    [{ PUBLIC_URL: 'https://shop' }, 'PUBLIC_URL names no site'],
    [{ FIREBASE_AUTH_DOMAIN: 'shop.example/x' }, 'FIREBASE_AUTH_DOMAIN is no host alone'],
    [
      { FIREBASE_SERVICE_ACCOUNT: '{"project_id":"another"}', FIREBASE_PROJECT_ID: 'shop' },
      'FIREBASE_SERVICE_ACCOUNT is of another project than FIREBASE_PROJECT_ID',
    ],
    [
      { ACCESS_TOKEN_SECRET: Buffer.from(Uint8Array.from({ length: 32 }, (_, n) => n)).toString('hex') },
      'easily guessed',
    ],
    [{ AUDIT_KEY: Buffer.from(Uint8Array.from({ length: 32 }, (_, n) => 7 * n)).toString('base64') }, 'easily guessed'],
  ])('refuse %j', (unsafe, why) => {
    expect(whyNotProduction({ ...safe, ...unsafe })).toEqual([expect.stringContaining(why)])
  })

  it('ask for the proxies, whose visitors would count as one', () => {
    for (const TRUST_PROXY of [undefined, ''])
      expect(whyNotProduction({ ...safe, TRUST_PROXY })).toEqual([expect.stringContaining('TRUST_PROXY is missing')])
  })

  it('take what runs Node safely, and the service account of the project', () => {
    const account = { FIREBASE_SERVICE_ACCOUNT: '{"project_id":"shop"}', FIREBASE_PROJECT_ID: 'shop' }
    const options = { NODE_OPTIONS: '--max-old-space-size=512 --tls-min-v1.3', FIREBASE_AUTH_DOMAIN: 'shop.example' }
    expect(whyNotProduction({ ...safe, ...account, ...options })).toEqual([])
  })

  it.each(['IMAGE_HOST_URL', 'IMAGE_HOST_BASE_URL', 'S3_PUBLIC_URL'])('refuse pictures by http: %s', name => {
    for (const url of [
      'http://i.example',
      'HTTP://i.example',
      ' http://i.example',
      'http:i.example',
      'ftp://i.example',
    ])
      expect(whyNotProduction({ ...safe, [name]: url })).toEqual([expect.stringContaining(`${name}: `)])
  })

  it.each([
    ['RATE_LIMIT_SCALE', ['0', '-1', '11', '1e9', 'Infinity'], ['0.5', '1', '10']],
    ['MAX_REQUESTS_IN_FLIGHT', ['0', '10001', '1e12'], ['1', '200', '10000']],
    ['MAX_EVENT_LOOP_DELAY_MS', ['0', '10001'], ['1', '250', '10000']],
  ])('refuse a limit that is switched off: %s', (name, off, on) => {
    for (const value of off)
      expect(whyNotProduction({ ...safe, [name]: value })).toEqual([expect.stringContaining(`${name} is ${value}`)])
    for (const value of on) expect(whyNotProduction({ ...safe, [name]: value })).toEqual([])
  })

  it('refuse to set all limits of accounts at once', () => {
    for (const ACCOUNT_LIMITS of ['all=500', 'postsADay=5, all.new=9'])
      expect(whyNotProduction({ ...safe, ACCOUNT_LIMITS })).toEqual([expect.stringContaining('ACCOUNT_LIMITS')])
    expect(whyNotProduction({ ...safe, ACCOUNT_LIMITS: 'postsADay=40' })).toEqual([])
  })

  it('refuse a limit of accounts that is as good as none', () => {
    for (const entry of ['openBookings=100000', 'openBookings.new=21', 'postsADay=40,noticesOfASearch=500'])
      expect(whyNotProduction({ ...safe, ACCOUNT_LIMITS: entry })).toEqual([expect.stringContaining('ACCOUNT_LIMITS')])
    for (const entry of ['openBookings=6,postsADay=40', 'openBookings.new=20', 'no such thing'])
      expect(whyNotProduction({ ...safe, ACCOUNT_LIMITS: entry })).toEqual([])
    // A number that a later one replaces is none.
    expect(whyNotProduction({ ...safe, ACCOUNT_LIMITS: 'openBookings=99999,openBookings=2' })).toEqual([])
  })

  it('look at each of several earlier keys of the audit', () => {
    const { ACCESS_TOKEN_SECRET: shared } = safe
    const good = createHash('sha256').update('an earlier key').digest('hex')
    const AUDIT_KEY_PREVIOUS = `${good}, ${'a'.repeat(64)}`
    expect(whyNotProduction({ ...safe, AUDIT_KEY_PREVIOUS })).toEqual([
      expect.stringContaining('AUDIT_KEY_PREVIOUS is'),
    ])
    expect(whyNotProduction({ ...safe, AUDIT_KEY_PREVIOUS: good })).toEqual([])
    expect(whyNotProduction({ ...safe, AUDIT_KEY_PREVIOUS: `${good},${shared}` })).toEqual([
      'AUDIT_KEY_PREVIOUS is the same as ACCESS_TOKEN_SECRET: make one of its own',
    ])
  })

  it.each(['ACCESS_TOKEN_SECRET', 'AUDIT_KEY', 'BANNED_EMAIL_SECRET'])(
    'refuse a %s that every browser is shown',
    name => {
      const shown = createHash('sha256').update('shown').digest('hex')
      expect(whyNotProduction({ ...safe, FIREBASE_API_KEY: shown, [name]: shown })).toEqual([
        `${name} is the same as FIREBASE_API_KEY: make one of its own`,
      ])
    },
  )

  it('refuse a log without the audit’s heads when they go nowhere else', () => {
    for (const LOG_LEVEL of ['silent', 'fatal', 'error', 'warn'])
      expect(whyNotProduction({ ...safe, LOG_LEVEL })).toEqual([expect.stringContaining('LOG_LEVEL')])
    const places = [
      { AUDIT_HEADS_FILE: '/heads' },
      { AUDIT_HEADS_BUCKET: 'heads' },
      { S3_ENDPOINT: 'https://s3.example' },
    ]
    for (const place of places) expect(whyNotProduction({ ...safe, LOG_LEVEL: 'silent', ...place })).toEqual([])
    for (const LOG_LEVEL of ['info', 'debug']) expect(whyNotProduction({ ...safe, LOG_LEVEL })).toEqual([])
  })

  it('refuse a test key beside a live one', () => {
    const problems = whyNotProduction({ ...safe, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' })
    expect(problems).toEqual(['STRIPE_SECRET_KEY is a live key and STRIPE_PUBLISHABLE_KEY a test one'])
  })
})
