import { expect, test } from 'vitest'
import { root } from '../bootstrap/repository.mjs'
import { readSettings } from './env.ts'

test('has a default for everything', () => {
  expect(readSettings({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    dataDir: `${root}/.data`,
    isProduction: false,
    configured: { database: false, identity: false, cardPayments: false, imageHost: false, mail: false },
    inherited: {},
  })
})

test('a variable that is set to nothing counts as absent', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: ' ', HOST: '' })).toEqual(readSettings({}))
})

test('the address follows the port unless it is given', () => {
  expect(readSettings({ PORT: '4000' }).publicUrl).toBe('http://localhost:4000')
  expect(readSettings({ PORT: '4000', PUBLIC_URL: 'https://ring.example/' }).publicUrl).toBe('https://ring.example')
})

test.each([
  ['PORT', 'abc'],
  ['PORT', '0'],
  ['PORT', '65532'],
  ['PORT', '30.5'],
  ['PUBLIC_URL', 'localhost'],
  ['DATABASE_URL', 'mysql://localhost/x'],
])('refuses %s=%s by name', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(name)
})

test('what trusts emails listens on this machine alone, under every way to start it', () => {
  expect(readSettings({ REST_TRUST_EMAIL: 'true' }).host).toBe('127.0.0.1')
  expect(() => readSettings({ REST_TRUST_EMAIL: 'true', HOST: '0.0.0.0' })).toThrow('HOST is 0.0.0.0')
})
