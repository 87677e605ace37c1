import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { beginSession } from '#accounts/begin-session.ts'
import { exchangeSession } from '#accounts/exchange-session.ts'
import type { SessionOrigin } from '#identity/session-origin.ts'
import { removeDueAccounts } from '#user-removal/remove-due-accounts.ts'

const home: SessionOrigin = { device: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', network: '192.0.2.7' }

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

const subjects = async (to: string) => (await market.mails(to)).map(({ subject }) => subject)

it('a sign-in from a browser or a network that was not seen before is mailed, the first one is not', async () => {
  const { id: userId, email } = await market.user()
  let second = 0
  const signIn = (from: SessionOrigin) =>
    beginSession(market.platform, { userId, signedInAt: new Date(Date.UTC(2030, 0, 1, 0, 0, ++second)), from })
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

it('a deletion is mailed when it is asked for, and when it is done to the address that was', async () => {
  const { id, email } = await market.user()
  await market.as(id).accounts.requestDeletion({ confirmation: 'DELETE' })
  expect(await subjects(email)).toEqual(['Your account is about to be deleted'])
  await market.timePasses({ hours: 8 * 24 })
  await market.runJobs()
  await removeDueAccounts(market.platform)
  expect(await subjects(email)).toEqual(['Your account was removed', 'Your account is about to be deleted'])
})
