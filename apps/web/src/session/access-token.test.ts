import { expect, it } from 'vitest'
import { accessToken, claimOf, tokenExpiry } from './access-token.ts'

const token = (claims: unknown) => `e30.${btoa(JSON.stringify(claims)).replaceAll('=', '').replaceAll('/', '_')}.sig`

it('keeps the token under accessToken, and removes it', () => {
  accessToken.store('abc')
  expect(localStorage.getItem('accessToken')).toBe('abc')
  expect(accessToken.read()).toBe('abc')
  accessToken.store(null)
  expect(localStorage.getItem('accessToken')).toBeNull()
})

it('reads when a token ends', () => {
  expect(tokenExpiry(token({ exp: 1_800_000_000, name: 'ÿÿÿ' }))).toBe(1_800_000_000_000)
})

it.each(['', 'abc', 'a.b.c', token({ exp: 'soon' }), token(null)])('takes %j as ended', text => {
  expect(tokenExpiry(text)).toBe(0)
})

it('reads what else a token says', () => {
  expect(claimOf(token({ sub: 'ben' }), 'sub')).toBe('ben')
  expect(claimOf('a.b.c', 'sub')).toBeUndefined()
  expect(claimOf(token(null), 'sub')).toBeUndefined()
})
