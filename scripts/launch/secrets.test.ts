import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { keepSecrets } from './secrets.ts'

test('are made once, differ between sandboxes, and are readable by their owner alone', () => {
  const file = path.join(temporaryFolder(), 'secrets.json')
  const secrets = keepSecrets(file)
  expect(keepSecrets(file)).toEqual(secrets)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(keepSecrets(path.join(temporaryFolder(), 'secrets.json'))).not.toEqual(secrets)
})

test('the secret of access tokens is long enough for its algorithm', () => {
  const { accessTokenSecret } = keepSecrets(path.join(temporaryFolder(), 'secrets.json'))
  expect(Buffer.from(accessTokenSecret).length).toBeGreaterThanOrEqual(32)
})

test('one that is missing is added to those that are there', () => {
  const file = path.join(temporaryFolder(), 'secrets.json')
  writeFileSync(file, JSON.stringify({ imageHostKey: 'kept' }))
  expect(keepSecrets(file)).toMatchObject({ imageHostKey: 'kept', cardSecretKey: expect.stringMatching(/^sk_test_/) })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ imageHostKey: 'kept' })
})

test('a file that was cut off is told of', () => {
  const file = path.join(temporaryFolder(), 'secrets.json')
  writeFileSync(file, '{"imageHos')
  expect(() => keepSecrets(file)).toThrow('delete it and start again')
})
