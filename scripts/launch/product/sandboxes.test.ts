import { expect, test } from 'vitest'
import { readSettings } from '../env.ts'
import { dataPaths } from '../paths.ts'
import { apiSpec } from './api.ts'
import { neededSandboxes, portsFrom, wantedPorts } from './sandboxes.ts'

const secrets = {
  auditKey: 'audit',
  accessTokenSecret: 'token-secret',
  cardSecretKey: 'sk_test_own',
  cardPublishableKey: 'pk_test_own',
  cardWebhookSecret: 'whsec_own',
  connectWebhookSecret: 'whsec_connect',
  imageHostKey: 'image-key',
  databasePassword: 'database-password',
}
const environmentOf = (variables: Record<string, string>) => {
  const settings = readSettings(variables)
  return apiSpec({ settings, ports: portsFrom(settings.port), secrets }).env
}

test('each outside service has a sandbox until its variable is set', () => {
  const needed = (variables: Record<string, string>) => neededSandboxes(readSettings(variables))
  expect(needed({})).toEqual(['postgres', 'identity', 'card-payments', 'image-host', 'mail'])
  expect(needed({ DATABASE_URL: 'postgresql://h/d' })).not.toContain('postgres')
  expect(needed({ FIREBASE_PROJECT_ID: 'p' })).not.toContain('identity')
  expect(needed({ STRIPE_SECRET_KEY: 's' })).not.toContain('card-payments')
  expect(needed({ IMAGE_HOST_URL: 'u' })).not.toContain('image-host')
  expect(needed({ SMTP_URL: 'none' })).not.toContain('mail')
  expect(needed({ S3_ENDPOINT: 'http://s' })).not.toContain('image-host')
})

test('production has none, and the API gets no variable of one', () => {
  const env = environmentOf({ NODE_ENV: 'production', DATABASE_URL: 'postgresql://h/d' })
  expect(neededSandboxes(readSettings({ NODE_ENV: 'production' }))).toEqual([])
  const own = [
    'FIREBASE_AUTH_EMULATOR_HOST',
    'STRIPE_API_URL',
    'SANDBOX_IMAGE_HOST_URL',
    'ACCESS_TOKEN_SECRET',
    'AUDIT_KEY',
  ]
  expect(own.filter(name => name in env)).toEqual([])
})

test('the ports follow the site, and only those are wanted that something will listen on', () => {
  const settings = readSettings({ PORT: '4000', STRIPE_SECRET_KEY: 's', HOST: '0.0.0.0' })
  expect(wantedPorts(settings, portsFrom(4000))).toEqual([
    { port: 4000, host: '0.0.0.0', title: 'the site' },
    { port: 4004, host: '127.0.0.1', title: 'the database' },
    { port: 4002, host: '0.0.0.0', title: 'the sign-in provider' },
    { port: 4003, host: '127.0.0.1', title: 'the image host' },
    { port: 4005, host: '0.0.0.0', title: 'the mailbox' },
    { port: 4006, host: '0.0.0.0', title: 'the mail server' },
  ])
})

test('a browser elsewhere finds the sandboxes on the host that it finds the site on', () => {
  const env = environmentOf({ HOST: '0.0.0.0', PUBLIC_URL: 'http://192.0.2.7:3000' })
  expect(env).toMatchObject({
    FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:3002',
    STRIPE_SCRIPT_URL: 'http://192.0.2.7:3001/v3/',
    STRIPE_API_URL: 'http://127.0.0.1:3001',
  })
})

test('on one address of the machine, all of them are found there', () => {
  const env = environmentOf({ HOST: '192.0.2.7' })
  expect(env).toMatchObject({
    PUBLIC_URL: 'http://192.0.2.7:3000',
    FIREBASE_AUTH_EMULATOR_HOST: '192.0.2.7:3002',
    STRIPE_API_URL: 'http://192.0.2.7:3001',
    SANDBOX_IMAGE_HOST_URL: 'http://127.0.0.1:3003',
  })
})

test('what the environment sets is handed on, and wins over the sandbox', () => {
  const own = { ACCESS_TOKEN_SECRET: 'mine', STRIPE_SECRET_KEY: 'sk_mine', DATABASE_URL: 'postgresql://h/d' }
  expect(environmentOf(own)).toMatchObject(own)
  expect(environmentOf(own)).not.toHaveProperty('STRIPE_API_URL')
})

test('the data folder holds all of it', () => {
  const data = dataPaths('/somewhere/data')
  expect(Object.values(data).every(place => place.startsWith('/somewhere/data'))).toBe(true)
})
