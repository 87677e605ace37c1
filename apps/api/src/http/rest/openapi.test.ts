import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ACCOUNT_LIMITS, accountLimitNames, trustLevels } from '@second-ring/contracts/account-limits'
import { RATE_LIMITS } from '@second-ring/contracts/rate-limits'
import { createMarket, type Market } from '@second-ring/testkit'
import escapeHtml from 'escape-html'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenApiDocument } from './openapi.ts'
import { restClient } from './testing/rest-client.ts'

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

  it('shows the whole example client on its page', async () => {
    const text = await (await fetch(`${market.url}/docs`)).text()
    const shown = /<pre id="example"[^>]*>(.*?)<\/pre>/s.exec(text)?.[1]
    const script = await readFile(join(import.meta.dirname, '../../../../../docs/rest-client.sh'), 'utf8')
    expect(shown).toBe(escapeHtml(script))
    expect(text).not.toContain('of the repository')
  })

  it('tells a client how an email is proven, and it is so', async () => {
    const { email, as } = await restClient(market).newcomer()
    const idToken = as.replace('Bearer ', '')
    const address = /`(https:\/\/identitytoolkit\.googleapis\.com\/v1\/)`/.exec(document.info.description)?.[1] ?? ''
    const calls = [...document.info.description.matchAll(/`(accounts:\w+)` with `(\{.+?\})`/g)]
    const config = await (await fetch(`${market.url}/config.json`)).json()
    const { identity } = config as { identity: { apiKey: string; emulatorUrl: string } }
    const call = (at: number, values: Record<string, string>) => {
      const [, name = '', body = ''] = calls[at] ?? []
      const url = `${address.replace('https://', `${identity.emulatorUrl}/`)}${name}?key=${identity.apiKey}`
      const filled = body.replaceAll(/"<(\w+)>"/g, (_, value) => JSON.stringify(values[value]))
      return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: filled })
    }
    const { send } = restClient(market)
    expect((await call(0, { idToken })).status).toBe(200)
    await send('POST', '/users', { as, body: { name: 'Ana', email, role: 'Buyer' } })
    const [mailed] = await market.identity.codesTo(email)
    expect((await call(1, { code: mailed?.oobCode ?? '' })).status).toBe(200)
    await send('GET', `/jwt?email=${email}`, { as })
    expect(await market.database.user.findFirst({ where: { email } })).toMatchObject({
      emailVerifiedAt: expect.any(Date),
    })
  })

  it('can be read as a page', async () => {
    const page = await fetch(`${market.url}/docs`)
    expect(page.headers.get('content-type')).toContain('text/html')
    const text = await page.text()
    expect(text).toContain('POST /addProductTohome')
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
