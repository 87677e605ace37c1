import { randomUUID } from 'node:crypto'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireFreshFactor } from '#factor/require-fresh-factor.ts'
import { authenticate } from '#identity/authenticate.ts'
import { sessionOrigin } from '#identity/session-origin.ts'
import { watchingOf } from '#live/testing/watching.ts'
import type { Platform } from '#platform/platform.ts'
import { endSignInsBefore } from './end-sign-ins-before.ts'
import { exchangeSession } from './exchange-session.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

const watching = watchingOf(() => market)
const ended = { cause: { code: 'SESSION_ENDED' } }

/** Someone who signs in at the identity provider whenever a test says so. */
async function somebody(user: Parameters<Market['user']>[0] = {}) {
  const { id, email } = await market.user(user)
  const { identityUid: uid } = await market.database.user.findUniqueOrThrow({ where: { id } })
  const signIn = async (at: string, { device = 'Firefox', held }: { device?: string; held?: string } = {}) => {
    const signedInAt = new Date(at)
    const identity: Platform['identity'] = {
      ...market.platform.identity,
      verifyIdToken: async () => ({
        uid,
        email,
        signedInAt,
        emailProven: true,
        byPassword: true,
        linkedEmail: null,
        signIns: ['password'],
        hasPassword: true,
        validSince: new Date(0),
      }),
    }
    const from = sessionOrigin(device, '203.0.113.7')
    const entered = await exchangeSession(
      { ...market.platform, identity },
      { idToken: 'x', accessToken: held ?? null },
      from,
    )
    const { accessToken, deletionCancelled } = entered
    const { caller } = await authenticate(market.platform, accessToken)
    const sessionId = caller?.sessionId ?? ''
    const renew = () => signIn(at, { device, held: accessToken })
    return { accessToken, sessionId, deletionCancelled, renew, calls: market.as(id, sessionId) }
  }
  return { id, signIn }
}

const daysAgo = (days: number) => new Date(Math.floor(Date.now() / 1000 - days * 86_400) * 1000).toISOString()
const morning = daysAgo(3.2)
const noon = daysAgo(3)
/** After whatever ends in a test. */
const later = '2199-01-01T00:00:00Z'

it('a session that is begun while the provider’s word comes that its sign-in has ended, ends too', async () => {
  const { id: userId } = await market.user()
  const { identityUid: uid } = await market.database.user.findUniqueOrThrow({ where: { id: userId } })
  const signedInAt = new Date(morning)
  await market.whileHeld({
    hold: async tx => {
      // As whoever begins a session does.
      await tx.$executeRaw`SELECT FROM users WHERE id = ${userId}::uuid FOR SHARE`
      await tx.session.create({ data: { userId, signedInAt } })
    },
    acts: [() => endSignInsBefore(market.platform, { isEnded: true, uid, before: null })],
  })
  const session = await market.database.session.findFirstOrThrow({ where: { userId, signedInAt } })
  expect(session.endReason).toBe('ENDED_ELSEWHERE')
})

it.each([
  ['all where the account is disabled or gone', null, []],
  ['those from before a time', new Date(noon), [noon, later]],
])('the sessions of what the provider has ended end too: %s', async (_, before, open) => {
  const { id: userId } = await market.user()
  const { identityUid: uid } = await market.database.user.findUniqueOrThrow({ where: { id: userId } })
  await market.database.session.deleteMany({ where: { userId } })
  const data = [morning, noon, later].map(at => ({ userId, signedInAt: new Date(at) }))
  await market.database.session.createMany({ data })
  await endSignInsBefore(market.platform, { isEnded: true, uid, before })
  const left = await market.database.session.findMany({ where: { userId, endedAt: null }, orderBy: { id: 'asc' } })
  expect(left.map(({ signedInAt }) => signedInAt)).toEqual(open.map(at => new Date(at)))
})

describe('the session of a sign-in', () => {
  it('is the same at each renewal, and another for another sign-in', async () => {
    const { signIn } = await somebody()
    const first = await signIn(morning)
    expect((await first.renew()).sessionId).toBe(first.sessionId)
    expect((await signIn(noon, { held: first.accessToken })).sessionId).not.toBe(first.sessionId)
  })

  it('is one, when tabs of a browser renew it at once', async () => {
    const { signIn } = await somebody()
    const { sessionId, renew } = await signIn(morning)
    const renewed = await Promise.all(Array.from({ length: 8 }, () => renew()))
    expect(new Set(renewed.map(each => each.sessionId))).toEqual(new Set([sessionId]))
  })

  it('is another for each sign-in of the same second, listed, mailed and signed out by itself', async () => {
    const { id, signIn } = await somebody()
    const owner = await signIn(morning)
    const thief = await signIn(morning, { device: 'Chromium' })
    expect(thief.sessionId).not.toBe(owner.sessionId)
    const { sessions } = await owner.calls.accounts.sessions()
    expect(sessions.map(session => session.id)).toContain(thief.sessionId)
    expect(await market.database.mail.count({ where: { userId: id, kind: 'new-sign-in' } })).toBe(1)
    expect(await owner.calls.accounts.signOutThere({ sessionId: thief.sessionId })).toEqual({ ended: 1 })
    await expect(thief.calls.accounts.me()).rejects.toMatchObject(ended)
    await expect(thief.renew()).rejects.toMatchObject({ code: 'SESSION_ENDED' })
    // The sign-in itself begins nothing any more, whoever holds it.
    await expect(signIn(morning)).rejects.toMatchObject({ code: 'SESSION_ENDED' })
    expect((await owner.renew()).sessionId).toBe(owner.sessionId)
  })

  it('shares no proof of the factor with another sign-in of the same second', async () => {
    const { id, signIn } = await somebody({ role: 'ADMIN' })
    const owner = await signIn(morning)
    await market.database.factorProof.create({ data: { userId: id, sessionId: owner.sessionId } })
    const thief = await signIn(morning)
    const passkey = { credentialId: id, publicKey: Buffer.from('x'), counter: 0, transports: [], name: 'Key' }
    await market.database.passkey.create({ data: { userId: id, ...passkey } })
    const asks = async ({ accessToken }: { accessToken: string }) => {
      const { caller } = await authenticate(market.platform, accessToken)
      if (caller) await requireFreshFactor(market.database, market.platform, caller)
    }
    await expect(asks(thief)).rejects.toMatchObject({ code: 'FACTOR_REQUIRED' })
    await asks(owner)
    await asks(await owner.renew())
  })

  it('is renewed by its own token alone: by no other person’s, no other sign-in’s, and one that has expired is enough', async () => {
    const { signIn } = await somebody()
    const stranger = await (await somebody()).signIn(morning)
    const first = await signIn(morning)
    const holding = (holder: { userId: string; sessionId: string }, ttlS?: number) =>
      signIn(morning, { held: market.platform.accessTokens.issue(holder, ttlS).accessToken })
    const { caller } = await authenticate(market.platform, first.accessToken)
    const userId = caller?.id ?? ''
    for (const held of [stranger.accessToken, 'x', `${first.accessToken}x`])
      expect((await signIn(morning, { held })).sessionId).not.toBe(first.sessionId)
    expect((await holding({ userId, sessionId: randomUUID() })).sessionId).not.toBe(first.sessionId)
    expect((await holding({ userId, sessionId: first.sessionId }, -86_400)).sessionId).toBe(first.sessionId)
  })

  it('ends with every other of its sign-in, also one that is begun at that moment by a copy of it', async () => {
    const { id, signIn } = await somebody()
    const { calls } = await signIn(morning)
    const copied = await signIn(morning)
    await Promise.all([
      ...Array.from({ length: 4 }, () => signIn(morning).catch(() => undefined)),
      calls.accounts.signOut(),
      ...Array.from({ length: 4 }, () => signIn(morning).catch(() => undefined)),
    ])
    await expect(copied.calls.accounts.me()).rejects.toMatchObject(ended)
    const open = { userId: id, signedInAt: new Date(morning), endedAt: null }
    expect(await market.database.session.count({ where: open })).toBe(0)
  })

  it('has expired when it was not used for 30 days, or its sign-in is of 180 days ago', async () => {
    const { id, signIn } = await somebody()
    const longAgo = daysAgo(40)
    const { sessionId } = await signIn(longAgo)
    const data = { renewedAt: new Date(daysAgo(30.1)) }
    await market.database.session.update({ where: { id: sessionId }, data })
    const expired = { code: 'SESSION_ENDED', message: 'Your session has expired. Sign in to go on.' }
    await expect(signIn(longAgo)).rejects.toMatchObject(expired)
    await expect(signIn(daysAgo(180.1))).rejects.toMatchObject(expired)
    await signIn(daysAgo(179.9))
    expect(await market.database.session.count({ where: { userId: id, renewedAt: { gt: data.renewedAt } } })).toBe(2)
  })

  it('is listed to its owner alone, with the browser and the place, this one first', async () => {
    const { signIn } = await somebody()
    const other = await signIn(morning, { device: 'Chrome '.repeat(100) })
    const { calls, sessionId } = await signIn(noon)
    const { sessions } = await calls.accounts.sessions()
    expect(sessions).toMatchObject([
      { id: sessionId, isThis: true, device: 'Firefox', network: '203.0.113.7' },
      { id: other.sessionId, isThis: false },
      { isThis: false, device: null },
    ])
    expect(sessions[1]?.device).toHaveLength(300)
    expect((await (await market.asBuyer()).accounts.sessions()).sessions).toHaveLength(1)
  })

  it('opens nothing once it has ended, and another of the same person does', async () => {
    const { signIn } = await somebody()
    const [there, here] = [await signIn(morning), await signIn(noon)]
    expect(await here.calls.accounts.signOutThere({ sessionId: there.sessionId })).toEqual({ ended: 1 })
    expect(await here.calls.accounts.signOutThere({ sessionId: there.sessionId })).toEqual({ ended: 0 })
    await expect(there.calls.accounts.me()).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      cause: { code: 'SESSION_ENDED', message: 'You were signed out from another device. Sign in to go on.' },
    })
    // The provider still knows that sign-in, and gives ID tokens of it.
    await expect(signIn(morning)).rejects.toMatchObject({ code: 'SESSION_ENDED' })
    await expect(here.calls.accounts.me()).resolves.toBeDefined()
    const headers = { authorization: `Bearer ${there.accessToken}` }
    const answer = await fetch(`${market.url}/orders?email=x@example.test`, { headers })
    expect({ status: answer.status, ...((await answer.json()) as object) }).toMatchObject({
      status: 401,
      code: 'SESSION_ENDED',
    })
    // What everyone may read is still theirs to read.
    expect((await fetch(`${market.url}/categories`, { headers })).status).toBe(200)
  })

  it('ends alone when somebody signs out, and its sign-in begins no other: a copy of it opens nothing', async () => {
    const { signIn } = await somebody()
    const [other, here] = [await signIn(morning), await signIn(noon)]
    expect(await here.calls.accounts.signOut()).toEqual({ ended: 1 })
    await expect(here.calls.accounts.signOut()).rejects.toMatchObject(ended)
    await expect(other.calls.accounts.me()).resolves.toBeDefined()
    await expect(signIn(noon)).rejects.toMatchObject({ code: 'SESSION_ENDED' })
    expect((await signIn(daysAgo(2.9))).sessionId).not.toBe(here.sessionId)
  })

  it('closes its live stream when it ends', async () => {
    const { id } = await market.user()
    const watch = watching({ notices: true }, { userId: id })
    await watch.until({ unread: 0 })
    await market.as(id, randomUUID()).accounts.signOutEverywhere()
    expect(await watch.ends).toBe('cut')
    const again = watching({ notices: true }, { userId: id })
    expect(await again.ends).toBe(401)
  })
})

describe('all sessions of a person', () => {
  it('end but the one that asks; a sign-in from before begins none any more', async () => {
    const { id, signIn } = await somebody()
    const [there, here] = [await signIn(morning), await signIn(noon)]
    // The two, and the one that every user of a test has.
    expect(await here.calls.accounts.signOutEverywhere()).toEqual({ ended: 2 })
    await expect(there.calls.accounts.me()).rejects.toMatchObject(ended)
    await expect(signIn(daysAgo(3.1))).rejects.toMatchObject({ code: 'SESSION_ENDED' })
    expect((await here.renew()).sessionId).toBe(here.sessionId)
    await expect(signIn(noon)).rejects.toMatchObject({ code: 'SESSION_ENDED' })
    await expect((await signIn(later)).calls.accounts.me()).resolves.toBeDefined()
    expect(
      await market.database.auditEntry.findMany({
        where: { subjectId: id },
        select: { action: true, reason: true },
        orderBy: { id: 'asc' },
      }),
    ).toEqual([
      { action: 'account.sign-in', reason: null },
      { action: 'account.sign-in', reason: null },
      { action: 'account.end-sessions', reason: '2 sessions' },
      { action: 'account.sign-in', reason: null },
    ])
  })

  it('have all ended, whatever began at the same moment', async () => {
    const { id, signIn } = await somebody()
    const { calls, sessionId } = await signIn(noon)
    const hours = Array.from({ length: 6 }, (_, hour) => `2026-11-19T0${hour}:00:00Z`)
    await Promise.all([
      ...hours.map(at => signIn(at).catch(() => undefined)),
      calls.accounts.signOutEverywhere(),
      ...hours.map(at => signIn(at.replace('19T', '18T')).catch(() => undefined)),
    ])
    const open = await market.database.session.findMany({ where: { userId: id, endedAt: null } })
    expect(open.map(session => session.id)).toEqual([sessionId])
  })

  it('are ended by an admin with a reason, audited', async () => {
    const { id, signIn } = await somebody()
    const { calls } = await signIn(noon)
    const admin = await market.user({ role: 'ADMIN' })
    const { accounts } = market.as(admin.id)
    const reason = 'The phone was stolen'
    expect(await accounts.endUserSessions({ userId: id, reason })).toEqual({ ended: 2 })
    await expect(calls.accounts.me()).rejects.toMatchObject({
      cause: { code: 'SESSION_ENDED', message: 'An admin signed you out. Sign in to go on.' },
    })
    const [entry] = await market.database.auditEntry.findMany({ where: { subjectId: id, actorId: admin.id } })
    expect(entry).toMatchObject({ actorId: admin.id, action: 'account.end-sessions', reason })
    await expect(accounts.endUserSessions({ userId: admin.id, reason })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(accounts.endUserSessions({ userId: randomUUID(), reason })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  it('end with the account, which keeps nothing of where they were', async () => {
    const { id, signIn } = await somebody()
    const { accessToken } = await signIn(noon)
    await (await market.asAdmin()).accounts.removeUser({ userId: id })
    expect(await authenticate(market.platform, accessToken)).toMatchObject({
      caller: null,
      ended: { code: 'SESSION_ENDED', message: 'This account was removed.' },
    })
    const sessions = await market.database.session.findMany({ where: { userId: id } })
    expect(sessions).toHaveLength(2)
    for (const session of sessions) {
      expect(session).toMatchObject({ device: null, network: null, endReason: 'REMOVED', endedAt: expect.any(Date) })
    }
  })
})

describe('an account that is about to be deleted', () => {
  const DELETE = { confirmation: 'DELETE' }

  it('is kept by a sign-in, with what was hidden, and its owner is told', async () => {
    const { id, signIn } = await somebody({ role: 'SELLER' })
    const { id: listingId } = await market.listing({ sellerId: id })
    const { calls, deletionCancelled } = await signIn(noon)
    expect(deletionCancelled).toBe(false)
    await calls.accounts.requestDeletion(DELETE)
    const again = await signIn(later)
    expect(again.deletionCancelled).toBe(true)
    expect((await again.renew()).deletionCancelled).toBe(false)
    expect(await again.calls.accounts.me()).not.toHaveProperty('deletesAt')
    expect(await market.database.listing.findUniqueOrThrow({ where: { id: listingId } })).toMatchObject({
      state: 'AVAILABLE',
      hiddenAt: null,
    })
    const told = { userId: id, kind: 'deletion-cancelled' }
    expect(await market.database.mail.count({ where: told })).toBe(1)
    expect(await market.database.notice.count({ where: { userId: id, kind: 'account-security' } })).toBe(1)
    const kept = { subjectId: id, action: 'account.cancel-deletion' }
    expect(await market.database.auditEntry.count({ where: kept })).toBe(1)
  })

  it('is kept in the transaction that begins the session: where keeping fails, nobody is signed in', async () => {
    const { id, signIn } = await somebody()
    const { calls } = await signIn(noon)
    await calls.accounts.requestDeletion(DELETE)
    await market.database.$executeRaw`
      ALTER TABLE audit_entries ADD CONSTRAINT unkept CHECK (action <> 'account.cancel-deletion') NOT VALID`
    try {
      await expect(signIn(later)).rejects.toThrow()
      expect(await market.database.session.count({ where: { userId: id, signedInAt: new Date(later) } })).toBe(0)
    } finally {
      await market.database.$executeRaw`ALTER TABLE audit_entries DROP CONSTRAINT unkept`
    }
    expect((await signIn(later)).deletionCancelled).toBe(true)
  })

  it('is not kept by renewing the session in which it was asked for', async () => {
    const { signIn } = await somebody()
    const { calls, renew } = await signIn(noon)
    const { deletesAt } = await calls.accounts.requestDeletion(DELETE)
    await expect(signIn(noon)).rejects.toMatchObject({ code: 'SESSION_ENDED' })
    const renewed = await renew()
    expect(renewed.deletionCancelled).toBe(false)
    expect(await renewed.calls.accounts.me()).toMatchObject({ deletesAt })
  })

  it('stays so when it is asked for again in the session that kept it', async () => {
    const { signIn } = await somebody()
    await (await signIn(noon)).calls.accounts.requestDeletion(DELETE)
    const { calls, renew } = await signIn(later)
    const { deletesAt } = await calls.accounts.requestDeletion(DELETE)
    expect(await (await renew()).calls.accounts.me()).toMatchObject({ deletesAt })
  })

  it('is not kept once its time has come', async () => {
    const { signIn } = await somebody()
    await (await signIn(noon)).calls.accounts.requestDeletion(DELETE)
    await market.timePasses({ hours: 7 * 24 })
    expect(await (await signIn(later)).calls.accounts.me()).toHaveProperty('deletesAt')
  })
})
