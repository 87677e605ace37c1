import cookie from '@fastify/cookie'
import { createMarket, type Market } from '@second-ring/testkit'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { answerError } from './errors.ts'
import { prepareRestRoutes, type RestPlugin } from './rest-routes.ts'
import { sessionCookie } from './session-cookie.ts'

let market: Market
let app: FastifyInstance
beforeAll(async () => {
  market = await createMarket()
})
afterEach(() => app.close())
afterAll(() => market.close())

async function serve(plugin: RestPlugin): Promise<FastifyInstance> {
  const parts = { platform: market.platform, trustsEmail: false, session: sessionCookie({ secure: false }) }
  app = fastify()
  app.setErrorHandler(answerError)
  app.decorateRequest('sharing', null)
  await app.register(cookie)
  prepareRestRoutes(app, parts)
  await app.register(plugin, parts)
  return app
}

it('answers what the schema of the route names, and nothing else', async () => {
  const row = { _id: '1', name: 'Aurora', sellerPhone: '555 0100' }
  await serve(async routes => {
    const response = { 200: z.array(z.object({ name: z.string(), _id: z.string() })) }
    routes.get('/', { schema: { response }, config: { access: 'anyone' } }, async () => [row])
  })
  expect((await app.inject('/')).body).toBe('[{"name":"Aurora","_id":"1"}]')
})

it('an answer that the schema does not allow stays inside', async () => {
  const row: { price: number } = JSON.parse('{"price":"secret"}')
  await serve(async routes => {
    const response = { 200: z.object({ price: z.number() }) }
    routes.get('/', { schema: { response }, config: { access: 'anyone' } }, async () => row)
  })
  const answer = await app.inject('/')
  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toMatchObject({ code: 'INTERNAL_ERROR' })
  expect(answer.body).not.toContain('secret')
})

it('asks who calls before it reads what they send', async () => {
  await serve(async routes => {
    const schema = { body: z.object({ price: z.number() }) }
    routes.post('/', { schema, config: { access: 'signed in' } }, async () => null)
  })
  expect((await app.inject({ method: 'POST', url: '/' })).statusCode).toBe(401)
})

it('a route that does not say who may call it is not served', async () => {
  const silent: RestPlugin = async routes => {
    routes.get('/', async () => null)
  }
  await expect(serve(silent)).rejects.toThrow('GET / does not say who may call it')
})
