import { type Caller, createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { makeSetUp } from './set-up.ts'
import { authenticator } from './testing/authenticator.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

const key = () => authenticator(market.platform.publicUrl)
const rejected = { message: 'This passkey was not accepted. Try again.' }
const required = { code: 'FORBIDDEN', message: expect.stringContaining('Prove first that it is you') }

let adminId: string
let admin: Caller
beforeEach(async () => {
  ;({ id: adminId } = await market.user({ role: 'ADMIN' }))
  admin = market.as(adminId)
})

async function register(by: Caller, made = key(), name = 'Laptop') {
  const passkey = made.create(await by.factor.startPasskey({}))
  return { made, ...(await by.factor.registerPasskey({ name, passkey })) }
}

describe('a passkey', () => {
  it('is registered with a name; the first brings ten recovery codes, which are shown once', async () => {
    const { passkeyId, recoveryCodes } = await register(admin)
    expect(recoveryCodes).toHaveLength(10)
    expect(recoveryCodes?.[0]).toMatch(/^(?:[0-9a-z]{4}-){5}[0-9a-z]{4}$/)
    const second = await register(admin, key(), 'Phone')
    expect(second.recoveryCodes).toBeNull()
    expect(await admin.factor.mine()).toEqual({
      isRequired: false,
      passkeys: [
        { id: passkeyId, name: 'Laptop', createdAt: expect.any(String), usedAt: null },
        { id: second.passkeyId, name: 'Phone', createdAt: expect.any(String), usedAt: null },
      ],
      recoveryCodesLeft: 10,
      tokens: [],
    })
    const stored = JSON.stringify(await market.database.recoveryCode.findMany({ where: { userId: adminId } }))
    for (const code of recoveryCodes ?? []) expect(stored).not.toContain(code)
  })

  it('is registered by its own challenge alone, once, for 5 minutes', async () => {
    const [one, other] = [key(), key()]
    const options = await admin.factor.startPasskey({})
    await expect(
      market
        .as((await market.user({ role: 'ADMIN' })).id)
        .factor.registerPasskey({ name: 'A', passkey: one.create(options) }),
    ).rejects.toMatchObject(rejected)
    await admin.factor.registerPasskey({ name: 'A', passkey: one.create(options) })
    await expect(admin.factor.registerPasskey({ name: 'B', passkey: other.create(options) })).rejects.toMatchObject(
      rejected,
    )
    const late = await admin.factor.startPasskey({})
    await market.timePasses({ hours: 5.1 / 60 })
    await expect(admin.factor.registerPasskey({ name: 'B', passkey: other.create(late) })).rejects.toMatchObject(
      rejected,
    )
  })

  it('is one of ten at the most, also of those that are made at once', async () => {
    await register(admin)
    const made = Array.from({ length: 8 }, (_, at) => ({
      ...{ userId: adminId, credentialId: `${adminId}-${at}`, name: `Key ${at}` },
      ...{ publicKey: new Uint8Array(), counter: 0 },
    }))
    await market.database.passkey.createMany({ data: made })
    const [one, other] = [key(), key()]
    const passkeys = [
      one.create(await admin.factor.startPasskey({})),
      other.create(await admin.factor.startPasskey({})),
    ]
    const results = await Promise.allSettled(
      passkeys.map(passkey => admin.factor.registerPasskey({ name: 'Last', passkey })),
    )
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const tooMany = 'You have 10 passkeys, as many as one may: remove one first.'
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { message: tooMany } })
    await expect(admin.factor.startPasskey({})).rejects.toMatchObject({ code: 'CONFLICT', message: tooMany })
  })

  it('is not registered for another site, nor without a check of who holds it, nor by the challenge of a proof', async () => {
    for (const wrong of [{ origin: 'https://second-ring.example' }, { isVerified: false }]) {
      const passkey = key().create(await admin.factor.startPasskey({}), wrong)
      await expect(admin.factor.registerPasskey({ name: 'A', passkey })).rejects.toMatchObject(rejected)
    }
    const { made } = await register(admin)
    const { challenge } = await admin.factor.startProof()
    const passkey = made.create(await admin.factor.startPasskey({}), { challenge })
    await expect(admin.factor.registerPasskey({ name: 'A', passkey })).rejects.toMatchObject(rejected)
  })

  it('is one admin’s: another cannot register the same, and cannot remove it', async () => {
    const { made, passkeyId } = await register(admin)
    const other = await market.asAdmin()
    const passkey = made.create(await other.factor.startPasskey({}))
    await expect(other.factor.registerPasskey({ name: 'A', passkey })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(other.factor.removePasskey({ passkeyId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await admin.factor.mine()).passkeys).toHaveLength(1)
  })

  it('is added and removed after a fresh proof alone; with the last one the codes go', async () => {
    const { made, passkeyId } = await register(admin)
    await market.timePasses({ hours: 11 / 60 })
    await expect(admin.factor.startPasskey({})).rejects.toMatchObject(required)
    await expect(admin.factor.removePasskey({ passkeyId })).rejects.toMatchObject(required)
    await expect(admin.factor.renewCodes()).rejects.toMatchObject(required)
    await admin.factor.proveByPasskey({ answer: made.answer(await admin.factor.startProof()) })
    await admin.factor.makeToken()
    await admin.factor.removePasskey({ passkeyId })
    expect(await market.database.adminToken.count({ where: { userId: adminId } })).toBe(0)
    expect(await admin.factor.mine()).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 })
    const audited = await market.database.auditEntry.findMany({
      where: { actorId: adminId, NOT: { action: { startsWith: 'refused.' } } },
      orderBy: { id: 'asc' },
    })
    expect(audited.map(({ action }) => action)).toEqual([
      'account.add-passkey',
      'account.make-token',
      'account.remove-passkey',
    ])
    // Somebody else may have done it.
    const told = { userId: adminId, kind: 'account-security' }
    const notices = await market.database.notice.findMany({ where: told, orderBy: { id: 'asc' } })
    expect(notices.map(({ message }) => message.split('.')[0])).toEqual([
      'A passkey was added to your account',
      'A token for other clients was made for your account',
      'A passkey was removed from your account',
    ])
    const mails = { userId: adminId, kind: 'admin-access-changed' }
    expect(await market.database.mail.count({ where: mails })).toBe(3)
  })
})

it('a removed passkey has proven nothing in other sessions, where somebody else may have used it', async () => {
  const { made, passkeyId } = await register(admin)
  await register(admin, key(), 'Phone')
  const thief = market.as(adminId, crypto.randomUUID())
  await thief.factor.proveByPasskey({ answer: made.answer(await thief.factor.startProof()) })
  await admin.factor.removePasskey({ passkeyId })
  await expect(thief.factor.renewCodes()).rejects.toMatchObject(required)
  await admin.factor.renewCodes()
})

describe('a proof', () => {
  it('is what a passkey has signed, and moves its counter', async () => {
    const { made } = await register(admin)
    const { provenUntil } = await admin.factor.proveByPasskey({ answer: made.answer(await admin.factor.startProof()) })
    const passkey = await market.database.passkey.findFirstOrThrow({ where: { userId: adminId } })
    expect(passkey.counter).toBe(1n)
    expect(new Date(provenUntil).getTime() - (passkey.usedAt?.getTime() ?? 0)).toBe(10 * 60_000)
  })

  it('is not a replay, a copy’s, another site’s, without a check of who holds it, or another admin’s', async () => {
    const { made } = await register(admin)
    const prove = (answer: ReturnType<typeof made.answer>, by = admin) => by.factor.proveByPasskey({ answer })
    const first = made.answer(await admin.factor.startProof())
    await prove(first)
    await expect(prove(first)).rejects.toMatchObject(rejected)
    for (const wrong of [{ counter: 1 }, { origin: 'https://second-ring.example' }, { isVerified: false }]) {
      await expect(prove(made.answer(await admin.factor.startProof(), wrong))).rejects.toMatchObject(rejected)
    }
    const other = await market.asAdmin()
    const { made: theirs } = await register(other)
    await expect(prove(made.answer(await other.factor.startProof()), other)).rejects.toMatchObject(rejected)
    await expect(prove(theirs.answer(await admin.factor.startProof()))).rejects.toMatchObject(rejected)
    await expect(prove(made.answer(await admin.factor.startProof()), other)).rejects.toMatchObject(rejected)
  })

  it('is a recovery code, once, however it is typed; new codes end the old', async () => {
    const { recoveryCodes } = await register(admin)
    const [one = '', two = '', three = ''] = recoveryCodes ?? []
    expect(await admin.factor.proveByCode({ code: one })).toMatchObject({ recoveryCodesLeft: 9 })
    const none = { code: 'CONFLICT', message: expect.stringContaining('none of your codes') }
    await expect(admin.factor.proveByCode({ code: one })).rejects.toMatchObject(none)
    await admin.factor.proveByCode({ code: ` ${two.toUpperCase().replaceAll('-', ' ')} ` })
    const { recoveryCodes: renewed } = await admin.factor.renewCodes()
    await expect(admin.factor.proveByCode({ code: three })).rejects.toMatchObject(none)
    await expect((await market.asAdmin()).factor.proveByCode({ code: renewed[0] ?? '' })).rejects.toMatchObject(none)
    expect(await admin.factor.proveByCode({ code: renewed[0] ?? '' })).toMatchObject({ recoveryCodesLeft: 9 })
  })

  it('of one code by two calls at once counts once', async () => {
    const { recoveryCodes } = await register(admin)
    const code = recoveryCodes?.[0] ?? ''
    const both = await Promise.allSettled([admin.factor.proveByCode({ code }), admin.factor.proveByCode({ code })])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('of two copies of a passkey at once counts once', async () => {
    const { made } = await register(admin)
    const answers = [
      made.answer(await admin.factor.startProof(), { counter: 1 }),
      made.answer(await admin.factor.startProof(), { counter: 1 }),
    ]
    expect(
      await atOnce(
        market,
        adminId,
        answers.map(answer => () => admin.factor.proveByPasskey({ answer })),
      ),
    ).toEqual(['fulfilled', 'rejected'])
  })

  it('counts in its own session alone', async () => {
    const { made } = await register(admin)
    const elsewhere = market.as(adminId, crypto.randomUUID())
    await expect(elsewhere.factor.renewCodes()).rejects.toMatchObject(required)
    const answer = made.answer(await admin.factor.startProof())
    await expect(elsewhere.factor.proveByPasskey({ answer })).rejects.toMatchObject(rejected)
    await elsewhere.factor.proveByPasskey({ answer: made.answer(await elsewhere.factor.startProof()) })
    await elsewhere.factor.renewCodes()
  })

  it('is asked of somebody with a passkey alone', async () => {
    await expect(admin.factor.startProof()).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

it('a set-up link that is used in two sessions at once registers one passkey', async () => {
  const required = await createMarket({ requiresFactor: true })
  onTestFinished(() => required.close())
  const { id } = await required.user({ role: 'ADMIN' })
  const link = { setUp: (await required.database.$transaction(tx => makeSetUp(tx, id))) ?? '' }
  const registering = []
  for (const by of [required.as(id), required.as(id, crypto.randomUUID())]) {
    const passkey = key().create(await by.factor.startPasskey(link))
    registering.push(() => by.factor.registerPasskey({ name: 'Laptop', passkey, ...link }))
  }
  expect(await atOnce(required, id, registering)).toEqual(['fulfilled', 'rejected'])
  expect(await required.database.passkey.count({ where: { userId: id } })).toBe(1)
})

/** Makes calls of an admin that all wait for the admin's lock, and then go on. @returns how they ended, sorted */
async function atOnce(on: Market, userId: string, calls: (() => Promise<unknown>)[]): Promise<string[]> {
  const results = await on.whileHeld({
    hold: tx => tx.$executeRaw`SELECT FROM users WHERE id = ${userId}::uuid FOR UPDATE`,
    acts: calls,
  })
  return results.map(({ status }) => status).sort()
}

it('refuses the wrong role', async () => {
  for (const other of [await market.asBuyer(), await market.asSeller()]) {
    await expect(other.factor.mine()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(other.factor.startPasskey({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(other.factor.proveByCode({ code: 'a' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
})
