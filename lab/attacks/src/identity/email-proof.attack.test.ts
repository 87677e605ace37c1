import { randomUUID } from 'node:crypto'
import { grantAdmin } from '@second-ring/api/user-oversight/grant-admin'
import { identityClient } from '@second-ring/firebase-sandbox/client'
import { startFirebaseSandbox } from '@second-ring/firebase-sandbox/start-firebase-sandbox'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { attackOn } from '../wire/attack-on.ts'

let market: Market
let attack: ReturnType<typeof attackOn>
beforeAll(async () => {
  market = await createMarket()
  attack = attackOn(market)
})
afterAll(() => market.close())

const password = 'second-ring'
const newEmail = () => `${randomUUID()}@example.test`

/** The product's record and token of a provider's sign-in. */
async function enter(idToken: string, role = 'BUYER') {
  await attack.rpc('accounts.register', { idToken, name: 'Ana', role })
  const { data } = await attack.rpc('accounts.exchange', { idToken })
  const { accessToken, account } = data as { accessToken: string; account: { id: string; email: string } }
  return { ...account, as: `Bearer ${accessToken}` }
}

/** Whoever signed up with an email by a password, and has not proven it. */
async function squat(email = newEmail(), role = 'BUYER') {
  const { idToken } = await market.identity.signUp({ email, password })
  return { ...(await enter(idToken, role)), idToken }
}

const byGoogle = async (email: string) =>
  (await market.identity.signInWithGoogle({ sub: `google-${email}`, email })).idToken

/** The owner of an email that somebody else signed up with: the first sign-in clears that one, the second one begins. */
async function claim(email: string) {
  const idToken = await byGoogle(email)
  expect(await attack.rpc('accounts.register', { idToken, name: 'Ana', role: 'BUYER' })).toMatchObject({ status: 403 })
  return enter(await byGoogle(email))
}

describe('whoever signed up with somebody else’s email', () => {
  it('A168 is made no admin, before and after the owner has come', async () => {
    const squatter = await squat()
    await expect(grantAdmin(market.database, squatter.email)).rejects.toThrow('has not proven that email')
    const owner = await claim(squatter.email)
    expect((await grantAdmin(market.database, squatter.email)).changed).toBe(true)
    const { refused, rpc } = attack
    await refused(() => rpc('accounts.list', { role: 'BUYER' }, { as: squatter.as }), 401)
    const roles = await market.database.user.findMany({
      where: { id: { in: [owner.id, squatter.id] } },
      orderBy: { id: 'asc' },
      select: { id: true, role: true },
    })
    expect(roles).toEqual([
      { id: squatter.id, role: 'BUYER' },
      { id: owner.id, role: 'ADMIN' },
    ])
  })

  it('A169 has a token that opens nothing of the owner’s, on both transports', async () => {
    const squatter = await squat(undefined, 'SELLER')
    const { id: listingId } = await market.listing({ sellerId: squatter.id })
    const owner = await claim(squatter.email)
    expect(owner.id).not.toBe(squatter.id)
    const order = await market.order({ buyerId: owner.id })
    const { refused, rpc, send } = attack
    const as = squatter.as
    await refused(() => rpc('accounts.me', undefined, { as }), 401)
    await refused(() => rpc('orders.byId', { orderId: order.id }, { as }), 401)
    await refused(() => send('GET', `/orders?email=${owner.email}`, { as }), 401)
    await refused(() => send('GET', `/orders/${order.id}`, { as }), 401)
    // Their sign-in at the provider is as little worth, and so is the password.
    await refused(() => rpc('accounts.exchange', { idToken: squatter.idToken }), 401)
    await refused(() => send('GET', `/jwt?email=${owner.email}`, { as: `Bearer ${squatter.idToken}` }), 401)
    await expect(market.identity.signIn(owner.email, password)).rejects.toThrow('INVALID_LOGIN_CREDENTIALS')
    expect((await rpc('listings.byId', { listingId })).status).toBe(404)
  })
})

describe('mailed links', () => {
  it('A170 of somebody else prove nothing for whoever opens them, and a used one nothing at all', async () => {
    const [victim, thief] = [await squat(), await squat()]
    await market.identity.mailProof(victim.idToken)
    const [mail] = await market.identity.codesTo(victim.email)
    await market.identity.applyCode(mail?.oobCode ?? '')
    await expect(market.identity.applyCode(mail?.oobCode ?? '')).rejects.toThrow('INVALID_OOB_CODE')
    await expect(market.identity.resetPassword(mail?.oobCode ?? '', 'the-thiefs-one')).rejects.toThrow(
      'INVALID_OOB_CODE',
    )
    await expect(market.identity.applyCode('not-a-code')).rejects.toThrow('INVALID_OOB_CODE')
    const proofs = await Promise.all(
      [victim, thief].map(({ idToken }) => attack.rpc('accounts.exchange', { idToken }).then(({ data }) => data)),
    )
    expect(proofs).toMatchObject([{ account: { emailVerified: true } }, { account: { emailVerified: false } }])
  })

  it('A170 prove nothing and set no password once they have expired', async () => {
    let at = Date.now()
    const sandbox = await startFirebaseSandbox({ now: () => new Date(at) })
    onTestFinished(() => sandbox.stop())
    const identity = identityClient(sandbox.url)
    const email = newEmail()
    const { idToken } = await identity.signUp({ email, password })
    await identity.mailProof(idToken)
    await identity.mailReset(email)
    const [proof, reset] = await identity.codesTo(email)
    at += 72 * 3_600_000
    await expect(identity.applyCode(proof?.oobCode ?? '')).rejects.toThrow('EXPIRED_OOB_CODE')
    await expect(identity.resetPassword(reset?.oobCode ?? '', 'the-thiefs-one')).rejects.toThrow('EXPIRED_OOB_CODE')
    expect(await identity.signIn(email, password)).toHaveProperty('uid')
  })

  it('A171 for a forgotten password do not tell which addresses have an account', async () => {
    const { email } = await squat()
    const answers = []
    for (const asked of [email, email, newEmail()]) {
      answers.push(JSON.stringify(await market.identity.mailReset(asked)).replace(asked, ''))
    }
    expect(new Set(answers).size).toBe(1)
    for (const asked of [email, newEmail()]) {
      await expect(market.identity.signIn(asked, 'a-wrong-one')).rejects.toThrow('INVALID_LOGIN_CREDENTIALS')
    }
  })

  it('A172 come one a minute to an address, however often and for whatever they are asked', async () => {
    const { email, idToken } = await squat()
    const { idToken: other } = await squat()
    const asks = Array.from({ length: 20 }, (_, turn) => [
      market.identity.mailProof(idToken),
      market.identity.mailReset(turn % 2 ? email : email.toUpperCase()),
      market.identity.mailChange(other, `new-${email}`),
    ])
    await Promise.allSettled(asks.flat())
    const kinds = (await market.identity.codesTo(email)).map(({ requestType }) => requestType)
    expect(kinds.toSorted()).toEqual(['PASSWORD_RESET', 'VERIFY_EMAIL'])
    expect(await market.identity.codesTo(`new-${email}`)).toHaveLength(1)
  })
})

describe('a changed email', () => {
  it('A173 that another account has, or that is only said, changes nothing', async () => {
    const victim = await market.user({ role: 'ADMIN' })
    const thief = await squat()
    await market.identity.change(thief.idToken, { email: victim.email })
    const { idToken: said } = await market.identity.signIn(victim.email, password)
    const { refused, rpc } = attack
    await refused(() => rpc('accounts.exchange', { idToken: said }), 403)

    // The provider itself vouches for it, and yet nothing is gained.
    await market.identity.mailProof(said)
    await market.identity.proveEmail(victim.email)
    const { idToken: vouched } = await market.identity.signIn(victim.email, password)
    await refused(() => rpc('accounts.exchange', { idToken: vouched }), 403)
    await refused(() => attack.send('GET', `/jwt?email=${victim.email}`, { as: `Bearer ${vouched}` }), 403)
    expect(await market.database.user.findUniqueOrThrow({ where: { id: thief.id } })).toMatchObject({
      email: thief.email,
      role: 'BUYER',
    })
    const row = await market.database.user.findUniqueOrThrow({ where: { id: victim.id } })
    expect(row).toMatchObject({ email: victim.email, role: 'ADMIN', setAsideAt: null })
  })
})

describe('what a stranger left at the provider', () => {
  const ownGoogle = () => ({ sub: `google-${randomUUID()}`, email: newEmail() })
  const entersBy = (idToken: string) => attack.rpc('accounts.exchange', { idToken })

  it('A174 a change of email and a linked Google account open nothing after the owner has claimed the email', async () => {
    const squatter = await squat()
    const next = newEmail()
    const google = ownGoogle()
    await attack.rpc('accounts.askEmailChange', { email: next }, { as: squatter.as })
    await market.identity.mailChange(squatter.idToken, next)
    await market.identity.linkGoogle(squatter.idToken, google)
    const owner = await claim(squatter.email)
    const [mail] = await market.identity.codesTo(next)
    await expect(market.identity.applyCode(mail?.oobCode ?? '')).rejects.toThrow('INVALID_OOB_CODE')
    // Their Google account begins one of its own, under its own email.
    const { idToken } = await market.identity.signInWithGoogle(google)
    expect(await entersBy(idToken)).toMatchObject({ status: 403 })
    expect((await enter(idToken)).id).not.toBe(owner.id)
    expect((await entersBy(await byGoogle(squatter.email))).data).toMatchObject({ account: { id: owner.id } })
  })

  it('A175 a linked Google account opens nothing after the owner has set the password anew', async () => {
    const squatter = await squat()
    const google = ownGoogle()
    await market.identity.mailReset(squatter.email)
    const [reset] = await market.identity.codesTo(squatter.email)
    await market.identity.resetPassword(reset?.oobCode ?? '', 'the-owners-one')
    const { idToken } = await market.identity.signIn(squatter.email, 'the-owners-one')
    await attack.rpc('accounts.exchange', { idToken })
    // Whoever holds an ID token for a moment can link one.
    await market.identity.linkGoogle(idToken, google)
    const { idToken: foreign } = await market.identity.signInWithGoogle(google)
    // The first time its owner is notified.
    expect(await entersBy(foreign)).toMatchObject({ status: 403 })
    const as = `Bearer ${foreign}`
    await attack.refused(() => attack.send('GET', `/jwt?email=${squatter.email}`, { as }), 403)
  })

  it.each(['changed the password', 'signed out everywhere'])(
    'A176 a change of email asked for by a stolen ID token, or in a stolen session, opens nothing once the owner has %s',
    async what => {
      const owner = await squat()
      await market.identity.mailProof(owner.idToken)
      await market.identity.proveEmail(owner.email)
      await entersBy(owner.idToken)
      const next = newEmail()
      await attack.rpc('accounts.askEmailChange', { email: next }, { as: owner.as })
      await market.identity.mailChange(owner.idToken, next)
      if (what === 'changed the password') {
        const data = { identityValidSince: new Date(Date.now() - 3_600_000) }
        await market.database.user.update({ where: { id: owner.id }, data })
        await market.identity.change(owner.idToken, { password: 'another-password' })
        await entersBy((await market.identity.signIn(owner.email, 'another-password')).idToken)
      } else await attack.rpc('accounts.signOutEverywhere', undefined, { as: owner.as })
      const [mail] = await market.identity.codesTo(next)
      await market.identity.applyCode(mail?.oobCode ?? '')
      await market.identity.mailReset(next)
      const [reset] = await market.identity.codesTo(next)
      await market.identity.resetPassword(reset?.oobCode ?? '', 'the-thiefs-one')
      const { idToken } = await market.identity.signIn(next, 'the-thiefs-one')
      await attack.refused(() => entersBy(idToken), 403)
      const row = await market.database.user.findUniqueOrThrow({ where: { id: owner.id } })
      expect(row.email).toBe(owner.email)
    },
  )
})

describe('an email that somebody put on the sign-in of their own account', () => {
  async function proven() {
    const { idToken } = await market.identity.signUp({ email: newEmail(), password })
    const account = await enter(idToken)
    await market.identity.mailProof(idToken)
    await market.identity.proveEmail(account.email)
    await attack.rpc('accounts.exchange', { idToken }, { as: account.as })
    return { ...account, idToken }
  }

  /** The owner of the email is told that it is taken, and sets its password anew. */
  async function resetAndSignIn(email: string) {
    await market.identity.mailReset(email)
    const reset = (await market.identity.codesTo(email)).find(({ requestType }) => requestType === 'PASSWORD_RESET')
    await market.identity.resetPassword(reset?.oobCode ?? '', 'the-victims-one')
    return (await market.identity.signIn(email, 'the-victims-one')).idToken
  }

  async function trap(isAsked: boolean) {
    const mallory = await proven()
    const victim = newEmail()
    if (isAsked) await attack.rpc('accounts.askEmailChange', { email: victim }, { as: mallory.as })
    await market.identity.change(mallory.idToken, { email: victim })
    const idToken = await resetAndSignIn(victim)
    const registration = { idToken, name: 'Vera', role: 'BUYER' }
    await attack.refused(() => attack.send('GET', `/jwt?email=${victim}`, { as: `Bearer ${idToken}` }), 403)
    expect((await attack.rpc('accounts.exchange', { idToken })).status).toBe(403)
    expect((await attack.rpc('accounts.register', registration)).status).toBe(403)
    // What Mallory holds at the provider is gone: the mailed link back, and the sign-in.
    for (const { oobCode } of await market.identity.codesTo(mallory.email)) {
      await expect(market.identity.applyCode(oobCode)).rejects.toThrow()
    }
    const own = await enter((await market.identity.signUp({ email: victim, password })).idToken)
    expect(own).toMatchObject({ email: victim })
    expect(own.id).not.toBe(mallory.id)
  }

  it('A219 asked for: its owner gets into no account of the other, and has one of their own', () => trap(true))
  it('A220 not asked for: its owner gets into no account of the other, and has one of their own', () => trap(false))

  it('A221 an account that has proven its email is neither set aside nor changed by such a claim', async () => {
    const owner = await proven()
    // A thief with the sign-in for a moment puts their own email on it, proves that, and claims.
    const thief = newEmail()
    await market.identity.change(owner.idToken, { email: thief })
    const idToken = await resetAndSignIn(thief)
    const claimed = await attack.rpc('accounts.register', { idToken, name: 'Thief', role: 'BUYER' })
    expect(claimed.status).toBe(403)
    const row = await market.database.user.findUniqueOrThrow({ where: { id: owner.id } })
    expect(row).toMatchObject({ email: owner.email, setAsideAt: null, emailVerifiedAt: expect.any(Date) })
    const again = { idToken: await byGoogle(owner.email), name: 'Ana', role: 'BUYER' }
    expect((await attack.rpc('accounts.register', again)).data).toMatchObject({ account: { id: owner.id } })
  })

  it('A222 is no email of before: one that was never proven is not come back to', async () => {
    const victim = newEmail()
    const mallory = await squat(victim)
    const own = newEmail()
    await attack.rpc('accounts.askEmailChange', { email: own }, { as: mallory.as })
    await market.identity.mailChange(mallory.idToken, own)
    const [change] = await market.identity.codesTo(own)
    await market.identity.applyCode(change?.oobCode ?? '')
    const { idToken: later } = await market.identity.signIn(own, password)
    expect((await attack.rpc('accounts.exchange', { idToken: later }, { as: mallory.as })).status).toBe(200)
    const back = (await market.identity.codesTo(victim)).at(-1)
    await market.identity.applyCode(back?.oobCode ?? '')
    const { idToken } = await market.identity.signIn(victim, password)
    await attack.refused(() => attack.rpc('accounts.exchange', { idToken }), 403)
    expect(await market.database.user.findUniqueOrThrow({ where: { id: mallory.id } })).toMatchObject({ email: own })
  })

  /** A thief with an ID token and a session for a moment has changed the email of a proven account. */
  async function changedByThief() {
    const owner = await proven()
    const thief = newEmail()
    await attack.rpc('accounts.askEmailChange', { email: thief }, { as: owner.as })
    await market.identity.mailChange(owner.idToken, thief)
    const change = (await market.identity.codesTo(thief)).find(({ newEmail: to }) => to === thief)
    await market.identity.applyCode(change?.oobCode ?? '')
    const { idToken } = await market.identity.signIn(thief, password)
    expect((await attack.rpc('accounts.exchange', { idToken }, { as: owner.as })).status).toBe(200)
    // So that the mailed link cannot put it back.
    const { idToken: squatted } = await market.identity.signUp({ email: owner.email, password })
    return { owner, thief, idToken, squatted }
  }

  it.each([false, true])(
    'A246 comes back to whoever proves the one of before, though the thief has signed up with it (registered: %s)',
    async isRegistered => {
      const { owner, thief, idToken, squatted } = await changedByThief()
      if (isRegistered) await attack.rpc('accounts.register', { idToken: squatted, name: 'Thief', role: 'BUYER' })
      const back = await attack.rpc('accounts.exchange', { idToken: await resetAndSignIn(owner.email) })
      expect(back.data).toMatchObject({ account: { id: owner.id, email: owner.email, emailVerified: true } })
      await attack.refused(() => attack.rpc('accounts.exchange', { idToken }), 403)
      const row = await market.database.user.findUniqueOrThrow({ where: { id: owner.id } })
      expect(row).toMatchObject({ email: owner.email, emailBefore: null })
      expect(await market.database.user.count({ where: { email: thief } })).toBe(0)
      const sessions = { userId: owner.id, endedAt: null }
      expect(await market.database.session.count({ where: sessions })).toBe(1)
    },
  )

  it('A246 does not come back after four days, nor from an account that has proven it', async () => {
    const { owner } = await changedByThief()
    await market.database.user.update({
      where: { id: owner.id },
      data: { emailLeftAt: new Date(Date.now() - 97 * 3_600_000) },
    })
    await attack.refused(
      async () => attack.rpc('accounts.exchange', { idToken: await resetAndSignIn(owner.email) }),
      403,
    )
    const other = await changedByThief()
    const google = newEmail()
    await attack.rpc('accounts.register', { idToken: await byGoogle(google), name: 'Ana', role: 'BUYER' })
    await market.database.user.update({ where: { id: other.owner.id }, data: { emailBefore: google } })
    const kept = await attack.rpc('accounts.exchange', { idToken: await byGoogle(google) })
    expect(kept.data).toMatchObject({ account: { email: google } })
    expect(kept.data).not.toMatchObject({ account: { id: other.owner.id } })
  })

  it('A247 a session alone binds a proven account to no new sign-in that has not proven its email', async () => {
    const owner = await proven()
    await market.identity.change(owner.idToken, { email: newEmail() })
    const { idToken } = await market.identity.signUp({ email: owner.email, password: 'of-the-thief' })
    const registration = { idToken, name: 'Thief', role: 'BUYER' }
    await attack.refused(() => attack.rpc('accounts.register', registration, { as: owner.as }), 409)
    await attack.refused(() => attack.rpc('accounts.exchange', { idToken }, { as: owner.as }), 403)
  })

  it('A248 a sign-in whose session was ended reads the account by no call', async () => {
    const owner = await proven()
    await market.database.session.updateMany({
      where: { userId: owner.id },
      data: { endedAt: new Date(), endReason: 'ENDED_ELSEWHERE' },
    })
    const registration = { idToken: owner.idToken, name: 'Thief', role: 'BUYER' }
    await attack.refused(() => attack.rpc('accounts.register', registration), 401)
    await attack.refused(() => attack.rpc('accounts.exchange', { idToken: owner.idToken }), 401)
  })
})
