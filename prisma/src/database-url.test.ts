import { expect, test } from 'vitest'
import { databaseName, isPooled, withDatabase } from './database-url.ts'

test.for([
  ['postgresql://me:secret@localhost:5432/market', 'market'],
  ['postgres://localhost/two%20words?sslmode=require', 'two words'],
  ['postgresql://localhost', 'postgres'],
])('%s is for the database %s', ([url = '', name]) => {
  expect(databaseName(url)).toBe(name)
})

test.for(['', 'market', 'mysql://localhost/market', 'postgresql://me:secret@host:port/market'])('refuses %j', url => {
  expect(() => databaseName(url)).toThrow('This is not the URL of a PostgreSQL database')
  expect(() => databaseName(url)).not.toThrow('secret')
})

test('changes the database and nothing else', () => {
  const url = 'postgresql://me:s%40cret@localhost:5432/market?sslmode=require'
  expect(withDatabase(url, 'a/b')).toBe('postgresql://me:s%40cret@localhost:5432/a%2Fb?sslmode=require')
})

test('is a pooler’s when it says so, as Prisma has it', () => {
  expect(isPooled('postgresql://localhost:6432/market?sslmode=require&pgbouncer=true')).toBe(true)
  expect(isPooled('postgresql://localhost:6432/market?pgbouncer=false')).toBe(false)
  expect(isPooled('postgresql://localhost:5432/market')).toBe(false)
})
