import { expect, test } from 'vitest'
import { stableId } from './stable-id.ts'

test('the same words give the same UUID of version 8, others another', () => {
  expect(stableId('user', 'demo-buyer')).toBe(stableId('user', 'demo-buyer'))
  const ids = Array.from({ length: 200 }, (_, index) => stableId('listing', `${index}`))
  expect(new Set(ids).size).toBe(200)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
