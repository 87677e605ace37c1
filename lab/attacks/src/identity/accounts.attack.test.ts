import { randomUUID } from 'node:crypto'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attackOn } from '../wire/attack-on.ts'
import { usersOf } from '../wire/users.ts'

let market: Market
let attack: ReturnType<typeof attackOn>
let people: ReturnType<typeof usersOf>
beforeAll(async () => {
  market = await createMarket()
  attack = attackOn(market)
  people = usersOf(market)
})
afterAll(() => market.close())

const host = () => `${randomUUID()}.test`

/** Signs up at the provider and registers here; what the product then knows of the person. */
async function register(email: string, role = 'BUYER') {
  const { as } = await people.newcomer(email)
  const idToken = as.slice('Bearer '.length)
  const { status, data, code } = await attack.rpc('accounts.register', { idToken, name: 'Ana', role })
  const { account } = (data ?? {}) as { account?: { id: string; email: string; role: string } }
  return { status, code, account, as, idToken }
}

describe('signing up', () => {
  it('A16 with the admin’s email at the provider makes no admin, and gives nothing of the admin’s', async () => {
    const admin = await people.person('ADMIN')
    const { as } = await people.newcomer(admin.email)
    const idToken = as.slice('Bearer '.length)
    const { send, rpc, refused } = attack
    await refused(() => rpc('accounts.exchange', { idToken }), 403)
    await refused(() => rpc('accounts.register', { idToken, name: 'Eve', role: 'SELLER' }), 409)
    await refused(() => send('POST', '/users', { as, body: { name: 'Eve', email: admin.email, role: 'Seller' } }), 409)
    const { body } = await refused(() => send('GET', `/jwt?email=${admin.email}`, { as }), 403)
    expect(body).toMatchObject({ accessToken: '' })
  })

  it('A17 with a Cyrillic а makes an account of its own, without privilege', async () => {
    const at = host()
    const admin = await people.person('ADMIN')
    await market.database.user.update({ where: { id: admin.id }, data: { email: `admin@${at}` }, select: { id: true } })
    const { status, account, as } = await register(`аdmin@${at}`)
    if (status === 200) {
      expect(account).toMatchObject({ role: 'BUYER' })
      expect(account?.id).not.toBe(admin.id)
      expect(account?.email).not.toBe(`admin@${at}`)
    } else expect(status).toBe(400)
    await attack.refused(() => attack.send('GET', `/jwt?email=admin@${at}`, { as }), 403)
    const isAdmin = await attack.send('GET', `/users/admin/${encodeURIComponent(`аdmin@${at}`)}`, { as: admin.as })
    expect(isAdmin.body).not.toMatchObject({ isAdmin: true })
  })

  it('A18 in other letter cases and with blanks is one account', async () => {
    const at = host()
    const first = await register(`Casey@${at.toUpperCase()}`)
    expect(first.account).toMatchObject({ email: `casey@${at}` })
    for (const email of [`casey@${at}`, ` casey@${at} `, `CASEY@${at}`]) {
      const path = `/jwt?email=${encodeURIComponent(email)}`
      expect((await attack.send('GET', path, { as: first.as })).status, email).toBe(200)
      const again = await attack.send('POST', '/users', { as: first.as, body: { name: 'Ana', email, role: 'Buyer' } })
      expect(again.body).toEqual({ acknowledged: true, insertedId: first.account?.id })
    }
    await market.identity.mailProof(first.idToken)
    await market.identity.proveEmail(`casey@${at}`)
    await attack.rpc('accounts.exchange', { idToken: first.idToken })
    // Another sign-in that claims the same address in other letters.
    const session = await market.identity
      .signInWithGoogle({ sub: randomUUID(), email: `CASEY@${at}` })
      .catch(() => null)
    if (session) {
      const { data, status } = await attack.rpc('accounts.register', {
        idToken: session.idToken,
        name: 'Eve',
        role: 'SELLER',
      })
      const { account } = (data ?? {}) as { account?: { id: string } }
      if (status === 200) expect(account?.id).toBe(first.account?.id)
      else expect(status).toBe(409)
    }
    expect(await market.database.user.count({ where: { email: { endsWith: `@${at}`, mode: 'insensitive' } } })).toBe(1)
  })

  it('A19 with a password of five characters is refused by the provider too', async () => {
    const email = `${randomUUID()}@example.test`
    await expect(market.identity.signUp({ email, password: '12345' })).rejects.toThrow('WEAK_PASSWORD')
    await expect(market.identity.signIn(email, '12345')).rejects.toThrow()
  })
})
