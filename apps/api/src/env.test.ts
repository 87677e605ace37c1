import { defaultAccountLimits } from '@second-ring/contracts/account-limits'
import { describe, expect, it } from 'vitest'
import { readAuditEnv, readEnv, readPictureEnv } from './env.ts'

const sandbox = {
  DATABASE_URL: 'postgresql://localhost/second_ring',
  ACCESS_TOKEN_SECRET: 'x'.repeat(32),
  AUDIT_KEY: 'a'.repeat(32),
  FIREBASE_PROJECT_ID: 'demo-second-ring',
  FIREBASE_API_KEY: 'demo',
  FIREBASE_AUTH_DOMAIN: 'localhost',
  FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:3002',
  STRIPE_SECRET_KEY: 'sk_test',
  STRIPE_PUBLISHABLE_KEY: 'pk_test',
  STRIPE_WEBHOOK_SECRET: 'whsec',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_connect',
  STRIPE_API_URL: 'http://127.0.0.1:3001',
  IMAGE_HOST_KEY: 'key',
  SANDBOX_IMAGE_HOST_URL: 'http://127.0.0.1:3003',
}

describe('the environment', () => {
  it('is complete in the sandbox', () => {
    expect(readEnv(sandbox)).toMatchObject({ PORT: 3000, HOST: '127.0.0.1', BOOKING_HOLD_HOURS: 48 })
  })

  it('lists everything that is missing at once', () => {
    expect(() => readEnv({})).toThrow(
      /DATABASE_URL is missing[\s\S]*STRIPE_SECRET_KEY is missing[\s\S]*IMAGE_HOST_URL is missing/,
    )
  })

  it('names what is incomplete: the server, or a command that stores a picture', () => {
    expect(() => readEnv({})).toThrow(/^The server cannot start:\n/)
    expect(() => readPictureEnv({})).toThrow(/^The picture cannot be stored:\n {2}- IMAGE_HOST_KEY is missing\n/)
  })

  it('lists everything of a wrong shape at once, and shows nothing of it', () => {
    const wrong = {
      DATABASE_URL: 'x-marks',
      FIREBASE_SERVICE_ACCOUNT: 'not-json-marks',
      STRIPE_PUBLISHABLE_KEY: 'sk_live_marks',
      STRIPE_SECRET_KEY: 'pk_live_marks',
      BOOKING_HOLD_HOURS: '999999999',
    }
    let message = ''
    try {
      readEnv({ ...sandbox, ...wrong })
    } catch (error) {
      message = String(error)
    }
    for (const name of Object.keys(wrong)) expect(message).toContain(`- ${name}: `)
    expect(message).not.toContain('marks')
    for (const key of ['sk_live_x', 'rk_live_x', 'whsec_x'])
      expect(() => readEnv({ ...sandbox, STRIPE_PUBLISHABLE_KEY: key })).toThrow('must begin with pk_')
    const FIREBASE_SERVICE_ACCOUNT = JSON.stringify({ client_email: 'a@b.example', private_key: 'key' })
    for (const account of [FIREBASE_SERVICE_ACCOUNT, 'application-default'])
      expect(readEnv({ ...sandbox, FIREBASE_SERVICE_ACCOUNT: account })).toHaveProperty('BOOKING_HOLD_HOURS', 48)
  })

  it('takes a variable that is set to nothing as not set', () => {
    expect(() => readEnv({ ...sandbox, DATABASE_URL: '' })).toThrow('DATABASE_URL is missing')
  })

  it('wants a way past PgBouncer, where the database’s address says that it is one', () => {
    const DATABASE_URL = 'postgresql://localhost:6432/second_ring?pgbouncer=true'
    expect(() => readEnv({ ...sandbox, DATABASE_URL })).toThrow('DATABASE_DIRECT_URL is missing')
    expect(readEnv({ ...sandbox, DATABASE_URL, DATABASE_DIRECT_URL: sandbox.DATABASE_URL })).toMatchObject({
      DATABASE_URL,
    })
  })

  it('reads the replicas’ addresses, and refuses what is none', () => {
    const DATABASE_REPLICA_URLS = 'postgresql://one/second_ring, postgres://two/second_ring'
    expect(readEnv({ ...sandbox, DATABASE_REPLICA_URLS })).toHaveProperty('DATABASE_REPLICA_URLS', [
      'postgresql://one/second_ring',
      'postgres://two/second_ring',
    ])
    expect(() => readEnv({ ...sandbox, DATABASE_REPLICA_URLS: 'one,two' })).toThrow('DATABASE_REPLICA_URLS')
  })

  it('reads the origins that may call, and refuses what is none', () => {
    expect(readEnv({ ...sandbox, CORS_ORIGINS: 'https://a.example, http://localhost:5173' }).CORS_ORIGINS).toEqual([
      'https://a.example',
      'http://localhost:5173',
    ])
    expect(() => readEnv({ ...sandbox, CORS_ORIGINS: '*' })).toThrow('CORS_ORIGINS')
  })

  it('takes the card form’s script from the payment provider alone in production', () => {
    const other = 'STRIPE_SCRIPT_URL is not the payment provider'
    const script = (STRIPE_SCRIPT_URL: string, NODE_ENV: string) => () =>
      readEnv({ ...sandbox, NODE_ENV, STRIPE_SCRIPT_URL })
    for (const url of [
      'https://js.stripe.com.evil.example/v3/',
      'http://js.stripe.com/v3/',
      'https://evil.example/v3/',
    ]) {
      expect(script(url, 'production')).toThrow(other)
      expect(script(url, 'development')).not.toThrow()
    }
    expect(script('https://js.stripe.com/dahlia/stripe.js', 'production')).not.toThrow(other)
    expect(readEnv(sandbox).STRIPE_SCRIPT_URL).toBe('https://js.stripe.com/endive/stripe.js')
  })

  it.each(['ACCESS_TOKEN_SECRET', 'ACCESS_TOKEN_SECRET_PREVIOUS'])('refuses a short %s, in production too', name => {
    for (const NODE_ENV of ['development', 'production']) {
      expect(() => readEnv({ ...sandbox, NODE_ENV, [name]: 'x'.repeat(31) })).toThrow(`${name}: must have 32 bytes`)
    }
    expect(readEnv({ ...sandbox, [name]: 'é'.repeat(16) })).toHaveProperty(name)
  })

  it('refuses to do without a signing secret', () => {
    const { ACCESS_TOKEN_SECRET: _, ...rest } = sandbox
    expect(() => readEnv({ ...rest, NODE_ENV: 'production' })).toThrow('ACCESS_TOKEN_SECRET is missing')
  })

  it('trusts no proxy that is not named, and no hop count, which a direct client can forge', () => {
    expect(readEnv(sandbox).TRUST_PROXY).toBeUndefined()
    expect(readEnv({ ...sandbox, TRUST_PROXY: '10.0.0.0/8, loopback' }).TRUST_PROXY).toEqual(['10.0.0.0/8', 'loopback'])
    expect(readEnv({ ...sandbox, TRUST_PROXY: 'none' }).TRUST_PROXY).toEqual([])
    expect(() => readEnv({ ...sandbox, TRUST_PROXY: '1' })).toThrow('TRUST_PROXY: must list addresses')
  })

  it('takes Redis at an address of its own kind', () => {
    expect(readEnv(sandbox).REDIS_URL).toBeUndefined()
    for (const REDIS_URL of ['redis://localhost', 'rediss://user:password@cache.example:6380/1'])
      expect(readEnv({ ...sandbox, REDIS_URL }).REDIS_URL).toBe(REDIS_URL)
    for (const REDIS_URL of ['localhost:6379', 'http://localhost:6379', 'redis'])
      expect(() => readEnv({ ...sandbox, REDIS_URL })).toThrow('REDIS_URL: must be an address such as redis://')
  })

  it.each(['0', '-1', 'all'])('refuses to scale the rate limits by %s', RATE_LIMIT_SCALE => {
    expect(() => readEnv({ ...sandbox, RATE_LIMIT_SCALE })).toThrow('RATE_LIMIT_SCALE')
  })

  it('takes other numbers for the limits of an account', () => {
    expect(readEnv(sandbox).ACCOUNT_LIMITS).toEqual(defaultAccountLimits)
    const ACCOUNT_LIMITS = 'all=50, postsADay=7,postsADay.new=2'
    const limits = readEnv({ ...sandbox, ACCOUNT_LIMITS }).ACCOUNT_LIMITS
    expect(limits.postsADay).toEqual({ new: 2, proven: 7, experienced: 7, verified: 7 })
    expect(limits.openBookings.verified).toBe(50)
  })

  it.each([
    ['postADay=5', '"postADay" is no limit; they are openBookings, '],
    ['postsADay.old=5', '"old" is no level; they are new, proven, '],
    ['postsADay=0', '"postsADay=0" must be like postsADay=50'],
    ['postsADay', '"postsADay" must be like'],
    ['{"postsADay":5}', 'must be like'],
  ])('refuses to limit accounts by %s', (ACCOUNT_LIMITS, problem) => {
    expect(() => readEnv({ ...sandbox, ACCOUNT_LIMITS })).toThrow(`ACCOUNT_LIMITS: `)
    expect(() => readEnv({ ...sandbox, ACCOUNT_LIMITS })).toThrow(problem)
  })

  it('refuses every sandbox in production', () => {
    const boot = () => readEnv({ ...sandbox, NODE_ENV: 'production' })
    expect(boot).toThrow('FIREBASE_AUTH_EMULATOR_HOST is set')
    expect(boot).toThrow('STRIPE_API_URL is set')
    expect(boot).toThrow('SANDBOX_IMAGE_HOST_URL is set')
  })

  it('wants to know in production who runs the market', () => {
    const boot = () => readEnv({ ...sandbox, NODE_ENV: 'production' })
    expect(boot).toThrow('OPERATOR_NAME is missing')
    expect(boot).toThrow('OPERATOR_EMAIL is missing')
    expect(readEnv(sandbox)).not.toHaveProperty('OPERATOR_NAME')
  })

  it('wants the key of the audit, and takes those before it', () => {
    const { AUDIT_KEY: _key, ...without } = sandbox
    expect(() => readEnv(without)).toThrow('AUDIT_KEY is missing')
    expect(() => readEnv({ ...sandbox, AUDIT_KEY: 'short' })).toThrow('AUDIT_KEY: must have 32 bytes at least')
    const before = ['b'.repeat(32), 'c'.repeat(32)]
    expect(readEnv({ ...sandbox, AUDIT_KEY_PREVIOUS: before.join(', ') }).AUDIT_KEY_PREVIOUS).toEqual(before)
    expect(() => readEnv({ ...sandbox, AUDIT_KEY_PREVIOUS: `${before[0]},short` })).toThrow('AUDIT_KEY_PREVIOUS')
    expect(() => readAuditEnv({})).toThrow('The audit cannot be checked:\n  - AUDIT_KEY is missing')
  })

  it('wants the store of a bucket for the audit’s heads', () => {
    expect(() => readEnv({ ...sandbox, AUDIT_HEADS_BUCKET: 'heads' })).toThrow('S3_ENDPOINT, which is missing')
  })

  it('wants a mail server in production, or the word that there is none', () => {
    const boot = (variables: Record<string, string>) => () => readEnv({ ...sandbox, ...variables })
    expect(boot({ NODE_ENV: 'production' })).toThrow('SMTP_URL is missing')
    expect(boot({ NODE_ENV: 'production', SMTP_URL: 'none' })).not.toThrow('SMTP_URL')
    expect(boot({ SMTP_URL: 'smtps://user:word@mail.example' })).toThrow('MAIL_FROM is missing')
    expect(readEnv({ ...sandbox, SMTP_URL: 'none' })).toMatchObject({ SMTP_URL: 'none' })
    expect(readEnv(sandbox)).not.toHaveProperty('SMTP_URL')
  })

  it.each([
    ['SMTP_URL', 'https://mail.example'],
    ['SMTP_URL', 'smtp://mail.example/?requireTLS=false'],
    ['MAIL_FROM', 'Second Ring'],
    ['MAIL_FROM', 'A <a@shop.example>, B <b@shop.example>'],
    ['MAIL_FROM', 'Ring\r\nBcc: all@shop.example <a@shop.example>'],
  ])('refuses %s %s', (name, value) => {
    const mails = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'Second Ring <no-reply@shop.example>' }
    expect(readEnv({ ...sandbox, ...mails })).toMatchObject(mails)
    expect(() => readEnv({ ...sandbox, ...mails, [name]: value })).toThrow(`${name}: must be`)
  })

  it('wants the operator whole, wherever one is named', () => {
    const operator = { OPERATOR_NAME: 'Ring & Co.', OPERATOR_EMAIL: 'help@ring.example' }
    expect(readEnv({ ...sandbox, ...operator })).toMatchObject(operator)
    expect(() => readEnv({ ...sandbox, OPERATOR_NAME: 'Ring & Co.' })).toThrow('OPERATOR_EMAIL is missing')
    expect(() => readEnv({ ...sandbox, ...operator, OPERATOR_EMAIL: 'help' })).toThrow('OPERATOR_EMAIL: must be')
  })

  describe('that stores pictures in a bucket', () => {
    const { IMAGE_HOST_KEY: _key, SANDBOX_IMAGE_HOST_URL: _url, ...noHost } = sandbox
    const s3 = {
      S3_ENDPOINT: 'https://s3.example',
      S3_REGION: 'eu-test-1',
      S3_BUCKET: 'pictures',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    }

    it('needs no image host', () => {
      expect(readEnv({ ...noHost, ...s3 })).toMatchObject({ ...s3, S3_FORCE_PATH_STYLE: false })
      expect(readEnv({ ...noHost, ...s3, S3_FORCE_PATH_STYLE: 'true' }).S3_FORCE_PATH_STYLE).toBe(true)
    })

    it.each(Object.keys(s3))('is set wholly or not at all: %s', name => {
      expect(() => readEnv({ ...noHost, ...s3, [name]: '' })).toThrow(`${name} is missing`)
      expect(() => readEnv({ ...sandbox, ...s3, [name]: '' }), 'though there is a host').toThrow(`${name} is missing`)
    })

    it('is not half meant', () => {
      const boot = () => readEnv({ ...sandbox, S3_PUBLIC_URL: 'https://cdn.example' })
      expect(boot).toThrow(/S3_ENDPOINT is missing[\s\S]*S3_SECRET_ACCESS_KEY is missing/)
    })

    it('has no other place for them', () => {
      const host = { IMAGE_HOST_URL: 'https://up.example', IMAGE_HOST_BASE_URL: 'https://i.example' }
      expect(() => readEnv({ ...noHost, ...s3, ...host })).toThrow('IMAGE_HOST_URL and S3_ENDPOINT are both set')
    })

    it.each([
      ['S3_ENDPOINT', 's3.example'],
      ['S3_ENDPOINT', 'ftp://s3.example'],
      ['S3_PUBLIC_URL', 'https://cdn.example/?x'],
      ['S3_BUCKET', 'Pictures'],
      ['S3_BUCKET', 'a/b'],
      ['S3_FORCE_PATH_STYLE', 'yes'],
    ])('refuses %s=%s', (name, value) => {
      expect(() => readEnv({ ...noHost, ...s3, [name]: value })).toThrow(`${name}: `)
    })
  })

  describe('that trusts emails', () => {
    const trusting = { ...sandbox, REST_TRUST_EMAIL: 'true' }

    it('is off unless it is requested explicitly', () => {
      expect(readEnv(sandbox).REST_TRUST_EMAIL).toBe(false)
      expect(readEnv({ ...sandbox, REST_TRUST_EMAIL: 'false', HOST: '0.0.0.0' }).REST_TRUST_EMAIL).toBe(false)
      expect(() => readEnv({ ...sandbox, REST_TRUST_EMAIL: '1' })).toThrow('REST_TRUST_EMAIL: must be true or false')
    })

    it.each([undefined, '127.0.0.1', '127.1.2.3', '::1', 'localhost'])('may listen on %s', HOST => {
      expect(readEnv({ ...trusting, HOST }).REST_TRUST_EMAIL).toBe(true)
    })

    it.each(['0.0.0.0', '::', '192.168.1.5', '128.0.0.1', '::2', '127.example.com', 'shop.example', '127.1'])(
      'may not listen on %s',
      HOST => {
        expect(() => readEnv({ ...trusting, HOST })).toThrow(
          `REST_TRUST_EMAIL is set, which is for this machine alone; HOST is ${HOST}`,
        )
      },
    )

    it('is rejected in production, with everything else that is', () => {
      const boot = () => readEnv({ ...trusting, NODE_ENV: 'production', HOST: '0.0.0.0' })
      expect(boot).toThrow(
        /STRIPE_API_URL is set[\s\S]*REST_TRUST_EMAIL is set, which is for the sandbox only; NODE_ENV/,
      )
      expect(boot).toThrow('HOST is 0.0.0.0')
    })
  })
})
