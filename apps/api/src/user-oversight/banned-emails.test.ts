import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashesOfEmail } from '#accounts/banned-emails.ts'

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
  it('has no account again, whether proven or not, by a password or by Google', async () => {
    const { email } = await banned()
    const { idToken } = await market.identity.signUp({ email, password })
    await expect(register(idToken)).rejects.toMatchObject(BANNED)
    const google = await market.identity.signInWithGoogle({ sub: `google-${email}`, email, name: 'Ana' })
    await expect(register(google.idToken)).rejects.toMatchObject(BANNED)
    expect(await market.database.user.count({ where: { email } })).toBe(0)
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
    await expect(market.anonymous().accounts.exchange({ idToken: changed.idToken })).rejects.toMatchObject(BANNED)
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
