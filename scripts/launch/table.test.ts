import { expect, test } from 'vitest'
import { readSettings } from './env.ts'
import { dataPaths } from './paths.ts'
import { tableLines } from './table.ts'

const table = (variables: Record<string, string>, isEmpty = false) =>
  tableLines(readSettings(variables), dataPaths('/somewhere/data'), isEmpty).join('\n')

test('says where the site is, who to sign in as, what to pay with and how to stop', () => {
  const lines = table({ PORT: '4000' })
  expect(lines).toContain('http://localhost:4000')
  expect(lines).toMatch(
    /password second-ring\)\n +admin@second-ring\.test +admin\n +seller@\S+ +seller\n +buyer@\S+ +buyer\n/,
  )
  expect(lines).toMatch(/4242 4242 4242 4242 +Succeeds/)
  expect(lines).toMatch(/4000 0000 0000 0002 +Declined/)
  expect(lines).toContain('Sent mails    http://localhost:4005')
  expect(lines).toContain('Sign-in mails http://localhost:4002/outbox')
  expect(lines).toContain('Ctrl-C')
})

test('does not name demo accounts and test cards that a configured provider does not know', () => {
  const lines = table({ FIREBASE_PROJECT_ID: 'shop', STRIPE_SECRET_KEY: 'sk_live_x' })
  expect(lines).not.toContain('second-ring.test')
  expect(lines).not.toContain('4242')
  expect(lines).not.toContain('/outbox')
})

test('names the machine’s addresses when other machines may come', () => {
  expect(table({ HOST: '127.0.0.1' })).not.toContain('start with PUBLIC_URL')
  expect(table({ HOST: '192.0.2.7' })).toContain('http://192.0.2.7:3000')
})

test('warns when whoever names an email is taken to be its owner', () => {
  expect(table({ REST_TRUST_EMAIL: 'true' })).toContain('WARNING       REST_TRUST_EMAIL is set')
  for (const REST_TRUST_EMAIL of ['', 'false']) expect(table({ REST_TRUST_EMAIL })).not.toContain('WARNING')
})

test('says how an empty market gets its first admin and category', () => {
  const lines = table({}, true)
  expect(lines).toMatch(/npm run second-ring -- admin grant EMAIL\n.*-- categories create NAME --picture FILE/)
  expect(lines).not.toContain('second-ring.test')
  expect(lines).toContain('npm start -- --fresh --empty')
})

test('says how the command line is used, as another terminal takes it', () => {
  expect(table({})).toContain('    npm run second-ring -- help\n')
  for (const [dir, word] of [
    ['/tmp/market', '/tmp/market'],
    ["/tmp/it's mine", String.raw`'/tmp/it'\''s mine'`],
  ] as const) {
    const settings = readSettings({ SECOND_RING_DATA_DIR: dir })
    const lines = tableLines(settings, dataPaths(settings.dataDir), false)
    expect(lines).toContain(`    SECOND_RING_DATA_DIR=${word} npm run second-ring -- help`)
  }
})
