import { generateKeyPairSync } from 'node:crypto'
import { ACCESS_TOKEN_SECRET, createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimsOf, signed, signedByKey, unsigned } from '../forge/jwt.ts'
import { attackOn } from '../wire/attack-on.ts'
import { head, rawRequest } from '../wire/raw-request.ts'
import { type Person, usersOf } from '../wire/users.ts'

let market: Market
let attack: ReturnType<typeof attackOn>
let people: ReturnType<typeof usersOf>
let victim: Person
let claims: Record<string, unknown>
beforeAll(async () => {
  market = await createMarket()
  attack = attackOn(market)
  people = usersOf(market)
  victim = await people.person('ADMIN')
  claims = claimsOf(victim.as)
})
afterAll(() => market.close())

const tokenOf = ({ as }: Person): string => as.slice('bearer '.length)
const now = (): number => Math.floor(Date.now() / 1000)

/** Tries what someone holds on both transports, on a read, a write, the audit and a stream. */
async function refusedEverywhere(token: string): Promise<void> {
  const { send, rpc, refused } = attack
  const as = `Bearer ${token}`
  await refused(() => send('GET', `/orders?email=${victim.email}`, { as }), 401)
  await refused(() => send('DELETE', `/users/${victim.id}`, { as }), 401)
  await refused(() => send('GET', '/audit.csv', { as }), 401)
  await refused(() => rpc('accounts.me', undefined, { as }), 401)
  await refused(() => rpc('notices.readAll', undefined, { as }), 401)
  await refused(() => send('GET', '/live?notices=true', { as }), 401)
  const cookie = `second-ring-session=${token}`
  await refused(() => send('GET', `/orders?email=${victim.email}`, { headers: { cookie } }), 401)
}

describe('an access token', () => {
  it('A10 as the product makes it is taken, so that what follows is refused for the right reason', async () => {
    const made = signed({ ...claims, exp: now() + 60 }, ACCESS_TOKEN_SECRET)
    expect((await attack.rpc('accounts.me', undefined, { as: `Bearer ${made}` })).data).toMatchObject({ id: victim.id })
    expect((await attack.send('GET', '/users/Buyer', { as: `Bearer ${made}` })).status).toBe(200)
  })

  it('A10 without a signature, or signed by another key or algorithm, is refused', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const [header, payload, signature] = tokenOf(victim).split('.')
    const forged = [
      unsigned(claims),
      unsigned(claims).replace(/^[^.]+/, Buffer.from('{"alg":"NONE"}').toString('base64url')),
      `${unsigned(claims)}${signature}`,
      `${header}.${payload}.`,
      `${header}.${payload}`,
      `${header}.${Buffer.from(JSON.stringify({ ...claims, sub: victim.id, role: 'ADMIN' })).toString('base64url')}.${signature}`,
      signed(claims, 'another-secret-another-secret-another'),
      signed(claims, ''),
      signed(claims, ACCESS_TOKEN_SECRET, 'HS384'),
      signed(claims, ACCESS_TOKEN_SECRET, 'HS512'),
      signedByKey(claims, privateKey),
      signed(claims, pem),
      signedByKey(claims, privateKey, { jwk: publicKey.export({ format: 'jwk' }) }),
      signedByKey(claims, privateKey, {
        kid: '../../dev/null',
        jku: 'http://127.0.0.1/keys',
        x5u: 'http://127.0.0.1/',
      }),
    ]
    for (const token of forged) await refusedEverywhere(token)
  })

  it('A11 of the future, or with an end that is no number, is refused', async () => {
    const others = [
      { nbf: now() + 600 },
      { nbf: 'tomorrow' },
      { exp: String(now() + 600) },
      { exp: null },
      { exp: {} },
      { exp: now() - 1 },
      { exp: -1 },
    ]
    for (const other of others) await refusedEverywhere(signed({ ...claims, ...other }, ACCESS_TOKEN_SECRET))
  })

  it('A12 without an end, or of another issuer or audience, is refused', async () => {
    const others = [
      { exp: undefined },
      { iss: undefined },
      { iss: 'evil' },
      { iss: ['second-ring', 'evil'] },
      { aud: undefined },
      { aud: 'evil' },
      { aud: ['evil'] },
      { iat: undefined },
      { sub: undefined },
      { sub: null },
      { sub: { not: '' } },
      { sub: [victim.id] },
      { sub: '' },
      { sub: `${victim.id}\0` },
    ]
    for (const other of others) await refusedEverywhere(signed({ ...claims, ...other }, ACCESS_TOKEN_SECRET))
    await refusedEverywhere(signed({}, ACCESS_TOKEN_SECRET))
    for (const payload of ['null', '[]', '"x"', '1', '']) {
      const [header] = tokenOf(victim).split('.')
      await refusedEverywhere(`${header}.${Buffer.from(payload).toString('base64url')}.x`)
    }
  })

  it('A13 of someone who was deleted is refused at once', async () => {
    const admin = await people.person('ADMIN')
    const gone = await people.person('SELLER')
    const as = gone.as
    expect((await attack.rpc('listings.mine', {}, { as })).status).toBe(200)
    expect((await attack.send('DELETE', `/users/${gone.id}`, { as: admin.as })).status).toBe(200)
    await refusedEverywhere(tokenOf(gone))
    await attack.refused(() => attack.rpc('listings.mine', {}, { as }), 401)
    await attack.refused(() => attack.send('GET', `/getProduct?email=${gone.email}`, { as }), 401)
  })

  it('A14 has at once what its holder’s role and verification have become', async () => {
    const person = await people.person('ADMIN')
    const { id, as } = person
    expect((await attack.send('GET', '/users/Buyer', { as })).status).toBe(200)
    await market.database.user.update({ where: { id }, data: { role: 'BUYER' }, select: { id: true } })
    await attack.refused(() => attack.send('GET', '/users/Buyer', { as }), 403)
    await attack.refused(() => attack.rpc('accounts.list', { role: 'BUYER' }, { as }), 403)
    await market.database.user.update({ where: { id }, data: { role: 'SELLER' }, select: { id: true } })
    expect((await attack.rpc('listings.mine', {}, { as })).status).toBe(200)
    await attack.rpc('accounts.verifySeller', { userId: id }, { as: victim.as })
    expect((await attack.rpc('accounts.me', undefined, { as })).data).toMatchObject({ role: 'SELLER', verified: true })
  })
})

describe('an authorization header', () => {
  const calls = (): string[] => [`/users/Buyer`, `/trpc/accounts.me`, `/audit.csv`]

  it('A21 with two values, or given twice, is refused', async () => {
    const good = tokenOf(victim)
    for (const path of calls()) {
      const ask = (...headers: string[]) => rawRequest(market.url, head(`GET ${path}`, ...headers))
      expect((await ask(`Authorization: Bearer ${good}`))?.status).toBe(200)
      const forms = [
        [`Authorization: Bearer ${good}, Bearer x`],
        [`Authorization: Bearer ${good} x`],
        [`Authorization: Bearer x, Bearer ${good}`],
        [`Authorization: Bearer ${good}`, 'Authorization: Bearer x'],
        ['Authorization: Bearer x', `Authorization: Bearer ${good}`],
        [`Authorization: Bearer ${good}`, `authorization: Bearer ${good}`],
      ]
      for (const form of forms) expect([400, 401], `${path} ${form}`).toContain((await ask(...form))?.status)
    }
  })

  it('A21 with a token of 16 KB is refused', async () => {
    for (const path of calls()) {
      const answer = await rawRequest(market.url, head(`GET ${path}`, `Authorization: Bearer ${'x'.repeat(16_384)}`))
      expect([400, 401], answer?.text).toContain(answer?.status)
    }
  })
})
