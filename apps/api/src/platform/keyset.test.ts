import { describe, expect, it } from 'vitest'
import { decodeCursor, decodeRankedCursor, encodeCursor, toPage } from './keyset.ts'

const position = { at: new Date('2026-11-01T10:00:00.123Z'), id: '0199a3a2-7e5d-7c40-8d8e-111111111111' }

const list = ['orders', 'of someone']

describe('a cursor', () => {
  it('comes back as it was', () => {
    expect(decodeCursor(list, encodeCursor(list, position))).toEqual(position)
  })

  it.each([[['orders']], [['orders', 'of another']], [['posts', 'of someone']], [['orders', 'of someone', 'x']], [[]]])(
    'of another list is rejected: %j',
    other => {
      expect(() => decodeCursor(other, encodeCursor(list, position))).toThrow('This is not a page of this list')
    },
  )

  it.each([
    'x',
    'MTIz',
    Buffer.from('1.2.3').toString('base64url'),
    Buffer.from(`-5.${position.id}`).toString('base64url'),
    Buffer.from(`5.${position.id}`).toString('base64url'),
    encodeCursor(list, { ...position, id: 'x' }),
    `${encodeCursor(list, position)}A`,
  ])('that nobody gave is rejected: %s', cursor => {
    expect(() => decodeCursor(list, cursor)).toThrow('This is not a page of this list')
  })
})

describe('a cursor of a list that is sorted by a number first', () => {
  const ranked = { rank: 24_999, ...position }

  it('comes back as it was', () => {
    expect(decodeRankedCursor(list, encodeCursor(list, ranked))).toEqual(ranked)
  })

  it.each([
    encodeCursor(list, position),
    encodeCursor(['another'], ranked),
    encodeCursor(list, { ...ranked, rank: -1 }),
    encodeCursor(list, { ...ranked, rank: 0.5 }),
    encodeCursor(list, { ...ranked, rank: Number.NaN }),
    Buffer.from(Buffer.from(encodeCursor(list, ranked), 'base64url').toString().replace('24999', '1')).toString(
      'base64url',
    ),
  ])('that this list did not give is rejected: %s', cursor => {
    expect(() => decodeRankedCursor(list, cursor)).toThrow('This is not a page of this list')
  })

  it('is none of a list that is not', () => {
    expect(() => decodeCursor(list, encodeCursor(list, ranked))).toThrow('This is not a page of this list')
  })
})

describe('a page', () => {
  const rows = [1, 2, 3].map(n => ({ at: new Date(n), id: position.id, n }))
  const shape = {
    list,
    positionOf: (row: (typeof rows)[number]) => row,
    toItem: (row: (typeof rows)[number]) => row.n,
  }

  it('names the next while there is more', () => {
    const page = toPage(rows, { limit: 2, ...shape })
    expect(page.items).toEqual([1, 2])
    expect(page.nextCursor && decodeCursor(list, page.nextCursor)).toEqual({ at: new Date(2), id: position.id })
  })

  it('is the last when nothing follows', () => {
    expect(toPage(rows, { limit: 3, ...shape })).toEqual({ items: [1, 2, 3], nextCursor: null })
    expect(toPage([], { limit: 3, ...shape })).toEqual({ items: [], nextCursor: null })
  })
})
