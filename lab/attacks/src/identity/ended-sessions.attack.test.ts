import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimsOf, signed } from '../forge/jwt.ts'
import { attackOn } from '../wire/attack-on.ts'
import { firstOfStream } from '../wire/first-of-stream.ts'
import { usersOf } from '../wire/users.ts'

let market: Market
let attack: ReturnType<typeof attackOn>
let people: ReturnType<typeof usersOf>
beforeAll(async () => {
  market = await createMarket({ webhooks: false, takesPictures: true })
  attack = attackOn(market)
  people = usersOf(market)
})
afterAll(() => market.close())

/** A member of the shop with what their browser holds, and what a thief has copied of it. */
async function member() {
  const { email, as: proof } = await people.newcomer()
  const { send, rpc } = attack
  await send('POST', '/users', { as: proof, body: { name: 'Ana', email, role: 'Seller' } })
  const { headers } = await send('POST', '/token-sync', { as: proof, body: {} })
  const { body } = await send('GET', `/jwt?email=${email}`, { as: proof })
  const as = `Bearer ${(body as { accessToken: string }).accessToken}`
  const account = (await rpc('accounts.me', undefined, { as })).body as { result: { data: { id: string } } }
  return { id: account.result.data.id, email, proof, as, cookie: (headers.get('set-cookie') ?? '').split(';')[0] ?? '' }
}

type Member = Awaited<ReturnType<typeof member>>

async function refusedEverywhere({ as, cookie, email }: Member): Promise<void> {
  const { send, rpc, refused } = attack
  for (const headers of [{ authorization: as }, { cookie }]) {
    await refused(() => send('GET', `/orders?email=${email}`, { headers }), 401)
    await refused(() => send('GET', `/getProduct?email=${email}`, { headers }), 401)
  }
  await refused(() => rpc('accounts.me', undefined, { as }), 401)
  await refused(() => rpc('accounts.sessions', undefined, { as }), 401)
  await refused(() => rpc('accounts.signOutEverywhere', undefined, { as }), 401)
  await refused(() => send('DELETE', '/deleteProduct/0199a3a2-7e5d-7c40-8d8e-111111111111', { as }), 401)
  const form = new FormData()
  form.set('image', new Blob(['x']), 'x.png')
  await refused(() => send('POST', '/1/upload?key=demo', { as, raw: form }), 401)
  expect((await firstOfStream(`${market.url}/live?notices=true`, as)).code).toBe('SESSION_ENDED')
}

describe('a session that has ended', () => {
  it('A146 opens nothing to whoever copied its token or its cookie: after a sign-out, everywhere, by an admin', async () => {
    const { send, rpc } = attack
    const left = await member()
    expect((await send('DELETE', '/token-sync', { headers: { cookie: left.cookie } })).status).toBe(200)
    await refusedEverywhere(left)
    const byBearer = await member()
    expect((await send('DELETE', '/token-sync', { as: byBearer.as })).status).toBe(200)
    await refusedEverywhere(byBearer)
    const inTheApp = await member()
    expect((await rpc('accounts.signOut', undefined, { as: inTheApp.as })).status).toBe(200)
    await refusedEverywhere(inTheApp)
    const elsewhere = await member()
    await market.as(elsewhere.id).accounts.signOutEverywhere()
    await refusedEverywhere(elsewhere)
    const byAdmin = await member()
    await (await market.asAdmin()).accounts.endUserSessions({ userId: byAdmin.id, reason: 'Stolen' })
    await refusedEverywhere(byAdmin)
  })

  it('A147 is not renewed by the identity provider’s proof of the same sign-in, on either face', async () => {
    const { send, rpc, refused } = attack
    const thief = await member()
    const left = await member()
    expect((await rpc('accounts.signOut', undefined, { as: left.as })).status).toBe(200)
    await refused(() => rpc('accounts.exchange', { idToken: left.proof.replace('Bearer ', '') }), 401)
    await refused(() => send('GET', `/jwt?email=${left.email}`, { as: left.proof }), 401)
    await refused(() => send('POST', '/token-sync', { as: left.proof, body: {} }), 401)
    await market.as(thief.id).accounts.signOutEverywhere()
    const idToken = thief.proof.replace('Bearer ', '')
    for (let again = 0; again < 3; again += 1) {
      await refused(() => rpc('accounts.exchange', { idToken }), 401)
      await refused(() => send('GET', `/jwt?email=${thief.email}`, { as: thief.proof }), 401)
      await refused(() => send('POST', '/token-sync', { as: thief.proof, body: {} }), 401)
    }
    expect(await market.database.session.count({ where: { userId: thief.id, endedAt: null } })).toBe(1)
  })

  it('A313 ends for a copy of its sign-in too that was exchanged before, and no copy begins another one', async () => {
    const { rpc, refused } = attack
    for (const end of ['accounts.signOut', 'accounts.signOutThere']) {
      const victim = await member()
      const idToken = victim.proof.replace('Bearer ', '')
      const { data } = await rpc('accounts.exchange', { idToken })
      const copied = `Bearer ${(data as { accessToken: string }).accessToken}`
      expect((await rpc('accounts.me', undefined, { as: copied })).status).toBe(200)
      const there = end === 'accounts.signOutThere'
      if (there) await rpc(end, { sessionId: claimsOf(copied).sid }, { as: victim.as })
      else await rpc(end, undefined, { as: victim.as })
      await refused(() => rpc('accounts.me', undefined, { as: copied }), 401)
      await refused(() => rpc('accounts.exchange', { idToken }, { as: copied }), 401)
      await refused(() => rpc('accounts.exchange', { idToken }), 401)
      expect((await rpc('accounts.me', undefined, { as: victim.as })).status).toBe(there ? 200 : 401)
    }
  })

  it('A249 has an end that the identity provider knew first, as soon as the product is told', async () => {
    const { send } = attack
    const ends = [
      (uid: string) => market.identity.disable(uid),
      (uid: string) => market.identity.revoke(uid, Math.floor(Date.now() / 1000) + 60),
      (uid: string) => market.identity.deleteAccount(uid),
    ]
    for (const end of ends) {
      const thief = await member()
      const { identityUid } = await market.database.user.findUniqueOrThrow({ where: { id: thief.id } })
      // Of another sign-in, later than the one that is shown.
      const signedInAt = new Date(Math.floor(Date.now() / 1000 + 30) * 1000)
      await market.database.session.create({ data: { userId: thief.id, signedInAt } })
      await end(identityUid)
      expect((await send('GET', `/jwt?email=${thief.email}`, { as: thief.proof })).status).toBe(401)
      await refusedEverywhere(thief)
      expect(await market.database.session.count({ where: { userId: thief.id, endedAt: null } })).toBe(0)
      const audited = { subjectId: thief.id, action: 'account.end-sessions' }
      expect(await market.database.auditEntry.count({ where: audited })).toBe(1)
    }
  })

  it('A148 is no one else’s to end, and a token names a session of its own person', async () => {
    const { rpc, refused } = attack
    const [victim, thief] = [await member(), await member()]
    const sessionId = claimsOf(victim.as).sid
    const { body } = await rpc('accounts.signOutThere', { sessionId }, { as: thief.as })
    expect(body).toMatchObject({ result: { data: { ended: 0 } } })
    await refused(() => rpc('accounts.endUserSessions', { userId: victim.id, reason: 'x' }, { as: thief.as }), 403)
    expect((await rpc('accounts.me', undefined, { as: victim.as })).status).toBe(200)
    const key = market.environment.ACCESS_TOKEN_SECRET ?? ''
    const claims = claimsOf(thief.as)
    expect((await rpc('accounts.me', undefined, { as: `Bearer ${signed(claims, key)}` })).status).toBe(200)
    for (const sid of [sessionId, undefined, null, '', victim.id.toUpperCase(), { not: '' }]) {
      const as = `Bearer ${signed({ ...claims, sid }, key)}`
      await refused(() => rpc('accounts.me', undefined, { as }), 401)
    }
  })
})
