import { expect, it } from 'vitest'
import { ID_PATTERN } from './id-pattern.ts'
import { Id } from './ids.ts'

it.each([
  '0190a000-0000-7000-8000-000000000001',
  '0190A000-0000-7000-8000-00000000000F',
  '0190a000-0000-7000-8000-00000000000',
  ' 0190a000-0000-7000-8000-000000000001',
  '0190a00000007000800000000000000001',
  '',
])('the pattern says of %j what the schema says', text => {
  expect(ID_PATTERN.test(text)).toBe(Id.safeParse(text).success)
})
