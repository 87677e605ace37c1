import type { WebConfig } from '@second-ring/contracts/config'
import { createMarket, type Market } from '@second-ring/testkit'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SCRIPT_URL } from '#adapters/stripe/stripe-release.ts'
import { registerSecurityHeaders } from './security-headers.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

/** The directives of a content policy by name. */
function directivesOf(headers: Headers): Record<string, string[]> {
  const policy = headers.get('content-security-policy') ?? ''
  return Object.fromEntries(
    policy.split(';').map(directive => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources]
    }),
  )
}

const providers: WebConfig = {
  identity: { apiKey: 'key', authDomain: 'ring.firebaseapp.com', projectId: 'ring' },
  cardPayments: { publishableKey: 'pk', scriptUrl: SCRIPT_URL },
  imageHost: { uploadUrl: 'https://images.example/1/upload?key=k' },
  operator: null,
}

/** The headers that a server with the real providers sends, over HTTP. */
async function headersFrom(environment: { isProduction: boolean; isHttps: boolean }): Promise<Headers> {
  const app = fastify()
  registerSecurityHeaders(app, { webConfig: providers, imageOrigin: 'https://i.images.example', ...environment })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const { headers } = await fetch(url)
  await app.close()
  return headers
}

describe('the headers of every answer', () => {
  it.each(['/healthz', '/config.json', '/categories', '/trpc/catalog.categories', '/jwt', '/nothing'])(
    'keep browsers safe: %s',
    async path => {
      const { headers } = await fetch(market.url + path)
      const policy = directivesOf(headers)
      expect(policy['default-src']).toEqual(["'self'"])
      expect(policy['script-src']).not.toContain("'unsafe-inline'")
      expect(policy['script-src']).not.toContain("'unsafe-eval'")
      expect(policy['worker-src']).toEqual(["'self'"])
      expect(policy['frame-ancestors']).toEqual(["'none'"])
      expect(policy['object-src']).toEqual(["'none'"])
      expect(policy['base-uri']).toEqual(["'none'"])
      expect(policy['form-action']).toEqual(["'self'"])
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('permissions-policy')).toMatch(
        /^payment=\(self "http:[^"]+"\), .*camera=\(\), .*geolocation=\(\)/,
      )
      expect(headers.get('x-powered-by')).toBeNull()
      expect(headers.get('server')).toBeNull()
    },
  )

  it('frame and run nothing but the providers that are configured', async () => {
    const policy = directivesOf(await headersFrom({ isProduction: true, isHttps: true }))
    expect(policy['script-src']).toEqual([
      "'self'",
      'https://js.stripe.com',
      'https://*.js.stripe.com',
      'https://apis.google.com',
    ])
    expect(policy['frame-src']).toEqual([
      'https://js.stripe.com',
      'https://*.js.stripe.com',
      'https://hooks.stripe.com',
      'https://ring.firebaseapp.com',
    ])
    expect(policy['img-src']).toEqual(["'self'", 'data:', 'blob:', 'https://i.images.example'])
    expect(policy['connect-src']).toContain('https://images.example')
  })

  it('hold browsers to https in production, and only where there is https', async () => {
    const hsts = async (isProduction: boolean, isHttps: boolean) =>
      (await headersFrom({ isProduction, isHttps })).get('strict-transport-security')
    expect(await hsts(true, true)).toBe('max-age=31536000; includeSubDomains')
    expect(await hsts(true, false)).toBeNull()
    expect(await hsts(false, true)).toBeNull()
  })
})
