import { expect, it } from 'vitest'
import { withoutPersonalData } from './client-error.ts'

it.each([
  ['ana@example.test is taken', '… is taken'],
  ["Cannot read properties of undefined (reading 'name')", 'Cannot read properties of undefined (reading …)'],
  ['No order 0199a3a2-7e5d-7c40-8d8e-111111111111 here', 'No order … here'],
  ['Call +1 555 010 0123', 'Call +1 … … …'],
  ['/login?from=/dashboard#set-up=secret', '/login…'],
  ['“My diary” is no phone', '… is no phone'],
  ['x is not a function', 'x is not a function'],
])('%s becomes %s', (text, expected) => {
  expect(withoutPersonalData(text)).toBe(expected)
})
