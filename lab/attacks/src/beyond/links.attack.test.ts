import { restClient } from '@second-ring/api/http/rest/testing/rest-client'
import { makeScene, type Scene } from '@second-ring/api/http/rest/testing/scene'
import { appRouter } from '@second-ring/api/trpc-api/app-router'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attackOn, typeOf } from '../wire/attack-on.ts'
import { head, rawRequest } from '../wire/raw-request.ts'

let market: Market
let attack: ReturnType<typeof attackOn>
let scene: Scene
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
  attack = attackOn(market)
  scene = await makeScene(market, restClient(market))
})
afterAll(() => market.close())

const changes = Object.keys(appRouter._def.procedures).filter(path => typeOf(path) === 'mutation')

describe('a link that somebody is made to follow', () => {
  it.each(changes)('A108 changes nothing: %s', async path => {
    const { send, refused } = attack
    const { admin, seller, buyer } = scene.people
    const input = encodeURIComponent(
      JSON.stringify({
        listingId: scene.available.id,
        orderId: scene.order.id,
        userId: buyer.id,
        phone: '555 0100',
        meetingPlace: 'Library',
        favorite: true,
        description: 'x',
        resalePriceCents: 100,
        reason: 'x',
        relist: true,
        code: '123456',
      }),
    )
    for (const { as } of [admin, seller, buyer]) {
      await refused(() => send('GET', `/trpc/${path}?input=${input}`, { as }), 405)
      await refused(
        () => send('GET', `/trpc/${path}?batch=1&input=${encodeURIComponent(`{"0":`)}${input}%7D`, { as }),
        405,
      )
    }
  })

  it('A108 changes nothing on the REST paths', async () => {
    const { send, refused } = attack
    const { admin, seller } = scene.people
    const paths = [
      '/addProduct',
      '/addProductTohome',
      '/create-payment-intent',
      '/payments',
      '/token-sync',
      '/users',
      `/users/${seller.id}`,
      `/deleteProduct/${scene.available.id}`,
    ]
    for (const path of paths) {
      for (const { as } of [admin, seller]) {
        await refused(() => send('GET', `${path}?verified=verified&_method=DELETE`, { as }), 400, 404, 405)
        await refused(() => send('HEAD', path, { as }), 404, 405)
      }
    }
  })
})

describe('what serves those who run the server', () => {
  it('A109 is not to be had from outside, nor is any file of the server', async () => {
    const paths = [
      '/metrics',
      '/debug/pprof',
      '/actuator/env',
      '/server-status',
      '/.env',
      '/.git/config',
      '/package.json',
      '/src/server.ts',
      '/../package.json',
      '/..%2f..%2fpackage.json',
      '/%2e%2e/%2e%2e/package.json',
      '/assets/..%2f..%2fpackage.json',
      '/images/..%2f..%2fpackage.json',
      '/images/%2e%2e/%2e%2e/config.json',
      '/etc/passwd',
      '//etc/passwd',
      '/file:///etc/passwd',
    ]
    for (const path of paths) {
      for (const as of ['', `Authorization: ${scene.people.admin.as}`]) {
        const answer = await rawRequest(market.url, head(`GET ${path}`, ...(as ? [as] : [])))
        expect([400, 404], path).toContain(answer?.status)
        expect(answer?.text).not.toMatch(/process_cpu|"dependencies"|root:/)
      }
    }
  })

  it('A109 tells whoever asks for the server’s health no more than that', async () => {
    expect((await attack.send('GET', '/healthz')).text.length).toBeLessThan(100)
    const ready = await attack.send('GET', '/readyz')
    expect(ready.status).toBe(200)
    expect(ready.text).not.toMatch(/\d+\.\d+\.\d+|localhost|127\.0\.0\.1|market_/)
  })

  it('A109 has no secret in what it tells of its setting-up', async () => {
    const { text } = await attack.send('GET', '/config.json')
    expect(text).toContain('publishableKey')
    for (const [name, value] of Object.entries(market.environment)) {
      if (/SECRET|DATABASE/.test(name)) expect(text, name).not.toContain(value)
    }
  })
})
