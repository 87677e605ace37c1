import { describe, expect, it } from 'vitest'
import { can } from './permissions.ts'

describe('permissions', () => {
  it('lets sellers alone post', () => {
    expect(can('SELLER', 'listing.create')).toBe(true)
    expect(can('BUYER', 'listing.create')).toBe(false)
    expect(can('ADMIN', 'listing.create')).toBe(false)
  })

  it('lets anyone who is signed in book and pay', () => {
    for (const role of ['BUYER', 'SELLER', 'ADMIN'] as const) {
      expect(can(role, 'order.place')).toBe(true)
      expect(can(role, 'order.pay')).toBe(true)
    }
  })
})
