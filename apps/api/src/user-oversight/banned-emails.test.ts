import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashesOfEmail } from '#accounts/banned-emails.ts'
import { readAccount } from '#accounts/read-account.ts'

const REASON = 'Sold phones that were not theirs'
const BANNED = { cause: { code: 'FORBIDDEN', message: expect.stringContaining('No account may have this email here') } }
const password = 'second-ring'

let market: Market
let admin: Awaited<ReturnType<Market['asAdmin']>>
beforeAll(async () => {
  market = await createMarket()
  admin = await market.asAdmin({ name: 'Ada Admin' })
})
afterAll(() => market.close())

const newEmail = () => `banned-${crypto.randomUUID()}@example.test`
const register = (idToken: string) => market.anonymous().accounts.register({ idToken, name: 'Ana', role: 'SELLER' })

async function proven(email = newEmail()) {
  const { idToken } = await market.identity.signUp({ email, password })
  const { account } = await register(idToken)
  await market.identity.mailProof(idToken)
  await market.identity.proveEmail(email)
  await market.anonymous().accounts.exchange({ idToken })
  return { id: account.id, email, idToken }
}

async function banned(email = newEmail()) {
  const user = await proven(email)
  await admin.accounts.removeUser({ userId: user.id, banReason: REASON })
  await market.runJobs()
  return user
}

describe('a banned email', () => {
  it('has no account again that has proven it, by Google or by a password', async () => {
    const { email } = await banned()
    const google = await market.identity.signInWithGoogle({ sub: `google-${email}`, email, name: 'Ana' })
    await expect(register(google.idToken)).rejects.toMatchObject(BANNED)
    const other = await market.user({ email: newEmail() })
    await admin.accounts.removeUser({ userId: other.id, banReason: REASON })
    const { idToken } = await market.identity.signUp({ email: other.email, password })
    await market.identity.mailProof(idToken)
    await market.identity.proveEmail(other.email)
    await expect(register(idToken)).rejects.toMatchObject(BANNED)
    expect(await market.database.user.count({ where: { email: { in: [email, other.email] } } })).toBe(0)
  })

  it('is told to nobody who has not proven it, and becomes no proven one', async () => {
    const { id, email } = await market.user({ email: newEmail() })
    await admin.accounts.removeUser({ userId: id, banReason: REASON })
    const { idToken } = await market.identity.signUp({ email, password })
    const { account } = await register(idToken)
    expect(account).toMatchObject({ email, emailVerified: false })
    await market.identity.mailProof(idToken)
    await market.identity.proveEmail(email)
    await expect(market.anonymous().accounts.exchange({ idToken })).rejects.toMatchObject(BANNED)
    await expect(register(idToken)).rejects.toMatchObject(BANNED)
    expect(await market.database.user.findUniqueOrThrow({ where: { id: account.id } })).toMatchObject({
      emailVerifiedAt: null,
    })
  })

  it('is the proven one of before as well', async () => {
    const { id, email, idToken } = await proven()
    const next = newEmail()
    await market.as(id).accounts.askEmailChange({ email: next })
    await market.identity.mailChange(idToken, next)
    const mailed = (await market.identity.codesTo(next)).find(({ newEmail: to }) => to === next)
    await market.identity.applyCode(mailed?.oobCode ?? '')
    await market.as(id).accounts.exchange({ idToken: (await market.identity.signIn(next, password)).idToken })
    expect(await market.database.user.findUniqueOrThrow({ where: { id } })).toMatchObject({
      email: next,
      emailBefore: email,
    })
    await market.database.user.update({ where: { id }, data: { emailLeftAt: new Date(0) } })
    await admin.accounts.removeUser({ userId: id, banReason: REASON })
    await market.runJobs()
    for (const each of [email, next]) {
      const { idToken: again } = await market.identity.signInWithGoogle({
        sub: `google-${each}`,
        email: each,
        name: 'Ana',
      })
      await expect(register(again)).rejects.toMatchObject(BANNED)
    }
  })

  it('is not one of before that another account has now', async () => {
    const { id } = await proven()
    const victim = await proven()
    await market.database.user.update({ where: { id }, data: { emailBefore: victim.email, emailLeftAt: new Date(0) } })
    await admin.accounts.removeUser({ userId: id, banReason: REASON })
    expect((await admin.accounts.bannedEmails({ email: victim.email })).items).toEqual([])
  })

  it('is one of before though another account, which never proved it, has it now', async () => {
    const { id } = await proven()
    const before = newEmail()
    await market.database.user.update({ where: { id }, data: { emailBefore: before, emailLeftAt: new Date(0) } })
    await register((await market.identity.signUp({ email: before, password })).idToken)
    await admin.accounts.removeUser({ userId: id, banReason: REASON })
    expect((await admin.accounts.bannedEmails({ email: before })).items).toHaveLength(1)
  })

  it('is not one of before that was never proven', async () => {
    const { id } = await proven()
    await market.as(id).accounts.me()
    const stranger = newEmail()
    await market.database.user.update({
      where: { id },
      data: { email: stranger, emailVerifiedAt: null, emailChangeTo: `x${stranger}`, emailChangeAskedAt: new Date() },
    })
    const { identityUid } = await market.database.user.findUniqueOrThrow({ where: { id } })
    const changed = { uid: identityUid, email: `x${stranger}`, emailProven: true, byPassword: true, linkedEmail: null }
    await readAccount(
      market.platform,
      { ...changed, hasPassword: true, signIns: ['password'], validSince: new Date(0) } as never,
      { caller: { id, sessionId: id } as never },
    )
    expect(await market.database.user.findUniqueOrThrow({ where: { id } })).toMatchObject({
      email: `x${stranger}`,
      emailBefore: null,
    })
  })

  it('is not what an account changes to', async () => {
    const { email } = await banned()
    const { id, idToken } = await proven()
    const before = await market.database.user.findUniqueOrThrow({ where: { id } })
    await market.as(id).accounts.askEmailChange({ email })
    await market.identity.mailChange(idToken, email)
    const mailed = (await market.identity.codesTo(email)).find(({ newEmail: to }) => to === email)
    await market.identity.applyCode(mailed?.oobCode ?? '')
    const changed = await market.identity.signIn(email, password)
    await expect(market.as(id).accounts.exchange({ idToken: changed.idToken })).rejects.toMatchObject(BANNED)
    expect(await market.database.user.findUniqueOrThrow({ where: { id } })).toMatchObject({ email: before.email })
  })

  it('is listed with its reason, found by itself, and lifted once', async () => {
    const { id: userId, email } = await banned()
    const { id: bannedById } = await admin.accounts.me()
    const { items } = await admin.accounts.bannedEmails({ email: ` ${email.toUpperCase()} ` })
    expect(items).toEqual([expect.objectContaining({ userId, reason: REASON, bannedById, bannedByName: 'Ada Admin' })])
    expect((await admin.accounts.bannedEmails({ email: newEmail() })).items).toEqual([])
    const banId = items[0]?.id ?? ''
    expect(await admin.accounts.liftBan({ banId })).toEqual({ changed: true })
    expect(await admin.accounts.liftBan({ banId })).toEqual({ changed: false })
    const { idToken } = await market.identity.signUp({ email, password })
    await expect(register(idToken)).resolves.toMatchObject({ created: true })
    const audited = await market.database.auditEntry.findMany({ where: { subjectId: userId }, orderBy: { id: 'asc' } })
    expect(audited.map(({ action, reason }) => [action, reason])).toEqual(
      expect.arrayContaining([
        ['account.ban-email', REASON],
        ['account.lift-ban', null],
      ]),
    )
  })

  it('is stored as a keyed hash alone, which an older key still finds', async () => {
    const { email } = await banned()
    const rows = await market.database.bannedEmail.findMany()
    expect(JSON.stringify(rows)).not.toContain(email)
    const [key] = market.platform.bannedEmailKeys
    const rotated = { ...market.platform, bannedEmailKeys: ['another key of at least 32 bytes, or more', key] as const }
    expect(hashesOfEmail(rotated, email)[0]).not.toBe(hashesOfEmail(market.platform, email)[0])
    expect(rows.map(({ hash }) => hash)).toContain(hashesOfEmail(rotated, email)[1])
  })

  it('was proven: of a squatter, who never did, none is banned, and the account stays', async () => {
    const email = newEmail()
    const { idToken } = await market.identity.signUp({ email, password })
    const { account } = await register(idToken)
    expect(await admin.accounts.previewRemoval({ userId: account.id })).toMatchObject({ emailProven: false })
    await expect(admin.accounts.removeUser({ userId: account.id, banReason: REASON })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('never proven'),
    })
    expect(await market.database.user.count({ where: { id: account.id, deletedAt: null } })).toBe(1)
    await admin.accounts.removeUser({ userId: account.id })
    await market.runJobs()
    const owner = await market.identity.signInWithGoogle({ sub: `google-${email}`, email, name: 'Ana' })
    await expect(register(owner.idToken)).resolves.toMatchObject({ created: true })
  })
})
