import { describe, expect, it } from 'vitest'
import { auditFile, auditQuery, readAuditSearch } from './audit-search.ts'

const id = '0190a000-0000-7000-8000-000000000001'

describe('the audit’s address', () => {
  it('narrows by act, id and days', () => {
    const search = { action: 'order.', involving: id, from: '2026-11-01', until: '2026-11-20' }
    expect(readAuditSearch(search)).toEqual(search)
  })

  it.each([
    ['action', 'ORDER'],
    ['action', 'a'.repeat(51)],
    ['action', ['order.']],
    ['involving', 'Ben'],
    ['involving', 7],
    ['from', 'yesterday'],
    ['from', '2026-13-45'],
    ['until', '20261120'],
    ['until', null],
  ])('takes a %s of %j for none', (key, value) => {
    expect(readAuditSearch({ [key]: value })).toEqual({})
  })

  it('takes an id with spaces around it', () => {
    expect(readAuditSearch({ involving: ` ${id.toUpperCase()} ` }).involving).toBe(id)
  })
})

describe('the question behind it', () => {
  it('runs from the beginning of the first day to the end of the last, in the reader’s own time', () => {
    expect(auditQuery({ from: '2026-11-01', until: '2026-11-30' })).toEqual({
      from: new Date(2026, 10, 1).toISOString(),
      until: new Date(2026, 11, 1).toISOString(),
    })
  })

  it('is empty when nothing is narrowed', () => {
    expect(auditQuery(readAuditSearch({}))).toEqual({})
    expect(auditFile({})).toBe('/audit.csv')
  })

  it('is the same for the file', () => {
    expect(auditFile({ action: 'order.', involving: id })).toBe(`/audit.csv?action=order.&involving=${id}`)
  })
})
