import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { beginSession, type SignIn } from '#accounts/begin-session.ts'
import { endOlderSessions } from '#accounts/end-older-sessions.ts'
import { exchangeSession } from '#accounts/exchange-session.ts'
import { recordSignIns } from '#accounts/record-sign-ins.ts'
import { authenticate } from '#identity/authenticate.ts'
import type { SessionOrigin } from '#identity/session-origin.ts'
import { removeDueAccounts } from '#user-removal/remove-due-accounts.ts'
import { removeUser } from '#user-removal/remove-user.ts'
import { recordMail } from './record-mail.ts'
import { sendMails } from './send-mails.ts'

const home: SessionOrigin = { device: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', network: '192.0.2.7' }

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

const begin = (signIn: SignIn) => market.database.$transaction(tx => beginSession(tx, market.platform, signIn))

const subjects = async (to: string) => (await market.mails(to)).map(({ subject }) => subject)

it('a sign-in from a browser or a network that was not seen before is mailed, the first one is not', async () => {
  const { id: userId, email } = await market.user()
  let second = 0
  const signIn = (from: SessionOrigin) =>
    begin({ userId, signedInAt: new Date(Date.UTC(2030, 0, 1, 0, 0, ++second)), from })
  await signIn(home)
  await signIn(home)
  expect(await subjects(email)).toEqual([])
  await signIn({ ...home, network: '198.51.100.4' })
  await signIn({ ...home, device: 'Call +1 555 010 0100 at once <b>Chrome/1</b>' })
  const mails = await market.mails(email)
  expect(mails.map(({ subject }) => subject)).toEqual(['New sign-in to your account', 'New sign-in to your account'])
  const texts = mails.map(({ text }) => text).join()
  expect(texts).toContain('by Firefox on Linux: a network that was not seen before (198.51.100.4)')
  expect(texts).toContain('a browser that was not seen before')
  expect(texts, 'what a browser says of itself is anybody’s text').not.toContain('555 010')
})

it('a sign-in is mailed also when the sessions of before were forgotten', async () => {
  const { id: userId, email } = await market.user()
  const signIn = (year: number) => begin({ userId, signedInAt: new Date(Date.UTC(year, 0, 1)), from: home })
  await signIn(2031)
  expect(await subjects(email)).toEqual([])
  await market.database.session.deleteMany({ where: { userId } })
  await signIn(2032)
  expect(await subjects(email)).toEqual(['New sign-in to your account'])
})

it('a sign-in without a name of its browser is mailed, once for each network', async () => {
  const { id: userId, email } = await market.user()
  let second = 0
  const signIn = (from: SessionOrigin) =>
    begin({ userId, signedInAt: new Date(Date.UTC(2030, 0, 2, 0, 0, ++second)), from })
  await signIn(home)
  const unnamed = { ...home, device: null }
  const unnamedElsewhere = { device: null, network: '198.51.100.9' }
  for (const [count, from] of [unnamed, unnamedElsewhere].entries()) {
    await signIn(from)
    await signIn(from)
    expect((await subjects(email)).length, JSON.stringify(from)).toBe(count + 1)
  }
})

it('a changed email is mailed to the one before, and a changed password to its user, once each', async () => {
  const before = `before-${Date.now()}@example.test`
  const { uid, idToken } = await market.identity.signUp({
    email: before,
    password: 'Correct-1-horse',
    displayName: 'Ann',
  })
  const { id } = await market.user({ email: before, identityUid: uid })
  await market.database.user.update({ where: { id }, data: { identityValidSince: new Date(0) } })
  await exchangeSession(market.platform, { idToken })
  expect(await subjects(before)).toEqual(['Your password was changed'])
  await exchangeSession(market.platform, { idToken })
  expect(await subjects(before)).toHaveLength(1)
})

it('a changed password of which several tabs are told is mailed once, and nothing older moves its time back', async () => {
  const { id: userId, email } = await market.user()
  await market.database.user.update({ where: { id: userId }, data: { identityValidSince: new Date(0) } })
  const [older, newer] = [new Date(1000), new Date(2000)]
  for (const validSince of [newer, newer, older])
    await endOlderSessions(market.platform, { userId, sessionId: userId, validSince, reason: 'PASSWORD_CHANGED' })
  expect(await subjects(email)).toEqual(['Your password was changed'])
  const { identityValidSince } = await market.database.user.findUniqueOrThrow({ where: { id: userId } })
  expect(identityValidSince).toEqual(newer)
})

it('what warns of a thief goes to the owner, though the email was changed at once', async () => {
  const { id, email } = await market.user()
  const thief = `thief-${id}@example.test`
  await market.as(id).accounts.askEmailChange({ email: thief })
  await market.platform.database.$transaction(tx => recordMail(tx, { userId: id, kind: 'new-sign-in', message: 'x' }))
  await market.database.user.update({ where: { id }, data: { email: thief } })
  expect((await subjects(email)).toSorted()).toEqual([
    'New sign-in to your account',
    'Somebody asked to change your email',
  ])
  expect(await subjects(thief)).toEqual([])
})

it('a new way to log in is mailed', async () => {
  const { id, email } = await market.user()
  await market.database.user.update({ where: { id }, data: { signIns: ['password'] } })
  const signIn = { signIns: ['password', 'google.com mallory@evil.test'] }
  await recordSignIns(market.platform, { id, email, signIns: ['password'] }, signIn)
  expect(await subjects(email)).toEqual(['Your account has a new way to log in'])
})

it('what an admin does to an account is mailed', async () => {
  const admin = await market.asAdmin()
  const { id: userId, email } = await market.user({ role: 'SELLER' })
  const { id: listingId } = await market.listing({ sellerId: userId, productName: 'Aurora 12' })
  await admin.accounts.verifySeller({ userId })
  await admin.accounts.unverifySeller({ userId, reason: 'The papers are another’s' })
  await admin.listings.removeAny({ listingId, reason: 'Not a phone at all' })
  await admin.accounts.suspend({ userId, reason: 'Sold phones that were not theirs' })
  await admin.accounts.liftSuspension({ userId })
  const mails = await market.mails(email)
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'An admin has removed a post of yours',
    'You are a verified seller',
    'You are no verified seller any more',
    'Your account is open again',
    'Your account is suspended',
  ])
  const texts = mails.map(({ text }) => text).join()
  for (const reason of ['The papers are', 'your post of Aurora 12', 'Not a phone', 'Sold phones'])
    expect(texts).toContain(reason)
})

it('a deletion is mailed when it is asked for, and when it is done to the address that was', async () => {
  const { id, email } = await market.user()
  await market.as(id).accounts.requestDeletion({ confirmation: 'DELETE' })
  expect(await subjects(email)).toEqual(['Your account is about to be deleted'])
  await market.timePasses({ hours: 8 * 24 })
  await market.runJobs()
  await removeDueAccounts(market.platform)
  expect(await subjects(email)).toEqual(['Your account was removed', 'Your account is about to be deleted'])
})

it('whom an admin removes reads why and whom to write to, in a last mail and in an open tab', async () => {
  const { id: userId, email } = await market.user()
  const tab = market.as(userId)
  await tab.accounts.me()
  const platform = { ...market.platform, operatorEmail: 'help@shop.example' }
  const { caller } = await authenticate(platform, market.tokenOf((await market.user({ role: 'ADMIN' })).id))
  if (!caller) throw new Error('The admin is signed in')
  await removeUser(platform, caller, { userId, reason: 'Sold phones of others, see https://evil.test/x' })
  await sendMails(platform)
  const [mail] = await market.mails(email)
  expect(mail?.text).toContain(
    'The admin wrote: “Sold phones of others, see (web address)” To object, write to help@shop.example.',
  )
  const ended = { cause: { code: 'SESSION_ENDED' }, message: 'This account was removed.' }
  await expect(tab.accounts.me()).rejects.toMatchObject(ended)
  const entry = { action: 'account.remove', subjectId: userId, reason: { startsWith: 'Sold phones' } }
  expect(await market.database.auditEntry.count({ where: entry })).toBe(1)
})
