import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashesOfEmail } from './banned-emails.ts'
import { readAccount } from './read-account.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

/** An account that was changed to another email just now. */
async function changed() {
  const { id, email } = await market.user()
  const before = `before-${email}`
  await market.database.user.update({ where: { id }, data: { emailBefore: before, emailLeftAt: new Date() } })
  return { id, email, before }
}

/** Somebody else’s sign-in. */
function signInOf(email: string) {
  const uid = crypto.randomUUID()
  const ways = { byPassword: true, hasPassword: true, linkedEmail: null }
  return { uid, email, emailProven: true, ...ways, signIns: [], validSince: new Date(), signedInAt: new Date() }
}

const rowOf = (id: string) => market.database.user.findUniqueOrThrow({ where: { id } })

describe('the email of before', () => {
  it('takes the account back for whoever proves it', async () => {
    const { id, before } = await changed()
    const signIn = signInOf(before)
    await readAccount(market.platform, signIn, {})
    expect(await rowOf(id)).toMatchObject({ email: before, identityUid: signIn.uid })
  })

  it.each([
    ['does not prove it', { emailProven: false }],
    ['has linked a Google account of another email', { byPassword: false, linkedEmail: 'thief@example.test' }],
  ])('takes nothing back for whoever %s', async (_, wrong) => {
    const { id, email, before } = await changed()
    expect(await readAccount(market.platform, { ...signInOf(before), ...wrong }, {})).toBe('missing')
    expect(await rowOf(id)).toMatchObject({ email, emailBefore: before })
  })

  it('takes nothing back when it is banned', async () => {
    const { id, email, before } = await changed()
    const [hash] = hashesOfEmail(market.platform, before)
    await market.database.bannedEmail.create({ data: { hash, userId: id, reason: 'Fraud', bannedById: id } })
    const banned = { code: 'FORBIDDEN', message: expect.stringContaining('No account may have this email') }
    await expect(readAccount(market.platform, signInOf(before), {})).rejects.toMatchObject(banned)
    expect(await rowOf(id)).toMatchObject({ email, emailBefore: before })
  })
})
