import { describe, expect, it } from 'vitest'
import { type AuditHead, signHead } from '#platform/audit-heads.ts'
import { createAuditKeys } from '#platform/audit-keys.ts'
import { joinFiles, verifyHeads } from './verify-heads.ts'

const keys = createAuditKeys('a key of the tests, a key of the tests')
const BEGAN = Date.parse('2026-11-23T00:00:00.000Z')
const MINUTE_MS = 60_000

const timeOf = (minute: number) => new Date(BEGAN + minute * MINUTE_MS)

/** Heads at these minutes, each of a process that had begun at the minute `since` says. */
function headsAt(minutes: number[], { since = () => 0 }: { since?: (minute: number) => number } = {}): AuditHead[] {
  const heads: AuditHead[] = []
  for (const [index, minute] of minutes.entries()) {
    heads.push(
      signHead(keys, {
        number: index + 1,
        entries: index,
        hash: index === 0 ? '' : 'ab',
        at: timeOf(minute).toISOString(),
        runningSince: timeOf(since(minute)).toISOString(),
        previous: heads.at(-1)?.signature ?? '',
      }),
    )
  }
  return heads
}

const hourly = headsAt([0, 50, 100, 150, 200])
const now = timeOf(210)
const check = (stored: AuditHead[], shipped: AuditHead[] = stored, at = now) =>
  verifyHeads({ keys, stored, shipped: [{ name: 'the file', heads: shipped }], now: at })
const without = (heads: AuditHead[], ...numbers: number[]) => heads.filter(({ number }) => !numbers.includes(number))

describe('the audit’s heads', () => {
  it('are whole when all are there, also in a place that began late or has some twice', () => {
    expect(check(hourly)).toEqual({ faults: [], pauses: [] })
    expect(check(hourly, hourly.slice(2))).toEqual({ faults: [], pauses: [] })
    expect(check(hourly, [...hourly, ...hourly].reverse())).toEqual({ faults: [], pauses: [] })
    expect(check([], [])).toEqual({ faults: [], pauses: [] })
  })

  it.each<[string, AuditHead[], AuditHead[], string]>([
    ['an hour is cut out of the place', hourly, without(hourly, 2, 3), 'the file has a gap between the heads 1'],
    ['an hour is cut out of the database', without(hourly, 3), hourly, 'The database lacks the head 3'],
    ['an hour is cut out of both', without(hourly, 3), without(hourly, 3), 'Between the heads 2'],
    ['the database’s end is cut', hourly.slice(0, 4), hourly, 'The database lacks the head 5'],
    ['the place’s end is cut', hourly, hourly.slice(0, 3), 'the file ends before the head 4'],
    ['the end of both is cut', hourly.slice(0, 2), hourly.slice(0, 2), 'an hour is missing'],
    [
      'the job was kept from running',
      headsAt([0, 50, 180]),
      headsAt([0, 50, 180]),
      'No head between 2026-11-23T00:50:00.000Z and 2026-11-23T03:00:00.000Z: an hour is missing',
    ],
  ])('show it when %s', (_, stored, shipped, fault) => {
    expect(check(stored, shipped).faults.join('\n')).toContain(fault)
  })

  it('tell a gap of a place from a cut of the audit', () => {
    const [fault, ...others] = check(hourly, without(hourly, 2, 3)).faults
    expect(others).toEqual([])
    expect(fault).toContain(
      'each of the heads 2 to 3 is in the database, whole and signed. Nothing of the audit was cut',
    )
    expect(check(hourly, without(hourly, 3)).faults[0]).toContain('head 3 is in the database')
    // What the database has in their place is not what was signed.
    const [cut] = check(without(hourly, 3), without(hourly, 2, 3)).faults
    expect(cut).toContain('Between the heads 2')
    expect(check(without(hourly, 2), without(hourly, 2, 3)).faults.join()).toContain('something was removed or put in')
  })

  it('are those of several files together: what one lacks another has, and it is said', () => {
    const together = (...files: AuditHead[][]) => {
      const shipped = joinFiles(files.map((heads, index) => ({ name: `file ${index + 1}`, heads })))
      return verifyHeads({ keys, stored: hourly, shipped, now })
    }
    expect(together(hourly, hourly.slice(2))).toEqual({ faults: [], pauses: [] })
    expect(together(without(hourly, 2, 5), without(hourly, 3))).toEqual({
      faults: [],
      pauses: [
        'file 1 lacks 2 heads from 2 on, which another file has: its server did not run then, or lines were taken out.',
        'file 2 lacks the head 3, which another file has: its server did not run then, or lines were taken out.',
      ],
    })
    expect(together(without(hourly, 2), without(hourly, 2)).faults).toEqual([
      expect.stringContaining('file 1 and file 2 together has a gap between the heads 1'),
    ])
    const ending = verifyHeads({
      keys,
      stored: hourly.slice(0, 3),
      shipped: joinFiles([
        { name: 'file 1', heads: hourly.slice(0, 3) },
        { name: 'file 2', heads: hourly },
      ]),
      now: timeOf(110),
    })
    expect(ending.faults[0]).toContain('The database lacks the head 4')
  })

  it('show what was signed by nobody who has the key, and what was rewritten', () => {
    const [first, ...rest] = hourly
    if (!first) throw new Error('There is no head')
    expect(check(hourly, [{ ...first, entries: 7 }, ...rest]).faults[0]).toContain('is not signed')
    expect(check([{ ...first, keyId: '0' }, ...rest]).faults[0]).toContain('is not signed')
    const others = headsAt([1, 50, 100, 150, 200])
    expect(check(others, hourly).faults).toEqual(['The database has another head 1 than the file: it was rewritten.'])
  })

  it('show one that was signed over another than the one before it', () => {
    const spliced = [...headsAt([0, 50]), ...headsAt([1, 50, 100]).slice(2)]
    expect(check(spliced, spliced, timeOf(110)).faults.join('\n')).toContain('Between the heads 2')
  })

  it('tell when no server ran from when one should have', () => {
    const night = headsAt([0, 50, 700], { since: minute => (minute < 100 ? 0 : 699) })
    const { faults, pauses } = check(night, night, timeOf(710))
    expect([faults, pauses.length]).toEqual([[], 1])
    const hidden = headsAt([0, 50, 700], { since: minute => (minute < 100 ? 0 : 300) })
    expect(check(hidden, hidden, timeOf(710)).faults[0]).toContain('an hour is missing')
  })
})
