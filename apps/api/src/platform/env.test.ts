import { describe, expect, it } from 'vitest'
import { readEnv } from './env.ts'

const sandbox = {
  DATABASE_URL: 'postgresql://localhost/second_ring',
  ACCESS_TOKEN_SECRET: 'x'.repeat(32),
  FIREBASE_PROJECT_ID: 'demo-second-ring',
  FIREBASE_API_KEY: 'demo',
  FIREBASE_AUTH_DOMAIN: 'localhost',
  FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:3002',
  STRIPE_SECRET_KEY: 'sk_test',
  STRIPE_PUBLISHABLE_KEY: 'pk_test',
  STRIPE_WEBHOOK_SECRET: 'whsec',
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

  it('takes a variable that is set to nothing as not set', () => {
    expect(() => readEnv({ ...sandbox, DATABASE_URL: '' })).toThrow('DATABASE_URL is missing')
  })

  it('reads the origins that may call, and refuses what is none', () => {
    expect(readEnv({ ...sandbox, CORS_ORIGINS: 'https://a.example, http://localhost:5173' }).CORS_ORIGINS).toEqual([
      'https://a.example',
      'http://localhost:5173',
    ])
    expect(() => readEnv({ ...sandbox, CORS_ORIGINS: '*' })).toThrow('CORS_ORIGINS')
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

  it('refuses every stand-in in production', () => {
    const boot = () => readEnv({ ...sandbox, NODE_ENV: 'production' })
    expect(boot).toThrow('FIREBASE_AUTH_EMULATOR_HOST is set')
    expect(boot).toThrow('STRIPE_API_URL is set')
    expect(boot).toThrow('SANDBOX_IMAGE_HOST_URL is set')
  })

  describe('that trusts emails', () => {
    const trusting = { ...sandbox, REST_TRUST_EMAIL: 'true' }

    it('is nobody’s who did not ask for it in so many words', () => {
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

    it('is refused in production, with all else that is', () => {
      const boot = () => readEnv({ ...trusting, NODE_ENV: 'production', HOST: '0.0.0.0' })
      expect(boot).toThrow(
        /STRIPE_API_URL is set[\s\S]*REST_TRUST_EMAIL is set, which is for the sandbox only; NODE_ENV/,
      )
      expect(boot).toThrow('HOST is 0.0.0.0')
    })
  })
})
