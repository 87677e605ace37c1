import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { revokeAdmin } from '#accounts/revoke-admin.ts'
import { PROVEN_BY_ANOTHER, setAsideAccount } from '#accounts/set-aside-account.ts'
import { restClient, type TestUser } from '#http/rest/testing/rest-client.ts'

let market: Market
let client: ReturnType<typeof restClient>
beforeAll(async () => {
  market = await createMarket()
  client = restClient(market)
})
afterAll(() => market.close())

let one: TestUser
let other: TestUser
let removed: TestUser
beforeEach(async () => {
  one = await client.user('ADMIN')
  other = await client.user('ADMIN')
  removed = await client.user('ADMIN')
})

const propose = ({ id }: TestUser, userId = removed.id) => market.as(id).accounts.proposeRemoval({ userId })
const remove = ({ id }: TestUser, userId = removed.id) => market.as(id).accounts.removeUser({ userId })
const needsSecond = { code: 'CONFLICT', message: expect.stringContaining('second one') }
const isThere = async ({ id }: TestUser) => (await market.database.user.count({ where: { id, deletedAt: null } })) === 1

describe('an admin', () => {
  it('is removed by one admin and another one, who are written down', async () => {
    await expect(remove(one)).rejects.toMatchObject(needsSecond)
    const { expiresAt } = await propose(one)
    expect(await propose(one)).toEqual({ userId: removed.id, expiresAt })
    await expect(remove(one)).rejects.toMatchObject(needsSecond)
    expect(await isThere(removed)).toBe(true)
    await market.database.recoveryCode.create({ data: { userId: removed.id, hash: removed.id } })
    expect(await remove(other)).toEqual({ userId: removed.id })
    expect(await isThere(removed)).toBe(false)
    expect(await market.database.recoveryCode.count({ where: { userId: removed.id } })).toBe(0)
    const audited = await market.database.auditEntry.findMany({
      where: { subjectId: removed.id },
      orderBy: { id: 'asc' },
      select: { action: true, actorId: true },
    })
    expect(audited).toEqual([
      { action: 'account.propose-removal', actorId: one.id },
      { action: 'account.remove', actorId: other.id },
    ])
  })

  it('and all others are told of the proposal', async () => {
    await propose(one)
    const told = await market.database.notice.findMany({
      where: { kind: 'removal-proposed' },
      select: { userId: true },
    })
    const ids = told.map(({ userId }) => userId)
    expect(ids).toEqual(expect.arrayContaining([other.id, removed.id]))
    expect(ids).not.toContain(one.id)
  })

  it('stays when the second comes after 24 hours', async () => {
    await propose(one)
    await market.timePasses({ hours: 24.1 })
    await expect(remove(other)).rejects.toMatchObject(needsSecond)
    await propose(other)
    await remove(one)
  })

  it('stays when who proposed it is no admin any more', async () => {
    await propose(one)
    await revokeAdmin(market.database, one.email)
    await market.database.user.update({ where: { id: one.id }, data: { role: 'ADMIN' } })
    await expect(remove(other)).rejects.toMatchObject(needsSecond)
  })

  it('stays when who proposed it was set aside', async () => {
    await propose(one)
    await market.database.user.update({ where: { id: one.id }, data: { emailVerifiedAt: null } })
    await market.database.$transaction(tx => setAsideAccount(tx, market.platform, one.id, PROVEN_BY_ANOTHER))
    await expect(remove(other)).rejects.toMatchObject(needsSecond)
  })

  it('is not removed by one alone who becomes it in that moment', async () => {
    const { id } = await market.user()
    const [result] = await market.whileHeld({
      hold: tx => tx.user.update({ where: { id }, data: { role: 'ADMIN' } }),
      acts: [() => market.as(one.id).accounts.removeUser({ userId: id })],
    })
    expect(result).toMatchObject({ reason: needsSecond })
  })

  it('is not removed twice over: a second proposal says to confirm the first', async () => {
    await propose(one)
    await expect(propose(other)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('confirm'),
    })
  })

  it('proposes neither themself nor somebody who is no admin', async () => {
    await expect(propose(one, one.id)).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(propose(one, (await market.user()).id)).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(propose(one, crypto.randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

it('on REST the first removal proposes, and the second removes', async () => {
  const path = `/users/${removed.id}`
  for (const headers of [{}, { 'idempotency-key': 'removal' }, { 'idempotency-key': 'removal' }]) {
    expect(await client.send('DELETE', path, { as: one.as, headers })).toMatchObject({
      status: 409,
      body: { acknowledged: false, deletedCount: 0, message: expect.stringContaining('second one') },
    })
  }
  const answer = await client.send('DELETE', path, { as: other.as })
  expect(answer).toMatchObject({ status: 200, body: { acknowledged: true, deletedCount: 1 } })
  const again = await client.send('DELETE', `/users/${one.id}`, { as: one.as })
  expect(again).toMatchObject({ status: 409, body: { deletedCount: 0, code: 'CONFLICT' } })
})

it('refuses the wrong role', async () => {
  for (const caller of [await market.asBuyer(), await market.asSeller()]) {
    await expect(caller.accounts.proposeRemoval({ userId: removed.id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
})
