import { expect, it } from 'vitest'
import { dayOf, monthName, monthsBetween } from './months.ts'

it('months go from the last back to the first, over the end of a year', () => {
  expect(monthsBetween('2026-11', '2027-02')).toEqual(['2027-02', '2027-01', '2026-12', '2026-11'])
  expect(monthsBetween('2026-11', '2026-11')).toEqual(['2026-11'])
})

it('a month and its days are those of UTC, wherever the reader is', () => {
  expect(monthName('2026-11')).toBe('November 2026')
  expect([dayOf('2026-11-01T00:00:00.000Z'), dayOf('2026-11-30T23:59:59.999Z')]).toEqual(['Nov 1', 'Nov 30'])
})
