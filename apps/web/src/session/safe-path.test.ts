import { describe, expect, it } from 'vitest'
import { safePath } from './safe-path.ts'

describe('safePath', () => {
  it.each([
    '/',
    '/dashboard/myOrders',
    '/singleCategories/0190a000-0000-7000-8000-000000000000',
    '/dashboard?tab=1#top',
    '/a%2F%2Fb',
  ])('keeps a path of this site: %s', path => {
    expect(safePath(path)).toBe(path)
  })

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    '/..//evil.example',
    '/./\\evil.example',
    ' /dashboard',
    '',
  ])('refuses %j', path => {
    expect(safePath(path)).toBeUndefined()
  })

  it.each([undefined, null, 7, ['/dashboard'], { href: '/' }])('refuses what is no text: %j', value => {
    expect(safePath(value)).toBeUndefined()
  })

  it('does not lead back to the login', () => {
    expect(safePath('/login?from=/login')).toBeUndefined()
  })
})
