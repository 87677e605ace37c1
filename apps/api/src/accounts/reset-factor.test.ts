import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { authenticator } from '#factor/testing/authenticator.ts'
import { registerPasskey } from '#factor/testing/register.ts'
import { makeSetUpLink, resetFactor } from './reset-factor.ts'
import { revokeAdmin } from './revoke-admin.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket({ requiresFactor: true })
  // So that no other is the last one.
  await market.user({ role: 'ADMIN' })
})
afterAll(() => market.close())

const publicUrl = 'https://shop.example'
const linkFor = (email: string) => makeSetUpLink(market.database, { email, publicUrl })
const setUpIn = (link: string | null) => link?.split('#set-up=')[1] ?? ''

async function register(adminId: string, setUp?: string) {
  const { factor } = market.as(adminId)
  const link = setUp === undefined ? {} : { setUp }
  const passkey = authenticator(market.platform.publicUrl).create(await factor.startPasskey(link))
  return factor.registerPasskey({ name: 'Laptop', passkey, ...link })
}

it('a set-up link leads to the account page, and lets its admin alone register the first passkey, once', async () => {
  const { id, email } = await market.user({ role: 'ADMIN' })
  const link = await linkFor(email)
  expect(link).toMatch(/^https:\/\/shop\.example\/dashboard\/account#set-up=[\w-]{43}$/)
  const { id: otherId } = await market.user({ role: 'ADMIN' })
  const refused = { message: expect.stringContaining('set-up link') }
  await expect(register(otherId, setUpIn(link))).rejects.toMatchObject(refused)
  await expect(register(id)).rejects.toMatchObject(refused)
  await expect(register(id, 'guessed')).rejects.toMatchObject(refused)
  expect((await register(id, setUpIn(link))).recoveryCodes).toHaveLength(10)
  expect(await linkFor(email)).toBeNull()
  await market.timePasses({ hours: 1 })
  await expect(register(id, setUpIn(link))).rejects.toMatchObject({ message: expect.stringContaining('Prove first') })
})

it('a set-up link works for an hour, and a new one ends it', async () => {
  const { id, email } = await market.user({ role: 'ADMIN' })
  const first = setUpIn(await linkFor(email))
  const second = setUpIn(await linkFor(email))
  await expect(register(id, first)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await market.timePasses({ hours: 1.1 })
  await expect(register(id, second)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

it('a reset ends passkeys, codes, proofs and tokens, and is audited', async () => {
  const { id, email } = await market.user({ role: 'ADMIN' })
  const { recoveryCodes } = await registerPasskey(market, id)
  await market.as(id).factor.makeToken()
  await resetFactor(market.database, ` ${email.toUpperCase()}`)
  const empty = { isRequired: true, passkeys: [], recoveryCodesLeft: 0, tokens: [] }
  expect(await market.as(id).factor.mine()).toEqual(empty)
  await expect(market.as(id).factor.proveByCode({ code: recoveryCodes[0] ?? '' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  expect(await market.database.factorProof.count({ where: { userId: id } })).toBe(0)
  const [last] = await market.database.auditEntry.findMany({
    where: { subjectId: id, NOT: { action: { startsWith: 'refused.' } } },
    orderBy: { id: 'desc' },
    take: 1,
  })
  expect(last).toMatchObject({ action: 'account.reset-factor', actorId: null })
  expect(await linkFor(email)).not.toBeNull()
})

it('a reset is of admins alone, and a link too', async () => {
  const { email } = await market.user()
  await expect(resetFactor(market.database, email)).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(resetFactor(market.database, 'nobody@example.test')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await linkFor(email)).toBeNull()
})

it('an admin who is revoked and granted again has nothing of before', async () => {
  const { id, email } = await market.user({ role: 'ADMIN' })
  await registerPasskey(market, id)
  await revokeAdmin(market.database, email)
  await market.database.user.update({ where: { id }, data: { role: 'ADMIN' } })
  expect(await market.as(id, crypto.randomUUID()).factor.mine()).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 })
})
