import { expect, test } from 'vitest'
import { explainDatabaseError } from './database-failure.ts'

const url = 'postgresql://seller:very-secret@db.example:6432/market'

test.each([
  [{ code: 'ECONNREFUSED' }, 'does not answer (ECONNREFUSED)'],
  [{ errors: [{ code: 'ECONNREFUSED' }] }, 'does not answer (ECONNREFUSED)'],
  [{ code: 'ENOTFOUND' }, 'does not answer (ENOTFOUND)'],
  [{ message: 'timeout expired' }, 'does not answer in time'],
  [{ code: '28P01' }, 'refuses this user or password'],
  [{ code: '57P03' }, 'is starting up'],
  [{ code: '42501', message: 'permission denied' }, 'permission denied'],
])('explains %o by its address, without its password', (error, text) => {
  const line = explainDatabaseError(error, url)
  expect(line).toContain('db.example:6432/market')
  expect(line).toContain(text)
  expect(line).not.toContain('very-secret')
})

test('leaves what it does not know to others', () => {
  expect(explainDatabaseError({ code: 'P3018', message: 'A migration failed' }, url)).toBeUndefined()
})
