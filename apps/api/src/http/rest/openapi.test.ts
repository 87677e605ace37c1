import { ACCOUNT_LIMITS, accountLimitNames, trustLevels } from '@second-ring/contracts/account-limits'
import { RATE_LIMITS } from '@second-ring/contracts/rate-limits'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenApiDocument } from './openapi.ts'

let market: Market
let document: OpenApiDocument
beforeAll(async () => {
  market = await createMarket({ rateLimitScale: 0.5 })
  document = (await (await fetch(`${market.url}/openapi.json`)).json()) as OpenApiDocument
})
afterAll(() => market.close())

describe('the OpenAPI document', () => {
  it('names every call once, with its own id', () => {
    const operations = Object.values(document.paths).flatMap(methods => Object.values(methods))
    expect(operations.length).toBeGreaterThan(14)
    expect(new Set(operations.map(operation => operation.operationId)).size).toBe(operations.length)
  })

  it('describes what a call takes and who may call it', () => {
    const booking = document.paths['/orders']?.post
    expect(booking?.security).toEqual([{ accessToken: [] }])
    const schema = booking?.requestBody?.content['application/json']?.schema as {
      required: string[]
      properties: object
    }
    expect(schema.required).toEqual(expect.arrayContaining(['product', 'email', 'price', 'location', 'phone']))
    expect(Object.keys(schema.properties)).not.toContain('paid')
    expect(document.paths['/orders/{id}']?.get?.parameters).toEqual([
      expect.objectContaining({ name: 'id', in: 'path', required: true }),
    ])
  })

  it('names the key that makes a write safe to repeat, where it is taken', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, { parameters = [], security }] of Object.entries(methods)) {
        const isTaken = method !== 'get' && JSON.stringify(security) === '[{"accessToken":[]}]'
        expect(
          parameters.some(({ name }) => name === 'Idempotency-Key'),
          `${method} ${path}`,
        ).toBe(isTaken)
      }
    }
  })

  it('says of each list that it is whole without a limit', () => {
    const lists = ['/users/Buyer', '/users/Seller', '/categories/{id}', '/getAddProduct', '/getProduct', '/orders']
    for (const path of lists) expect(document.paths[path]?.get?.description).toContain('Without `limit` the whole list')
    expect(document.paths['/orders/{id}']?.get?.description).not.toContain('limit')
  })

  it('can be read as a page', async () => {
    const page = await fetch(`${market.url}/docs`)
    expect(page.headers.get('content-type')).toContain('text/html')
    const text = await page.text()
    expect(text).toContain('POST /addProductTohome')
    expect(text).toContain('docs/rest-client.sh')
    for (const name of accountLimitNames) {
      const { label, reason, most } = ACCOUNT_LIMITS[name]
      const numbers = trustLevels.map(level => `<td class="number">${most[level]}</td>`).join('')
      expect(text).toContain(`<th scope="row">${label}</th>${numbers}<td>${reason}</td>`)
    }
    // As the server enforces them.
    for (const { label, by, most, reason } of Object.values(RATE_LIMITS)) {
      expect(text).toContain(`<th scope="row">${label}</th><td class="number">${Math.round(most / 2)}</td>`)
      expect(text).toContain(`<td>${by}</td><td>${reason}</td>`)
    }
  })
})
