import { describe, expect, it } from 'vitest'
import { TrustedProxies } from './trusted-proxies.ts'

describe('the proxies that are trusted', () => {
  it.each([
    ['127.0.0.1', ['127.0.0.1']],
    ['10.0.0.0/8, 2001:db8::/32,loopback', ['10.0.0.0/8', '2001:db8::/32', 'loopback']],
  ])('%s', (text, proxies) => {
    expect(TrustedProxies.parse(text)).toEqual(proxies)
  })

  it.each([
    'true',
    '1',
    '*',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    '10.0.0/8',
    'proxy.example',
    '10.0.0.1,',
  ])('are never %s', text => {
    expect(TrustedProxies.safeParse(text).error?.issues[0]?.message).toContain('must list addresses')
  })
})
