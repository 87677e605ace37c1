import { expect, it } from 'vitest'
import { readUserSearch } from './user-search.ts'

it.each([
  [' nia ', 'nia'],
  ['nia@x.test', 'nia@x.test'],
  [123, '123'],
  [true, 'true'],
  ['', undefined],
  ['  ', undefined],
  [undefined, undefined],
  [null, undefined],
  [{ a: 1 }, undefined],
  [['nia'], undefined],
  ['ni\u0000a', 'nia'],
  ['x'.repeat(101), 'x'.repeat(100)],
])('reads the search %j of an address as %j', (search, read) => {
  expect(readUserSearch({ search })).toEqual({ search: read })
})
