import { createMarket, type Market } from '@second-ring/testkit'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenApiDocument } from './openapi.ts'
import { type ContractCall, contractCalls, otherCalls } from './testing/contract-calls.ts'
import { type Answer, restClient, type TestUser } from './testing/rest-client.ts'
import { callers, makeScene, type Scene } from './testing/scene.ts'

let market: Market
let client: ReturnType<typeof restClient>
let signedOut: Record<string, string | undefined>
beforeAll(async () => {
  market = await createMarket()
  client = restClient(market)
  const admin = await client.user('ADMIN')
  signedOut = {
    'without a token': undefined,
    'with Bearer null': 'Bearer null',
    'with Bearer undefined': 'Bearer undefined',
    'with an empty bearer': 'Bearer ',
    'with a token of nobody': 'Bearer garbage',
    'with a broken token': admin.as.slice(0, -3),
    'with an unsigned token': `Bearer ${unsigned(admin.id)}`,
    'with a token in another scheme': admin.as.replace('bearer', 'Basic'),
    'with the provider’s ID token': (await client.newcomer()).as,
  }
})
afterAll(() => market.close())

function unsigned(sub: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const claims = { sub, iat: now, exp: now + 600, iss: 'second-ring', aud: 'second-ring' }
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`
}

function make({ call, path, body }: ContractCall, scene: Scene, caller: TestUser, as: string | undefined) {
  const [method = ''] = call.split(' ')
  return client.send(method, path(scene, caller), { as, body: body?.(scene, caller) })
}

function expectKeys(value: unknown, described: string): void {
  const keys = described.split(' ')
  const present = Object.keys(Object(value))
  expect(present.filter(key => !keys.includes(key) && !keys.includes(`${key}?`))).toEqual([])
  expect(keys.filter(key => !key.endsWith('?') && !present.includes(key))).toEqual([])
}

function expectShape({ status, body }: Answer, { keys, keysOfEach = '' }: ContractCall): void {
  if (status !== 200) {
    expect(body).toEqual({ message: expect.stringMatching(/\S/), code: expect.stringMatching(/^[A-Z_]+$/) })
  } else if (keys !== undefined) {
    expectKeys(body, keys)
  } else {
    expect(body).toBeInstanceOf(Array)
    expect(body).not.toEqual([])
    for (const item of body as unknown[]) expectKeys(item, keysOfEach)
  }
}

describe.each(contractCalls)('$call', contract => {
  const { answers } = contract

  it('answers each role', async () => {
    for (const caller of callers) {
      const scene = await makeScene(market, client)
      const person = scene.people[caller]
      const answer = await make(contract, scene, person, person.as)
      expect(answer.status, `as ${caller}: ${JSON.stringify(answer.body)}`).toBe(
        typeof answers === 'number' ? answers : answers[caller],
      )
      expectShape(answer, contract)
    }
  })

  it('answers those who are not signed in', async () => {
    const scene = await makeScene(market, client)
    for (const [how, as] of Object.entries(signedOut)) {
      const answer = await make(contract, scene, scene.people.buyer, as)
      expect(answer.status, how).toBe(typeof answers === 'number' ? answers : 401)
      expectShape(answer, contract)
      expect(JSON.stringify(answer.body), 'a seller’s email').not.toContain(scene.people.seller.email)
    }
  })

  it('refuses a query parameter that is given twice, and one that claims authority', async () => {
    const scene = await makeScene(market, client)
    const { admin } = scene.people
    for (const query of ['limit=1&limit=2', 'x=1&x=2', 'role=admin', 'paid=true', 'status=verified', 'sellerId=1']) {
      const path = (...of: Parameters<ContractCall['path']>) => {
        const asked = contract.path(...of)
        return `${asked}${asked.includes('?') ? '&' : '?'}${query}`
      }
      const answer = await make({ ...contract, path }, scene, admin, admin.as)
      expect(answer, query).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
    }
  })
})

describe('the OpenAPI document', () => {
  const described = async () => (await client.send('GET', '/openapi.json')).body as OpenApiDocument

  it('has every call, and no other', async () => {
    const { paths } = await described()
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
    )
    expect(calls.sort()).toEqual([...contractCalls.map(({ call }) => call), ...otherCalls].sort())
  })

  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    expect(await validator.validate({ ...(await described()) })).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })
})

describe('other methods and addresses', () => {
  it.each([
    ['PUT', '/orders'],
    ['PATCH', '/users/0199a3a2-7e5d-7c40-8d8e-111111111111'],
    ['DELETE', '/categories'],
    ['POST', '/jwt'],
    ['GET', '/addProduct'],
    ['OPTIONS', '/orders'],
    ['GET', '/users'],
    ['GET', '/nothing'],
    ['GET', '/ORDERS'],
  ])('%s %s is not found', async (method, path) => {
    const answer = await client.send(method, path)
    expect(answer).toMatchObject({
      status: 404,
      body: { message: 'There is nothing at this address.', code: 'NOT_FOUND' },
    })
  })

  it.each(['/%ZZ', '/orders/%ZZ', `/orders/${'x'.repeat(10_000)}`])('GET %s is bad input', async path => {
    expect(await client.send('GET', path)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^This address .+\.$/), code: 'INVALID_INPUT' },
    })
  })

  it('HEAD answers as GET does, without a body', async () => {
    const { as, email } = await client.user()
    expect(await client.send('HEAD', '/categories')).toMatchObject({ status: 200, body: null })
    expect(await client.send('HEAD', `/orders?email=${email}`)).toMatchObject({ status: 401, body: null })
    expect(await client.send('HEAD', `/orders?email=${email}`, { as })).toMatchObject({ status: 200, body: null })
  })

  it('a method that a header names has no effect', async () => {
    const { people, available } = await makeScene(market, client)
    const headers = { 'x-http-method-override': 'DELETE' }
    const as = people.seller.as
    expect((await client.send('POST', `/deleteProduct/${available.id}`, { as, headers })).status).toBe(404)
    const own = await client.send('GET', `/getProduct?email=${people.seller.email}`, { as, headers })
    expect(own.body).toContainEqual(expect.objectContaining({ _id: available.id }))
  })
})
