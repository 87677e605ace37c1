import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const REASON = 'Buyers report locked phones'

let market: Market
let admin: ReturnType<Market['as']>
let adminId: string
beforeAll(async () => {
  market = await createMarket()
  adminId = (await market.user({ role: 'ADMIN', name: 'Ada Admin' })).id
  admin = market.as(adminId)
})
afterAll(() => market.close())

const freeze = (userId: string, reason = REASON) => admin.accounts.freezePayouts({ userId, reason })
const release = (userId: string) => admin.accounts.releasePayouts({ userId })
const isFrozen = async (id: string) =>
  (await market.database.user.findUniqueOrThrow({ where: { id } })).payoutsFrozenAt !== null
const noticesOf = async (userId: string) =>
  (await market.database.notice.findMany({ where: { userId }, orderBy: { id: 'asc' } })).map(({ kind, message }) => [
    kind,
    message,
  ])
const actionsOn = async (subjectId: string) =>
  (
    await market.database.auditEntry.findMany({
      where: { subjectId, action: { startsWith: 'payout.' } },
      orderBy: { id: 'asc' },
    })
  ).map(({ action, actorId, reason }) => [action, actorId, reason])

describe('freezing the payouts to a seller', () => {
  it('tells them why, by mail too, is in the audit, and shows on their page', async () => {
    const seller = await market.user({ role: 'SELLER' })
    expect(await freeze(seller.id)).toEqual({ userId: seller.id, changed: true })
    expect(await isFrozen(seller.id)).toBe(true)
    expect(await noticesOf(seller.id)).toEqual([
      ['payouts-frozen', expect.stringMatching(/^Payouts to you are stopped .* An admin wrote: “Buyers report/)],
    ])
    const [mail] = await market.mails(seller.email)
    expect(mail?.subject).toBe('Payouts to you are stopped')
    expect(await actionsOn(seller.id)).toEqual([['payout.freeze', adminId, REASON]])
    const decision = { at: expect.any(String), byId: adminId, byName: 'Ada Admin', reason: REASON }
    expect((await admin.accounts.byId({ userId: seller.id })).payoutFreeze).toEqual(decision)
    const summary = await market.as(seller.id).earnings.summary({})
    expect(summary).toMatchObject({ frozen: true, frozenReason: REASON })
  })

  it('twice or at once is one freeze, with its first reason; and so is releasing them', async () => {
    const { id } = await market.user({ role: 'SELLER' })
    const answers = await Promise.all([1, 2, 3].map(() => freeze(id)))
    expect(answers.filter(({ changed }) => changed)).toHaveLength(1)
    expect(await freeze(id, 'Another one')).toEqual({ userId: id, changed: false })
    expect((await admin.accounts.byId({ userId: id })).payoutFreeze?.reason).toBe(REASON)
    const released = await Promise.all([1, 2, 3].map(() => release(id)))
    expect(released.filter(({ changed }) => changed)).toHaveLength(1)
    expect((await actionsOn(id)).map(([action]) => action)).toEqual(['payout.freeze', 'payout.release'])
    expect((await noticesOf(id)).map(([kind]) => kind)).toEqual(['payouts-frozen', 'payouts-released'])
  })

  it('under one key has one effect, also after they were released', async () => {
    const { id: userId } = await market.user({ role: 'SELLER' })
    const keyed = market.as(adminId, crypto.randomUUID())
    const idempotencyKey = crypto.randomUUID()
    const once = { userId, reason: REASON, idempotencyKey }
    const first = await keyed.accounts.freezePayouts(once)
    await release(userId)
    expect(await keyed.accounts.freezePayouts(once)).toEqual(first)
    expect(await isFrozen(userId)).toBe(false)
  })

  it('is of sellers who are there: not of a buyer, an admin, oneself, somebody removed or nobody', async () => {
    const [buyer, other] = [await market.user(), await market.user({ role: 'ADMIN' })]
    for (const userId of [buyer.id, other.id, adminId]) {
      await expect(freeze(userId)).rejects.toMatchObject({ code: 'CONFLICT' })
      expect(await isFrozen(userId)).toBe(false)
    }
    const gone = await market.user({ role: 'SELLER' })
    await admin.accounts.removeUser({ userId: gone.id })
    for (const userId of [gone.id, crypto.randomUUID()]) {
      await expect(freeze(userId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    await expect(release(crypto.randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('can be of a suspended seller', async () => {
    const { id } = await market.user({ role: 'SELLER' })
    await admin.accounts.suspend({ userId: id, reason: REASON })
    expect(await freeze(id)).toMatchObject({ changed: true })
  })

  it('refuses the wrong role, and a reason that is none or too long', async () => {
    const { id: userId } = await market.user({ role: 'SELLER' })
    for (const caller of [await market.asBuyer(), await market.asSeller(), market.as(userId)]) {
      await expect(caller.accounts.freezePayouts({ userId, reason: REASON })).rejects.toMatchObject({
        code: 'FORBIDDEN',
      })
      await expect(caller.accounts.releasePayouts({ userId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
    for (const reason of ['', '  ', 'x'.repeat(501)]) {
      await expect(freeze(userId, reason)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
    expect(await isFrozen(userId)).toBe(false)
  })
})

describe('releasing the payouts to a seller', () => {
  it('is possible once their account is removed: their money is to reach them', async () => {
    const { id } = await market.user({ role: 'SELLER' })
    await freeze(id)
    await admin.accounts.removeUser({ userId: id })
    expect((await admin.accounts.byId({ userId: id })).payoutFreeze?.reason).toBe(REASON)
    expect(await release(id)).toEqual({ userId: id, changed: true })
    expect(await isFrozen(id)).toBe(false)
  })
})
