import { expect, it } from 'vitest'
import { describeMoment } from './moment.tsx'

const now = Date.parse('2026-11-20T12:00:00Z')

it.each([
  ['2026-11-20T11:59:30Z', 'just now'],
  ['2026-11-20T12:05:00Z', 'just now'],
  ['2026-11-20T11:59:00Z', '1 minute ago'],
  ['2026-11-20T11:10:00Z', '50 minutes ago'],
  ['2026-11-20T09:00:00Z', '3 hours ago'],
  ['2026-11-19T11:00:00Z', 'yesterday'],
  ['2026-11-15T12:00:00Z', '5 days ago'],
  ['2026-11-01T12:00:00Z', 'Nov 1, 2026'],
])('says of %s: %s', (instant, words) => {
  expect(describeMoment(instant, now)).toBe(words)
})
