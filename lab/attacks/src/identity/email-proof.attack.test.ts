import { randomUUID } from 'node:crypto'
import { grantAdmin } from '@second-ring/api/accounts/grant-admin'
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

describe('whoever signed up with somebody else’s email', () => {
  it('A168 is made no admin, before and after the owner has come', async () => {
    const squatter = await squat()
    await expect(grantAdmin(market.database, squatter.email)).rejects.toThrow('has not proven that email')
    const owner = await enter(await byGoogle(squatter.email))
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
    const owner = await enter(await byGoogle(squatter.email))
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
    const entered = await attack.rpc('accounts.exchange', { idToken: said })
    expect(entered.data).toMatchObject({ account: { id: thief.id, email: thief.email, role: 'BUYER' } })

    // The provider itself vouches for it, and yet the account here stays its own.
    await market.identity.mailProof(said)
    await market.identity.proveEmail(victim.email)
    const { idToken: vouched } = await market.identity.signIn(victim.email, password)
    const again = await attack.rpc('accounts.exchange', { idToken: vouched })
    expect(again.data).toMatchObject({ account: { id: thief.id, email: thief.email, role: 'BUYER' } })
    const row = await market.database.user.findUniqueOrThrow({ where: { id: victim.id } })
    expect(row).toMatchObject({ email: victim.email, role: 'ADMIN', setAsideAt: null })
  })
})
