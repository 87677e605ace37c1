import { randomUUID } from 'node:crypto'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimsOf, unsigned } from '../forge/jwt.ts'
import { attackOn } from '../wire/attack-on.ts'
import { usersOf } from '../wire/users.ts'

let market: Market
let attack: ReturnType<typeof attackOn>
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
  attack = attackOn(market)
})
afterAll(() => market.close())

/** Someone whom the provider vouches for with an email as it stands, which its sign-up form might not let through. */
async function vouchedFor(email: string): Promise<string> {
  const { as } = await usersOf(market).newcomer()
  return unsigned({ ...claimsOf(as), email })
}

describe('emails that look or fold alike', () => {
  it.each([
    ['a Kelvin sign for a K', 'kate', '\u212aate'],
    ['a dotless i', 'iris', '\u0131ris'],
    ['a dotted capital I', 'iris', '\u0130ris'],
    ['a long s', 'sam', '\u017fam'],
    ['full-width letters', 'ana', '\uff41\uff4e\uff41'],
    ['a ligature', 'fifi', '\ufb01\ufb01'],
    ['a Greek letter', 'oona', '\u03bfona'],
    ['a combining mark', 'zoe', 'zoe\u0301'],
    ['a zero-width blank', 'ana', 'a\u200bna'],
    ['a soft hyphen', 'ana', 'a\u00adna'],
    ['a NUL', 'ana', 'ana\u0000'],
    ['a lone surrogate', 'ana', 'ana\ud800'],
    ['a comment', 'ana', 'ana(x)'],
    ['quotes', 'ana', '"ana"'],
    ['a tag', 'ana', '<img src=x>ana'],
    ['a line break', 'ana', 'ana\r\nBcc: x'],
  ])('A101 are not one account: %s', async (_what, plain, odd) => {
    const host = `${randomUUID()}.test`
    const victim = await market.user({ email: `${plain}@${host}`, role: 'ADMIN' })
    const idToken = await vouchedFor(`${odd}@${host}`)
    const { send, rpc } = attack
    const registered = await rpc('accounts.register', { idToken, name: 'Eve', role: 'BUYER' })
    expect([200, 400, 401, 409], registered.text).toContain(registered.status)
    if (registered.status === 200) {
      const { account } = registered.data as { account: { id: string; email: string; role: string } }
      expect(account.id).not.toBe(victim.id)
      expect(account.email).not.toBe(`${plain}@${host}`)
      expect(account.role).toBe('BUYER')
    }
    const as = `Bearer ${idToken}`
    for (const email of [`${plain}@${host}`, `${odd}@${host}`]) {
      const answer = await send('GET', `/jwt?email=${encodeURIComponent(email.toWellFormed())}`, { as })
      const { accessToken } = (answer.body ?? {}) as { accessToken?: string }
      if (!accessToken) continue
      const me = await rpc('accounts.me', undefined, { as: `Bearer ${accessToken}` })
      expect(me.data).not.toMatchObject({ id: victim.id })
    }
    const known = await market.database.user.findUniqueOrThrow({ where: { id: victim.id } })
    expect(known).toMatchObject({ email: `${plain}@${host}`, role: 'ADMIN' })
  })

  it('A101 that are none, or too long, make no account', async () => {
    for (const email of [
      '',
      ' ',
      'x',
      '@',
      'a@',
      '@b.co',
      `${'a'.repeat(300)}@b.co`,
      'a@b@c.co',
      'a b@c.co',
      'a@b\r\nBcc: c@d.co',
      'a\0@b.co',
      'a\ud800@b.co',
      'a\u200b@b.co',
      null,
      1,
      [],
      { not: '' },
    ]) {
      const { as } = await usersOf(market).newcomer()
      const idToken = unsigned({ ...claimsOf(as), email })
      await attack.refused(() => attack.rpc('accounts.register', { idToken, name: 'Eve', role: 'BUYER' }), 400, 401)
    }
  })
})

describe('a sign-in provider that is down', () => {
  it('A106 is answered 503 with when to try again, and lets nobody in', async () => {
    const api = await market.startProcess({ FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9' })
    const { send, rpc, refused } = attackOn({ ...market, url: api.url })
    const { as, email } = await usersOf(market).newcomer()
    const idToken = as.slice('Bearer '.length)
    try {
      for (const answer of [
        await refused(() => rpc('accounts.exchange', { idToken }), 503),
        await refused(() => rpc('accounts.register', { idToken, name: 'Ana', role: 'BUYER' }), 503),
        await refused(() => send('GET', `/jwt?email=${email}`, { as }), 503),
        await refused(() => send('POST', '/users', { as, body: { name: 'Ana', email, role: 'Buyer' } }), 503),
        await refused(() => send('POST', '/token-sync', { as, body: {} }), 503),
      ]) {
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      }
    } finally {
      await api.stop()
    }
  })
})
