import { describe, expect, it } from 'vitest'
import { bearerToken } from './authenticate.ts'

describe('the bearer token', () => {
  it.each(['Bearer abc', 'bearer abc', 'BEARER   abc', ' Bearer abc '])('is read from %j', header => {
    expect(bearerToken(header)).toBe('abc')
  })

  it.each([undefined, '', 'abc', 'Bearer', 'Bearer null', 'bearer undefined', 'Basic abc', 'Bearer a b'])(
    'is none in %j',
    header => {
      expect(bearerToken(header)).toBeNull()
    },
  )
})
