import { randomBytes } from 'node:crypto'
import { type ApiProcess, createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimsOf, unsigned } from '../forge/jwt.ts'
import { attackOn } from '../wire/attack-on.ts'
import { usersOf } from '../wire/users.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

/** What the server is given in production: real providers, and an image host of its own. */
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://second-ring.example',
  ACCESS_TOKEN_SECRET: randomBytes(32).toString('hex'),
  AUDIT_KEY: randomBytes(32).toString('hex'),
  RATE_LIMIT_SCALE: '10',
  MAX_EVENT_LOOP_DELAY_MS: '10000',
  FIREBASE_AUTH_EMULATOR_HOST: '',
  FIREBASE_SERVICE_ACCOUNT: 'application-default',
  STRIPE_WEBHOOK_SECRET: `whsec_${randomBytes(32).toString('hex')}`,
  STRIPE_CONNECT_WEBHOOK_SECRET: `whsec_${randomBytes(32).toString('hex')}`,
  STRIPE_API_URL: '',
  STRIPE_SCRIPT_URL: '',
  SANDBOX_IMAGE_HOST_URL: '',
  IMAGE_HOST_URL: 'https://images.example/upload',
  IMAGE_HOST_BASE_URL: 'https://images.example/',
  SMTP_URL: 'none',
  TRUST_PROXY: '172.17.0.1',
  OPERATOR_NAME: 'Second Ring Ltd.',
  OPERATOR_EMAIL: 'help@second-ring.example',
}

/** What the server says of settings that it does not start with. */
async function whyNot(unsafe: Record<string, string>): Promise<string> {
  return market.startProcess({ ...production, ...unsafe }).then(
    () => 'It started',
    (error: Error) => error.message,
  )
}

describe('in production', () => {
  it.each(['FIREBASE_AUTH_EMULATOR_HOST', 'STRIPE_API_URL', 'SANDBOX_IMAGE_HOST_URL'])(
    'A5 the server refuses to boot with %s',
    async name => {
      const start = market.startProcess({ ...production, [name]: market.environment[name] ?? '' })
      await expect(start).rejects.toThrow(`${name} is set, which is for the sandbox only`)
    },
  )

  it('A316 the server refuses to boot with an address that turns the check of TLS off or logs mails, and says all of it', async () => {
    const unsafe = {
      SMTP_URL: 'smtp://me:hidden-word@mail.example?requireTLS=false&logger=true',
      DATABASE_DIRECT_URL: `${market.environment.DATABASE_URL}?sslmode=no-verify`,
      REDIS_URL: 'rediss://redis.example?ssl_cert_reqs=none',
    }
    const { message } = await market.startProcess({ ...production, ...unsafe }).then(
      () => new Error('It started'),
      error => error as Error,
    )
    for (const said of ['parameter requireTLS', 'parameter logger', 'DATABASE_DIRECT_URL has sslmode', 'ssl_cert_reqs'])
      expect(message).toContain(said)
    expect(message).not.toContain('hidden-word')
  })

  it('A321 the server refuses to boot with keys that are pass-phrases or repeat themselves, and says all of it', async () => {
    const words = 'correct horse battery staple and a lazy dog'
    const message = await whyNot({
      ACCESS_TOKEN_SECRET: words,
      ACCESS_TOKEN_SECRET_PREVIOUS: words.toUpperCase().replaceAll(' ', ''),
      AUDIT_KEY: 'CorrectHorseBatteryStapleAndALazyDogJumps42',
      AUDIT_KEY_PREVIOUS: `${randomBytes(32).toString('hex')},${'0f'.repeat(32)}`,
      BANNED_EMAIL_SECRET: randomBytes(16).toString('hex'),
    })
    const keys = ['ACCESS_TOKEN_SECRET', 'ACCESS_TOKEN_SECRET_PREVIOUS', 'AUDIT_KEY', 'AUDIT_KEY_PREVIOUS']
    for (const name of [...keys, 'BANNED_EMAIL_SECRET'])
      expect(message).toMatch(new RegExp(`- ${name} is easily guessed.*openssl rand -hex 32`))
    expect(message).not.toContain('orse')
  })

  it('A322 the server refuses to boot with webhooks’ secrets of words or of repeated letters', async () => {
    const message = await whyNot({
      STRIPE_WEBHOOK_SECRET: `whsec_${'a'.repeat(32)}`,
      STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_this_is_the_secret_of_the_market',
    })
    for (const name of ['STRIPE_WEBHOOK_SECRET', 'STRIPE_CONNECT_WEBHOOK_SECRET'])
      expect(message).toMatch(new RegExp(`- ${name} is no secret of a webhook`))
  })

  it('A323 the server refuses to boot with a database or Redis of another machine without TLS', async () => {
    const message = await whyNot({
      DATABASE_DIRECT_URL: 'postgresql://me:hidden-word@db.example/market',
      DATABASE_REPLICA_URLS: 'postgresql://a.example/market?sslmode=verify-full,postgresql://b.example/market',
      REDIS_URL: 'redis://redis.example',
    })
    for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URLS', 'REDIS_URL'])
      expect(message).toContain(`- ${name} goes to another machine without TLS`)
    expect(message).not.toContain('hidden-word')
  })

  it('A324 the server refuses to boot where nobody could sign in, for want of the identity provider’s key', async () => {
    expect(await whyNot({ FIREBASE_SERVICE_ACCOUNT: '' })).toContain('- FIREBASE_SERVICE_ACCOUNT is missing')
  })

  it('A333 the server refuses to boot with a debugger, all of IPv4 as proxies by another name, a wildcard for its address and a key that counts up', async () => {
    const message = await whyNot({
      NODE_OPTIONS: '--insecure-http-parser',
      TRUST_PROXY: '64:ff9b::/96',
      PUBLIC_URL: 'https://*.second-ring.example',
      AUDIT_KEY: Buffer.from(Uint8Array.from({ length: 32 }, (_, n) => n)).toString('hex'),
      FIREBASE_SERVICE_ACCOUNT: '{"project_id":"another","client_email":"a@b.example","private_key":"none"}',
    })
    for (const said of ['Node is run with --insecure-http-parser', 'TRUST_PROXY names', 'PUBLIC_URL names no site'])
      expect(message).toContain(`- ${said}`)
    expect(message).toContain('- AUDIT_KEY is easily guessed')
    expect(message).toContain('- FIREBASE_SERVICE_ACCOUNT is of another project')
  })

  it('A125 the server refuses to boot with a card form from another host', async () => {
    const start = market.startProcess({ ...production, STRIPE_SCRIPT_URL: 'https://js.stripe.com.evil.example/v3/' })
    await expect(start).rejects.toThrow('STRIPE_SCRIPT_URL is not the payment provider')
  })

  it('A5 the server refuses to boot with a blank or short secret, and says none of the others', async () => {
    const start = market.startProcess({ ...production, ACCESS_TOKEN_SECRET: 'short', STRIPE_WEBHOOK_SECRET: '' })
    const { message } = await start.then(
      () => new Error('It started'),
      error => error as Error,
    )
    expect(message).toContain('ACCESS_TOKEN_SECRET: must have 32 bytes at least')
    expect(message).toContain('STRIPE_WEBHOOK_SECRET is missing')
    expect(message).not.toContain(market.environment.STRIPE_SECRET_KEY)
  })

  it('A136 the server refuses to boot with what others could forge or read, and lists all of it', async () => {
    const unsafe = {
      PUBLIC_URL: 'http://second-ring.example',
      ACCESS_TOKEN_SECRET: 'ring'.repeat(16),
      ACCESS_TOKEN_SECRET_PREVIOUS: 'for-a-look-at-it-on-one-machine-and-for-nothing-else',
      CORS_ORIGINS: 'http://shop.example',
      TRUST_PROXY: '0.0.0.0/0',
      RATE_LIMIT_SCALE: '1000000',
    }
    const error: Error = await market.startProcess({ ...production, ...unsafe }).then(
      () => new Error('It started'),
      reason => reason,
    )
    for (const name of Object.keys(unsafe)) expect(error.message).toMatch(new RegExp(`- ${name}\\b`))
    expect(error.message).not.toContain('ringring')
  })

  it.each([
    ['', 'AUDIT_KEY is missing'],
    ['short', 'AUDIT_KEY: must have 32 bytes at least'],
    ['ring'.repeat(16), 'AUDIT_KEY is easily guessed'],
    ['an-audit-key-for-a-look-at-it-on-one-machine-and-for-nothing-else', 'AUDIT_KEY is printed in this repository'],
    [production.ACCESS_TOKEN_SECRET, 'AUDIT_KEY is the same as ACCESS_TOKEN_SECRET'],
    [`${production.ACCESS_TOKEN_SECRET} `, 'AUDIT_KEY is the same as ACCESS_TOKEN_SECRET'],
  ])('A213 the server refuses to boot with the audit’s key absent, weak or known: "%s"', async (AUDIT_KEY, why) => {
    await expect(market.startProcess({ ...production, AUDIT_KEY })).rejects.toThrow(why)
  })

  it.each([
    [{ PUBLIC_URL: 'HTTP://second-ring.example' }],
    [{ IMAGE_HOST_URL: ' http://images.example/upload' }],
    [{ TRUST_PROXY: 'loopback,uniquelocal' }],
    [{ TRUST_PROXY: '10.0.0.0/8' }],
    [{ ACCESS_TOKEN_SECRET: 'abcdefghijklmnopqrstuvwxyz0123456789' }],
    [{ ACCESS_TOKEN_SECRET: '0123456789abcdef'.repeat(4) }],
    [{ RATE_LIMIT_SCALE: '0' }],
    [{ RATE_LIMIT_SCALE: '11' }],
    [{ MAX_EVENT_LOOP_DELAY_MS: '0' }],
    [{ MAX_REQUESTS_IN_FLIGHT: '1000000' }],
    [{ STRIPE_PUBLISHABLE_KEY: 'sk_live_4f0c8a3be17d95260f4b' }],
    [{ STRIPE_WEBHOOK_SECRET: 'whsec_' }],
    [{ STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_' }],
    [{ FIREBASE_AUTH_EMULATOR_HOST: 'false' }],
    [{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
    [{ ACCESS_TOKEN_SECRET: 'change-me-please-this-is-not-a-secret' }],
    [{ FIREBASE_SERVICE_ACCOUNT: 'not JSON' }],
  ])('A155 the server refuses to boot with what is unsafe at a second look: %j', async unsafe => {
    const [name = '', value] = Object.entries(unsafe)[0] ?? []
    const error: Error = await market.startProcess({ ...production, [name]: value }).then(
      () => new Error('It started'),
      reason => reason,
    )
    expect(error.message).toMatch(new RegExp(`- ${name}\\b`))
  })

  describe('a server with the real identity provider', () => {
    let api: ApiProcess
    beforeAll(async () => {
      api = await market.startProcess(production)
    })
    afterAll(async () => {
      await api.stop()
    })

    it('A4 refuses a provider token that nobody has signed', async () => {
      const { send, rpc, refused } = attackOn({ ...market, url: api.url })
      const { as, email } = await usersOf(market).newcomer()
      const emulators = as.slice('Bearer '.length)
      const claims = claimsOf(emulators)
      const header = { kid: 'a-key-of-google' }
      for (const idToken of [emulators, unsigned(claims), unsigned(claims, header), `${unsigned(claims, header)}x`]) {
        const bearer = `Bearer ${idToken}`
        await refused(() => send('GET', `/jwt?email=${email}`, { as: bearer }), 401)
        await refused(() => send('POST', '/users', { as: bearer, body: { name: 'Eve', email, role: 'Buyer' } }), 401)
        await refused(() => send('POST', '/token-sync', { as: bearer, body: {} }), 401)
        await refused(() => rpc('accounts.exchange', { idToken }), 401)
        await refused(() => rpc('accounts.register', { idToken, name: 'Eve', role: 'BUYER' }), 401)
      }
    })

    it('A4 tells browsers to come back by https only', async () => {
      const { headers } = await attackOn({ ...market, url: api.url }).send('GET', '/healthz')
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
    })
  })
})
