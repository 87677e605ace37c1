import { randomUUID } from 'node:crypto'
import { DomainError } from '@second-ring/contracts/errors'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { restClient } from '#http/rest/testing/rest-client.ts'
import { askEmailChange } from './ask-email-change.ts'
import { exchangeSession } from './exchange-session.ts'
import { forgetSessions } from './forget-sessions.ts'
import { readEmailChange } from './read-email-change.ts'
import { registerSignIn, register as registerUser } from './register.ts'
import { setAsideAccount } from './set-aside-account.ts'
import { verifyIdentity } from './verify-identity.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

const password = 'second-ring'
const newEmail = () => `${randomUUID()}@example.test`
const exchange = (idToken: string, by = market.anonymous()) => by.accounts.exchange({ idToken })
const register = (idToken: string, by = market.anonymous()) =>
  by.accounts.register({ idToken, name: 'Ana', role: 'SELLER' })

/** Somebody who signed up with an email, by a password, and has not proven it. */
async function signUp(email = newEmail()) {
  const { uid, idToken } = await market.identity.signUp({ email, password })
  const { account } = await register(idToken)
  return { uid, email, idToken, id: account.id, account }
}

const byGoogle = (email: string) => market.identity.signInWithGoogle({ sub: `google-${email}`, email, name: 'Ana' })

async function prove(idToken: string, email: string) {
  await market.identity.mailProof(idToken)
  await market.identity.proveEmail(email)
}

interface Asked {
  id: string
  email: string
  idToken: string
}

const setAsked = (id: string, emailChangeAskedAt: Date) =>
  market.database.user.update({ where: { id }, data: { emailChangeAskedAt } })

const notAsked = { cause: { code: 'FORBIDDEN', message: expect.stringContaining('not on the account’s page') } }
const isUnproven = { cause: { code: 'ACCOUNT_UNPROVEN' } }
const isForeign = { cause: { code: 'FORBIDDEN', message: expect.stringContaining('This Google account') } }
const signInAgain = { cause: { code: 'SIGN_IN_AGAIN' } }

/** The owner of an email that somebody else signed up with: the first sign-in clears that one, the second one begins. */
async function claim(email: string) {
  const first = await byGoogle(email)
  await expect(exchange(first.idToken)).rejects.toMatchObject({ cause: { code: 'ACCOUNT_UNPROVEN' } })
  await expect(register(first.idToken)).rejects.toMatchObject(signInAgain)
  const { idToken, uid } = await byGoogle(email)
  return { idToken, uid, firstUid: first.uid, ...(await register(idToken)) }
}

/** Asks for another email in a live session, and has its link mailed. */
async function askChange({ id, idToken }: { id: string; idToken: string }, next: string) {
  await market.as(id).accounts.askEmailChange({ email: next })
  expect(await market.as(id).accounts.emailChange()).toEqual({ email: next })
  await market.identity.mailChange(idToken, next)
}

async function openLink(email: string) {
  const [code] = await market.identity.codesTo(email)
  await market.identity.applyCode(code?.oobCode ?? '')
}

/** Moves what was stored of the provider's moments back, as if the account were older. */
async function age(id: string) {
  const data = { identityValidSince: new Date(Date.now() - 3_600_000) }
  await market.database.user.update({ where: { id }, data })
}

describe('the proof of an email', () => {
  it('is read again at each exchange', async () => {
    const { email, idToken, account } = await signUp()
    expect(account.emailVerified).toBe(false)
    expect((await exchange(idToken)).account.emailVerified).toBe(false)
    await prove(idToken, email)
    const sessions = await Promise.all(Array.from({ length: 6 }, () => exchange(idToken)))
    for (const session of sessions) expect(session.account).toMatchObject({ id: account.id, emailVerified: true })
    const where = { subjectId: account.id, action: 'account.prove-email' }
    expect(await market.database.auditEntry.count({ where })).toBe(1)
  })

  it('comes with a Google account', async () => {
    const { idToken } = await byGoogle(newEmail())
    expect((await register(idToken)).account.emailVerified).toBe(true)
  })

  it('is no wall: whoever has none books and posts', async () => {
    const { id } = await signUp()
    const { id: listingId } = await market.listing()
    const booking = { listingId, phone: '555 0199', meetingPlace: 'Library', expectedPriceCents: 20_000 }
    await expect(market.as(id).orders.place(booking)).resolves.toHaveProperty('orderId')
    await expect(market.as(id).listings.mine({})).resolves.toHaveProperty('items')
  })
})

describe('an unproven account, when the owner of its email signs in by Google', () => {
  it('is set aside, and the owner gets a fresh one', async () => {
    const squatter = await signUp()
    const { id: listingId } = await market.listing({ sellerId: squatter.id })
    const reserved = await market.listing({ sellerId: squatter.id, state: 'RESERVED' })
    const booked = await market.order({ listingId: reserved.id })
    const booking = await market.order({ buyerId: squatter.id })
    const paid = await market.order({
      listingId: (await market.listing({ sellerId: squatter.id, state: 'SOLD' })).id,
      state: 'PAID',
    })
    const live = market.as(squatter.id)
    await live.accounts.me()
    const { idToken, uid, firstUid, account, created } = await claim(squatter.email)
    expect(firstUid).toBe(squatter.uid)
    expect(uid).not.toBe(squatter.uid)
    expect(created).toBe(true)
    expect(account).toMatchObject({ email: squatter.email, emailVerified: true })
    expect(account.id).not.toBe(squatter.id)
    expect((await exchange(idToken)).account.id).toBe(account.id)

    await expect(live.accounts.me()).rejects.toMatchObject({ cause: { code: 'SESSION_ENDED' } })
    await expect(exchange(squatter.idToken)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    const row = await market.database.user.findUniqueOrThrow({ where: { id: squatter.id } })
    expect(row).toMatchObject({ email: null, setAsideEmail: squatter.email })
    // What it had open on the market ends; a paid order is an admin's.
    await market.runJobs()
    const states = async (ids: string[]) =>
      (await market.database.listing.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } })).map(l => l.state)
    expect(await states([listingId, booked.listingId, paid.listingId])).toEqual(['REMOVED', 'REMOVED', 'SOLD'])
    expect(await states([booking.listingId])).toEqual(['AVAILABLE'])
    const orders = await market.database.order.findMany({
      where: { id: { in: [booked.id, booking.id, paid.id] } },
      orderBy: { id: 'asc' },
      select: { state: true, ending: true },
    })
    expect(orders).toEqual([
      { state: 'CANCELLED', ending: 'SIDE_REMOVED' },
      { state: 'CANCELLED', ending: 'SIDE_REMOVED' },
      { state: 'PAID', ending: null },
    ])
  })

  it('leaves no passkey, token or role of an admin behind', async () => {
    const { id: userId } = await market.user({ role: 'ADMIN', emailVerifiedAt: null })
    const key = { credentialId: userId, publicKey: Buffer.from('x'), name: 'x', counter: 0n, transports: [] }
    await market.database.passkey.create({ data: { userId, ...key } })
    await market.database.recoveryCode.create({ data: { userId, hash: userId } })
    await market.database.$transaction(tx => setAsideAccount(tx, market.platform, userId, 'A test'))
    expect(await market.database.user.findUniqueOrThrow({ where: { id: userId } })).toMatchObject({ role: 'SELLER' })
    expect(await market.database.passkey.count({ where: { userId } })).toBe(0)
    expect(await market.database.recoveryCode.count({ where: { userId } })).toBe(0)
  })

  it('stays its owner’s who has proven the email at the provider, and has not come back since', async () => {
    const owner = await signUp()
    await prove(owner.idToken, owner.email)
    const { idToken } = await byGoogle(newEmail())
    const another = {
      ...(await verifyIdentity(market.platform, idToken)),
      email: owner.email,
      linkedEmail: owner.email,
    }
    const claiming = registerSignIn(market.platform, { signIn: another, name: 'Ana', role: 'BUYER' })
    await expect(claiming).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await exchange(owner.idToken)).account).toMatchObject({ id: owner.id, emailVerified: true })
  })

  it('forgets the owner’s email when the owner leaves, and in any case after 30 days', async () => {
    const emailOf = async (id: string) =>
      (await market.database.user.findUniqueOrThrow({ where: { id } })).setAsideEmail
    const [left, old, fresh] = [await signUp(), await signUp(), await signUp()]
    const { account } = await claim(left.email)
    await claim(old.email)
    await claim(fresh.email)
    await (await market.asAdmin()).accounts.removeUser({ userId: account.id })
    expect(await emailOf(left.id)).toBeNull()
    await market.database.user.update({
      where: { id: old.id },
      data: { setAsideAt: new Date(Date.now() - 31 * 86_400_000) },
    })
    await forgetSessions(market.platform)
    expect(await emailOf(old.id)).toBeNull()
    expect(await emailOf(fresh.id)).toBe(fresh.email)
  })

  it('gives way on REST too, where the sign-up of old clients begins afresh', async () => {
    const squatter = await signUp()
    const { idToken } = await byGoogle(squatter.email)
    const { send } = restClient(market)
    const as = `Bearer ${idToken}`
    const refused = await send('GET', `/jwt?email=${squatter.email}`, { as })
    expect(refused).toMatchObject({ status: 403, body: { accessToken: '', code: 'ACCOUNT_UNPROVEN' } })
    const body = { name: 'Ana', email: squatter.email, role: 'Seller' }
    const cleared = await send('POST', '/users', { as, body })
    expect(cleared).toMatchObject({ status: 403, body: { code: 'SIGN_IN_AGAIN' } })
    // The token of the sign-in that is gone says so too.
    expect(await send('POST', '/users', { as, body })).toMatchObject({ status: 401 })
    const again = `Bearer ${(await byGoogle(squatter.email)).idToken}`
    const made = await send('POST', '/users', { as: again, body })
    expect(made).toMatchObject({ status: 200, body: { acknowledged: true } })
    expect(made.body).not.toMatchObject({ insertedId: squatter.id })
    const entered = await send('GET', `/jwt?email=${squatter.email}`, { as: again })
    expect(entered).toMatchObject({ status: 200, body: { accessToken: expect.stringMatching(/^ey/) } })
  })

  it('gives way once, to many who press at once and then sign in once more', async () => {
    const squatter = await signUp()
    const { idToken } = await byGoogle(squatter.email)
    await Promise.allSettled(Array.from({ length: 6 }, () => register(idToken)))
    const { idToken: again } = await byGoogle(squatter.email)
    const results = await Promise.all(Array.from({ length: 6 }, () => register(again)))
    expect(new Set(results.map(({ account }) => account.id)).size).toBe(1)
    expect((await exchange(again)).account).toMatchObject({ email: squatter.email, emailVerified: true })
    const where = { subjectId: squatter.id, action: 'account.set-aside' }
    expect(await market.database.auditEntry.count({ where })).toBe(1)
  })

  it('gives way all the same when the claim was cut off after the provider’s account was gone', async () => {
    const squatter = await signUp()
    const { uid } = await byGoogle(squatter.email)
    await market.identity.deleteAccount(uid)
    const { idToken } = await byGoogle(squatter.email)
    const { account, created } = await register(idToken)
    expect({ created, isFresh: account.id !== squatter.id }).toEqual({ created: true, isFresh: true })
    expect((await exchange(idToken)).account.id).toBe(account.id)
    const row = await market.database.user.findUniqueOrThrow({ where: { id: squatter.id } })
    expect(row).toMatchObject({ email: null, setAsideEmail: squatter.email })
  })

  it('stays while the provider is away, and gives way at the next try', async () => {
    const squatter = await signUp()
    const { idToken } = await byGoogle(squatter.email)
    const { identity } = market.platform
    const away = new DomainError('PROVIDER_UNAVAILABLE', 'away')
    const platform = { ...market.platform, identity: { ...identity, removeAccount: () => Promise.reject(away) } }
    await expect(registerUser(platform, { idToken, name: 'Ana', role: 'BUYER' })).rejects.toBe(away)
    const row = await market.database.user.findUniqueOrThrow({ where: { id: squatter.id } })
    expect(row).toMatchObject({ email: squatter.email, setAsideAt: null })
    await expect(register(idToken)).rejects.toMatchObject(signInAgain)
  })

  it('is kept by whoever holds a live session of it', async () => {
    const newcomer = await signUp()
    const { idToken } = await byGoogle(newcomer.email)
    const { account } = await exchange(idToken, market.as(newcomer.id))
    expect(account).toMatchObject({ id: newcomer.id, emailVerified: true })
    expect((await exchange(idToken)).account.id).toBe(newcomer.id)
  })

  it('is kept by whoever opened the mailed link before', async () => {
    const newcomer = await signUp()
    await prove(newcomer.idToken, newcomer.email)
    const { idToken } = await byGoogle(newcomer.email)
    expect((await exchange(idToken)).account).toMatchObject({ id: newcomer.id, emailVerified: true })
  })

  it('is kept by whoever shows the mailed code, of that very email and kind', async () => {
    const [newcomer, other] = [await signUp(), await signUp()]
    for (const { idToken } of [newcomer, other]) await market.identity.mailProof(idToken)
    await market.identity.mailReset(newcomer.email)
    const [code, ofReset] = await market.identity.codesTo(newcomer.email)
    const [ofOther] = await market.identity.codesTo(other.email)
    const { idToken } = await byGoogle(newcomer.email)
    const exchangeWith = (shown: string | undefined) =>
      market.anonymous().accounts.exchange({ idToken, ...(shown && { code: shown }) })
    for (const wrong of [undefined, 'invented', ofReset?.oobCode, ofOther?.oobCode]) {
      await expect(exchangeWith(wrong)).rejects.toMatchObject({ cause: { code: 'ACCOUNT_UNPROVEN' } })
    }
    expect((await exchangeWith(code?.oobCode)).account).toMatchObject({ id: newcomer.id, emailVerified: true })
    expect((await exchange(idToken)).account.id).toBe(newcomer.id)
  })

  it('is kept by whoever sets a new password by a mailed link', async () => {
    const newcomer = await signUp()
    await market.identity.mailReset(newcomer.email)
    const [code] = await market.identity.codesTo(newcomer.email)
    await market.identity.resetPassword(code?.oobCode ?? '', 'another-password')
    const { idToken } = await market.identity.signIn(newcomer.email, 'another-password')
    expect((await exchange(idToken)).account).toMatchObject({ id: newcomer.id, emailVerified: true })
  })
})

describe('an account from before the proof was recorded', () => {
  const unrecorded = { identityValidSince: null, emailVerifiedAt: null }

  it('is its Google account’s, as it was', async () => {
    const { idToken } = await byGoogle(newEmail())
    const { id } = (await register(idToken)).account
    await market.database.user.update({ where: { id }, data: unrecorded })
    expect((await exchange(idToken)).account).toMatchObject({ id, emailVerified: true })
  })

  it('gives way when its password was taken since', async () => {
    const squatter = await signUp()
    const createdAt = new Date(Date.now() - 3_600_000)
    await market.database.user.update({ where: { id: squatter.id }, data: { ...unrecorded, createdAt } })
    const { idToken } = await byGoogle(squatter.email)
    await expect(exchange(idToken)).rejects.toMatchObject({ cause: { code: 'ACCOUNT_UNPROVEN' } })
  })
})

describe('an email whose account is gone at the provider', () => {
  it('is its owner’s again once they have proven it', async () => {
    const first = await signUp()
    await prove(first.idToken, first.email)
    await exchange(first.idToken)
    await market.identity.deleteAccount(first.uid)
    const { idToken } = await market.identity.signUp({ email: first.email, password: 'another-password' })
    await expect(register(idToken)).rejects.toMatchObject({ code: 'CONFLICT' })
    const { idToken: proven } = await byGoogle(first.email)
    const { account, created } = await register(proven)
    expect({ id: account.id, created }).toEqual({ id: first.id, created: false })
    const older = market.as(first.id)
    await older.accounts.me()
    expect((await exchange(proven)).account.id).toBe(first.id)
    await expect(older.accounts.me()).rejects.toMatchObject({ cause: { code: 'SESSION_ENDED' } })
  })

  it('is the same one for all who press twice', async () => {
    const first = await signUp()
    await prove(first.idToken, first.email)
    await exchange(first.idToken)
    await market.identity.deleteAccount(first.uid)
    const { idToken } = await byGoogle(first.email)
    const results = await Promise.all(Array.from({ length: 6 }, () => register(idToken)))
    expect(new Set(results.map(({ account }) => account.id))).toEqual(new Set([first.id]))
  })

  it('is not taken from whoever got it back in that moment', async () => {
    const first = await signUp()
    await prove(first.idToken, first.email)
    await exchange(first.idToken)
    await market.identity.deleteAccount(first.uid)
    const { idToken } = await byGoogle(first.email)
    const signIn = await verifyIdentity(market.platform, idToken)
    const { identity } = market.platform
    const quicker = { identityUid: `quicker-${first.id}` }
    const overtaken = Object.create(identity) as typeof identity
    overtaken.findAccount = async uid => {
      if (uid === first.uid) await market.database.user.update({ where: { id: first.id }, data: quicker })
      return identity.findAccount(uid)
    }
    const late = registerSignIn({ ...market.platform, identity: overtaken }, { signIn, name: 'Ana', role: 'SELLER' })
    await expect(late).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await market.database.user.findUniqueOrThrow({ where: { id: first.id } })).toMatchObject(quicker)
  })

  it('keeps no newcomer out when it never was proven', async () => {
    const first = await signUp()
    await market.identity.deleteAccount(first.uid)
    const newcomer = await signUp(first.email)
    expect(newcomer.id).not.toBe(first.id)
    expect((await exchange(newcomer.idToken)).account).toMatchObject({ id: newcomer.id, email: first.email })
  })

  it('says in the audit why it gave way', async () => {
    const reasonsOf = async (subjectId: string) =>
      (await market.database.auditEntry.findMany({ where: { subjectId, action: 'account.set-aside' } })).map(
        ({ reason }) => reason,
      )
    const first = await signUp()
    await market.identity.deleteAccount(first.uid)
    await signUp(first.email)
    expect(await reasonsOf(first.id)).toEqual(['Its sign-in is gone, and somebody signed up with its email'])
    const squatter = await signUp()
    await claim(squatter.email)
    expect(await reasonsOf(squatter.id)).toEqual(['The email was proven by somebody else'])
  })

  it('stays suspended, with a proof or without, until that is lifted', async () => {
    const first = await signUp()
    const admin = await market.asAdmin()
    await admin.accounts.suspend({ userId: first.id, reason: 'Sold phones that were not theirs' })
    await market.identity.deleteAccount(first.uid)
    const again = await market.identity.signUp({ email: first.email, password })
    // Without a proof nobody learns that it is suspended, nor why.
    await expect(register(again.idToken)).rejects.toMatchObject({
      cause: { code: 'CONFLICT', message: expect.not.stringContaining('Sold phones') },
    })
    await prove(again.idToken, first.email)
    const suspended = { cause: { code: 'ACCOUNT_SUSPENDED' } }
    await expect(register(again.idToken)).rejects.toMatchObject(suspended)
    expect(await market.database.user.findUnique({ where: { id: first.id } })).toMatchObject({ email: first.email })
    await admin.accounts.liftSuspension({ userId: first.id })
    expect((await register(again.idToken)).account.id).not.toBe(first.id)
  })

  it('stays suspended where it was proven, and keeps the sign-in that is gone', async () => {
    const first = await signUp()
    await prove(first.idToken, first.email)
    await exchange(first.idToken)
    await (await market.asAdmin()).accounts.suspend({ userId: first.id, reason: 'Sold phones that were not theirs' })
    await market.identity.deleteAccount(first.uid)
    const { idToken } = await byGoogle(first.email)
    await expect(register(idToken)).rejects.toMatchObject({ cause: { code: 'ACCOUNT_SUSPENDED' } })
    const row = await market.database.user.findUniqueOrThrow({ where: { id: first.id } })
    expect(row.identityUid).toBe(first.uid)
  })

  it('begins afresh where it never was proven', async () => {
    const first = await signUp()
    await market.identity.deleteAccount(first.uid)
    const { idToken } = await byGoogle(first.email)
    const { account } = await register(idToken)
    expect(account).toMatchObject({ email: first.email, emailVerified: true })
    expect(account.id).not.toBe(first.id)
  })
})

describe('a changed email', () => {
  it('counts once it is proven', async () => {
    const { email, idToken, id } = await signUp()
    await prove(idToken, email)
    await exchange(idToken)
    const next = newEmail()
    await askChange({ id, idToken }, next)
    expect((await exchange(idToken)).account.email).toBe(email)
    await openLink(next)
    const { idToken: later } = await market.identity.signIn(next, password)
    const elsewhere = market.as(id)
    await elsewhere.accounts.me()
    expect((await exchange(later, market.as(id))).account).toMatchObject({ id, email: next, emailVerified: true })
    await expect(elsewhere.accounts.me()).rejects.toMatchObject({
      cause: { code: 'SESSION_ENDED', message: expect.stringContaining('Your email was changed') },
    })
    const notices = await market.database.notice.findMany({ where: { userId: id, kind: 'account-security' } })
    expect(notices).toMatchObject([{ message: expect.stringContaining(next) }])
    const asked = { subjectId: id, action: 'account.ask-email-change' }
    expect(await market.database.auditEntry.findMany({ where: asked })).toMatchObject([{ actorId: id }])
  })

  /** An account that had a proven email, and has another one now. */
  async function changed() {
    const { email, idToken, id } = await signUp()
    await prove(idToken, email)
    await exchange(idToken)
    const next = newEmail()
    await askChange({ id, idToken }, next)
    await openLink(next)
    const { idToken: later } = await market.identity.signIn(next, password)
    expect((await exchange(later, market.as(id))).account.email).toBe(next)
    return { id, email, next }
  }

  it('is taken back by the link that went to the email of before, for good', async () => {
    const { id, email } = await changed()
    await openLink(email)
    const { idToken: back } = await market.identity.signIn(email, password)
    expect((await exchange(back)).account).toMatchObject({ id, email })
    // Another link to the email that it was taken from, mailed before, takes nothing back.
    expect(await market.database.user.findUniqueOrThrow({ where: { id } })).toMatchObject({ email, emailBefore: null })
  })

  it('is no way back for another account that changes to the email of before: it becomes theirs', async () => {
    const { id, email, next } = await changed()
    const other = await signUp()
    await prove(other.idToken, other.email)
    await exchange(other.idToken)
    await askChange(other, email)
    const codes = await market.identity.codesTo(email)
    const code = codes.find(({ requestType }) => requestType === 'VERIFY_AND_CHANGE_EMAIL')
    await market.identity.applyCode(code?.oobCode ?? '')
    const { idToken } = await market.identity.signIn(email, password)
    expect((await exchange(idToken, market.as(other.id))).account).toMatchObject({ id: other.id, email })
    expect(await market.database.user.findUniqueOrThrow({ where: { id } })).toMatchObject({ email: next })
  })

  it('is not taken back after four days, by whoever has the mailbox of then', async () => {
    const { id, email, next } = await changed()
    const emailLeftAt = new Date(Date.now() - 5 * 86_400_000)
    await market.database.user.update({ where: { id }, data: { emailLeftAt } })
    await openLink(email)
    const { idToken: back } = await market.identity.signIn(email, password)
    await expect(exchange(back)).rejects.toMatchObject(isUnproven)
    expect(await market.database.user.findUniqueOrThrow({ where: { id } })).toMatchObject({ email: next })
  })

  it('opens nothing while it is only said', async () => {
    const { id, email, idToken } = await signUp()
    const next = newEmail()
    await market.identity.change(idToken, { email: next })
    const { idToken: later } = await market.identity.signIn(next, password)
    await expect(exchange(later)).rejects.toMatchObject(notAsked)
    const row = await market.database.user.findUniqueOrThrow({ where: { id } })
    expect(row).toMatchObject({ email, emailVerifiedAt: null })
  })

  it.each([
    ['was not asked for here', async () => {}],
    [
      'was called off by a new password',
      async ({ id, email, idToken }: Asked) => {
        await age(id)
        await market.identity.change(idToken, { password: 'another-password' })
        await exchange((await market.identity.signIn(email, 'another-password')).idToken)
      },
    ],
    ['was called off by signing out everywhere', ({ id }: Asked) => market.as(id).accounts.signOutEverywhere()],
    ['gave way to another one', ({ id }: Asked) => market.as(id).accounts.askEmailChange({ email: newEmail() })],
    ['was asked for five days ago', ({ id }: Asked) => setAsked(id, new Date(Date.now() - 5 * 86_400_000))],
  ])('does not count, and opens nothing, when it %s', async (_what, callOff) => {
    const asked = await signUp()
    await prove(asked.idToken, asked.email)
    await exchange(asked.idToken)
    const next = newEmail()
    if (_what === 'was not asked for here') await market.identity.mailChange(asked.idToken, next)
    else await askChange(asked, next)
    await callOff(asked)
    // Whoever lost their session with it asks in a new one.
    const pending = await readEmailChange(market.platform, { ...asked.account, sessionId: randomUUID() })
    expect(pending.email).not.toBe(next)
    await openLink(next)
    await market.identity.mailReset(next)
    const [reset] = await market.identity.codesTo(next)
    await market.identity.resetPassword(reset?.oobCode ?? '', 'the-thiefs-one')
    const { idToken } = await market.identity.signIn(next, 'the-thiefs-one')
    await expect(exchange(idToken, market.as(asked.id))).rejects.toMatchObject(isUnproven)
    const row = await market.database.user.findUniqueOrThrow({ where: { id: asked.id } })
    expect(row.email).toBe(asked.email)
    // Its owner proves it once more, and it is theirs.
    const owner = (await byGoogle(asked.email)).idToken
    expect(await register(owner)).toMatchObject({ created: false, account: { id: asked.id, email: asked.email } })
  })

  it('is asked for in a session that goes on, and by nobody who is about to leave', async () => {
    const { id, account } = await signUp()
    // The session ended while the call was under way.
    const caller = { ...account, sessionId: randomUUID() }
    const asked = askEmailChange(market.platform, caller, { email: newEmail() })
    await expect(asked).rejects.toMatchObject({ code: 'SESSION_ENDED' })
    expect(await market.database.user.findUniqueOrThrow({ where: { id } })).toMatchObject({ emailChangeTo: null })
    await market.as(id).accounts.requestDeletion({ confirmation: 'DELETE' })
    await expect(market.as(id).accounts.askEmailChange({ email: newEmail() })).rejects.toMatchObject({
      cause: { code: 'FORBIDDEN' },
    })
  })

  it('gives way to the owner of that email, who comes by Google before it is proven', async () => {
    const thief = await signUp()
    await prove(thief.idToken, thief.email)
    await exchange(thief.idToken)
    await market.as(thief.id).accounts.askEmailChange({ email: 'x@example.test' })
    const held = market.as(thief.id)
    await held.accounts.me()
    const victim = newEmail()
    await market.identity.change(thief.idToken, { email: victim })
    const { account, idToken } = await claim(victim)
    expect(account).toMatchObject({ email: victim, emailVerified: true })
    expect(account.id).not.toBe(thief.id)
    expect((await exchange(idToken)).account.id).toBe(account.id)
    await expect(held.accounts.me()).rejects.toMatchObject({ cause: { code: 'SESSION_ENDED' } })
    const row = await market.database.user.findUniqueOrThrow({ where: { id: thief.id } })
    expect(row).toMatchObject({ email: thief.email, setAsideAt: null })
    // The one that gave way had proven its own email, and may be the victim of a copied token.
    const entries = await market.database.auditEntry.findMany({ where: { subjectId: thief.id } })
    expect(entries.map(({ action }) => action)).toContain('account.lose-sign-in')
    const notices = await market.database.notice.findMany({ where: { userId: thief.id } })
    expect(notices.map(({ message }) => message).join()).toContain('sign up again')
    expect((await market.mails(thief.email)).map(({ subject }) => subject)).toContain('Your login has ended')
  })

  it.each([
    ['takes it from an unproven account', false],
    ['leaves it to an account that has proven it', true],
  ])('%s', async (_what, isProven) => {
    const { idToken, email, id } = await signUp()
    await prove(idToken, email)
    const next = newEmail()
    const other = await market.user({ email: next, emailVerifiedAt: isProven ? new Date() : null })
    await askChange({ id, idToken }, next)
    await openLink(next)
    const { idToken: later } = await market.identity.signIn(next, password)
    expect((await exchange(later, market.as(id))).account).toMatchObject({ id, email: isProven ? email : next })
    const row = await market.database.user.findUniqueOrThrow({ where: { id: other.id } })
    expect(row.email).toBe(isProven ? next : null)
  })
})

describe('an email that somebody put on the sign-in of their account', () => {
  /** Mallory's account, whose sign-in has the victim's email; the victim has set a new password. */
  async function trap({ isAsked = false, isProven = true } = {}) {
    const mallory = await signUp()
    if (isProven) await prove(mallory.idToken, mallory.email)
    await exchange(mallory.idToken)
    const victim = newEmail()
    if (isAsked) await market.as(mallory.id).accounts.askEmailChange({ email: victim })
    await market.identity.change(mallory.idToken, { email: victim })
    await market.identity.mailReset(victim)
    const [reset] = await market.identity.codesTo(victim)
    await market.identity.resetPassword(reset?.oobCode ?? '', 'the-victims-one')
    const { idToken } = await market.identity.signIn(victim, 'the-victims-one')
    return { mallory, victim, idToken }
  }
  const rowOf = (id: string) => market.database.user.findUniqueOrThrow({ where: { id } })

  it.each([[true], [false]])('is its owner’s: they begin an account of their own (asked for: %s)', async isAsked => {
    const { mallory, victim, idToken } = await trap({ isAsked })
    await expect(exchange(idToken)).rejects.toMatchObject(isUnproven)
    await expect(register(idToken)).rejects.toMatchObject(signInAgain)
    expect(await rowOf(mallory.id)).toMatchObject({ email: mallory.email, setAsideAt: null })
    const { idToken: again } = await market.identity.signUp({ email: victim, password: 'the-victims-one' })
    const { account } = await register(again)
    await prove(again, victim)
    expect((await exchange(again)).account).toMatchObject({ id: account.id, email: victim, emailVerified: true })
    expect(account.id).not.toBe(mallory.id)
    // The other account is of whoever proves its email.
    const owner = (await byGoogle(mallory.email)).idToken
    expect(await register(owner)).toMatchObject({ created: false, account: { id: mallory.id, email: mallory.email } })
  })

  it('learns what to do by REST too, and gives way there', async () => {
    const { victim, idToken } = await trap({ isAsked: true })
    const { send } = restClient(market)
    const as = `Bearer ${idToken}`
    const body = { name: 'Vera', email: victim, role: 'Buyer' }
    const entered = await send('GET', `/jwt?email=${victim}`, { as })
    expect(entered).toMatchObject({ status: 403, body: { code: 'ACCOUNT_UNPROVEN' } })
    const cleared = await send('POST', '/users', { as, body })
    expect(cleared).toMatchObject({ status: 403, body: { code: 'SIGN_IN_AGAIN' } })
    const { idToken: again } = await market.identity.signUp({ email: victim, password })
    expect(await send('POST', '/users', { as: `Bearer ${again}`, body })).toMatchObject({ status: 200 })
  })

  it('gives way once, to many who press at once', async () => {
    const { mallory, victim, idToken } = await trap({ isAsked: true })
    await Promise.allSettled(Array.from({ length: 6 }, () => register(idToken)))
    const { idToken: again } = await market.identity.signUp({ email: victim, password })
    expect((await register(again)).account).toMatchObject({ email: victim })
    expect(await rowOf(mallory.id)).toMatchObject({ email: mallory.email, setAsideAt: null })
  })

  it('gives way all the same when the claim was cut off after the provider’s account was gone', async () => {
    const { mallory, victim } = await trap()
    await market.identity.deleteAccount(mallory.uid)
    const { idToken } = await market.identity.signUp({ email: victim, password })
    expect((await register(idToken)).account).toMatchObject({ email: victim })
    const owner = (await byGoogle(mallory.email)).idToken
    expect((await register(owner)).account.id).toBe(mallory.id)
  })

  it('leaves a suspended account suspended, and one about to be deleted about to be', async () => {
    const suspended = await trap()
    const data = { suspendedAt: new Date(), suspensionReason: 'Fraud' }
    await market.database.user.update({ where: { id: suspended.mallory.id }, data })
    await expect(register(suspended.idToken)).rejects.toMatchObject(signInAgain)
    expect(await rowOf(suspended.mallory.id)).toMatchObject({ suspensionReason: 'Fraud', setAsideAt: null })
    const owner = (await byGoogle(suspended.mallory.email)).idToken
    await expect(register(owner)).rejects.toMatchObject({ cause: { code: 'ACCOUNT_SUSPENDED' } })
    const leaving = await trap()
    await market.as(leaving.mallory.id).accounts.requestDeletion({ confirmation: 'DELETE' })
    await expect(register(leaving.idToken)).rejects.toMatchObject(signInAgain)
    expect(await rowOf(leaving.mallory.id)).toMatchObject({ deletesAt: expect.any(Date), setAsideAt: null })
  })

  it('becomes the account’s by no session that has ended, nor by that of somebody else', async () => {
    const { mallory, idToken } = await trap({ isAsked: true })
    const stranger = await signUp()
    await expect(exchange(idToken, market.as(stranger.id))).rejects.toMatchObject(isUnproven)
    const ended = { ...mallory.account, sessionId: randomUUID() }
    const shown = exchangeSession(market.platform, { idToken, caller: ended })
    await expect(shown).rejects.toMatchObject({ code: 'ACCOUNT_UNPROVEN' })
    expect(await rowOf(mallory.id)).toMatchObject({ email: mallory.email })
  })

  it('does not become the account’s by a Google account of another email, in a live session of it', async () => {
    const { mallory, idToken } = await trap({ isAsked: true })
    const { identity } = market.platform
    const claims = await identity.verifyIdToken(idToken)
    if (!claims) throw new Error('The victim is signed in.')
    const linked = { ...claims, byPassword: false, linkedEmail: newEmail() }
    const platform = { ...market.platform, identity: { ...identity, verifyIdToken: async () => linked } }
    const { id: sessionId } = await market.database.session.findFirstOrThrow({
      where: { userId: mallory.id, endedAt: null },
    })
    const shown = exchangeSession(platform, { idToken, caller: { ...mallory.account, sessionId } })
    await expect(shown).rejects.toMatchObject(isForeign.cause)
    expect(await rowOf(mallory.id)).toMatchObject({ email: mallory.email })
  })

  it('does not become the account’s as the email of before, which was never proven', async () => {
    const victim = newEmail()
    const mallory = await signUp(victim)
    const own = newEmail()
    await askChange(mallory, own)
    await openLink(own)
    const { idToken: later } = await market.identity.signIn(own, password)
    expect((await exchange(later, market.as(mallory.id))).account.email).toBe(own)
    await openLink(victim)
    const { idToken } = await market.identity.signIn(victim, password)
    await expect(exchange(idToken)).rejects.toMatchObject(isUnproven)
    expect(await rowOf(mallory.id)).toMatchObject({ email: own, emailBefore: null })
  })
})

describe('a Google account that somebody links at the provider', () => {
  const newLink = () => ({ sub: `google-${randomUUID()}`, email: newEmail() })

  it('of another email opens nothing, before and after the owner proves theirs, and the owner is notified', async () => {
    const squatter = await signUp()
    const link = newLink()
    await market.identity.linkGoogle(squatter.idToken, link)
    const foreign = () => market.identity.signInWithGoogle(link).then(({ idToken }) => idToken)
    await expect(exchange(await foreign())).rejects.toMatchObject(isForeign)
    await prove(squatter.idToken, squatter.email)
    expect((await exchange(squatter.idToken)).account.emailVerified).toBe(true)
    await expect(exchange(await foreign())).rejects.toMatchObject(isForeign)
    const where = { userId: squatter.id, kind: 'account-security' } as const
    const notices = await market.database.notice.findMany({ where })
    expect(notices).toMatchObject([{ message: expect.stringContaining(link.email) }])
  })

  it('of another email signs nobody up', async () => {
    const email = newEmail()
    const { idToken } = await market.identity.signUp({ email, password })
    const link = newLink()
    await market.identity.linkGoogle(idToken, link)
    const { idToken: foreign } = await market.identity.signInWithGoogle(link)
    await expect(register(foreign)).rejects.toMatchObject(isForeign)
  })

  it('of the account’s email is one more way in, of which its user is notified once, until it is unlinked', async () => {
    const { id, email, idToken } = await signUp()
    await prove(idToken, email)
    await exchange(idToken)
    const link = { sub: `google-${email}`, email }
    await market.identity.linkGoogle(idToken, link)
    const { idToken: google } = await market.identity.signInWithGoogle(link)
    await Promise.all(Array.from({ length: 4 }, () => exchange(google)))
    expect((await exchange(google)).account.id).toBe(id)
    const where = { userId: id, kind: 'account-security' } as const
    expect(await market.database.notice.count({ where })).toBe(1)
    await market.identity.unlink(google, 'google.com')
    await expect(exchange(google)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect((await exchange((await market.identity.signIn(email, password)).idToken)).account.id).toBe(id)
  })
})

describe('a changed password', () => {
  it('ends all other sessions at the next exchange, once', async () => {
    const { email, idToken, id } = await signUp()
    const thief = market.as(id)
    await thief.accounts.me()
    await age(id)
    await market.identity.change(idToken, { password: 'another-password' })
    const { idToken: later } = await market.identity.signIn(email, 'another-password')
    const session = await exchange(later)
    await expect(thief.accounts.me()).rejects.toMatchObject({ cause: { code: 'SESSION_ENDED' } })
    expect((await exchange(later)).account).toEqual(session.account)
    const me = await fetch(`${market.url}/trpc/accounts.me`, {
      headers: { authorization: `Bearer ${session.accessToken}` },
    })
    expect(me.status).toBe(200)
    const where = { subjectId: id, action: 'account.end-sessions' }
    expect(await market.database.auditEntry.count({ where })).toBe(1)
  })
})
