import { paidOrder } from '@second-ring/api/payments/testing/paid-order'
import { createMarket, type Market, type MarketOptions } from '@second-ring/testkit'
import { expect, it, onTestFinished } from 'vitest'
import { attackOn } from '../wire/attack-on.ts'

async function opened(options: MarketOptions = {}) {
  const market = await createMarket({ webhooks: false, ...options })
  onTestFinished(() => market.close())
  return { market, attack: attackOn(market) }
}

/** A paid order, and how its buyer proposes again and again to cancel it. */
async function deal({ market, attack }: { market: Market; attack: ReturnType<typeof attackOn> }) {
  const { orderId, buyerId, sellerId } = await paidOrder(market)
  const [buyer, seller] = [buyerId, sellerId].map(id => ({ as: `Bearer ${market.tokenOf(id)}` }))
  const { email } = await market.database.user.findUniqueOrThrow({ where: { id: sellerId } })
  const propose = () => attack.rpc('orders.proposeCancellation', { orderId, reason: 'Changed my mind' }, buyer)
  const withdraw = (data: unknown) => {
    const { proposalId } = data as { proposalId: string }
    return attack.rpc('orders.withdrawCancellation', { orderId, proposalId }, buyer)
  }
  const notices = async () =>
    (await market.database.notice.findMany({ where: { userId: sellerId, orderId } })).map(({ kind }) => kind).toSorted()
  return { orderId, buyer, seller, email: email ?? '', propose, withdraw, notices }
}

it('A297 proposals to cancel or to meet, made and withdrawn without end, are bounded and leave one notification', async () => {
  const { market, attack } = await opened()
  const { orderId, buyer, seller, email, propose, withdraw, notices } = await deal({ market, attack })
  const cancellations: number[] = []
  for (let each = 0; each < 18; each += 1) {
    const { status, data } = await propose()
    cancellations.push(status)
    if (status === 200) expect((await withdraw(data)).status).toBe(200)
  }
  expect(cancellations.filter(status => status === 200)).toHaveLength(3)
  const { text } = await attack.refused(propose, 409)
  expect(text).toContain('You have proposed 3 times to cancel this order')
  const meet = () => attack.rpc('orders.proposeMeeting', { orderId, meetingPlace: 'Cafe', meetingTime: null }, buyer)
  for (let each = 0; each < 20; each += 1) expect((await meet()).status).toBe(200)
  expect((await attack.refused(meet, 409)).text).toContain('You have proposed 20 times to meet for this order')
  expect(await notices()).toEqual(['cancellation-proposed', 'meeting-proposed'])
  const proposals = (await market.mails(email)).filter(({ subject }) => subject.startsWith('Cancel the sale'))
  expect(proposals, 'those that were not on their way are replaced').toHaveLength(1)
  // What one side has used up is not the other's.
  const byOther = await attack.rpc('orders.proposeCancellation', { orderId, reason: 'Lost it' }, seller)
  expect(byOther.status, byOther.text).toBe(200)
})

it('A298 a report of a no-show is mailed by itself, whatever its reporter has filled the hour with', async () => {
  const { market, attack } = await opened({ accountLimits: 'cancellationProposals=1000' })
  const { orderId, buyer, email, propose, withdraw } = await deal({ market, attack })
  for (let each = 0; each < 18; each += 1) {
    expect((await withdraw((await propose()).data)).status).toBe(200)
    await market.mails(email)
  }
  await propose()
  await market.database.order.update({ where: { id: orderId }, data: { meetingTime: new Date(Date.now() - 1000) } })
  const reported = await attack.rpc('orders.reportNoShow', { orderId, text: 'Nobody came' }, buyer)
  expect(reported.status, reported.text).toBe(200)
  const [mail] = (await market.mails(email)).filter(({ subject }) => subject.startsWith('Did you come to meet'))
  expect(mail?.text).toMatch(/Answer by .* UTC, or the payment goes back to the buyer\./)
  const rows = await market.database.mail.findMany({ where: { orderId, kind: 'no-show-reported' } })
  expect(rows.map(({ state }) => state)).toEqual(['SENT'])
})

it('A299 who has a session of an account fills the hour with other emails: a new way in and a new sign-in are mailed', async () => {
  const { market, attack } = await opened()
  const email = `owner-${Date.now()}@example.test`
  const { idToken: first } = await market.identity.signUp({ email, password: 'second-ring' })
  await market.identity.mailProof(first)
  await market.identity.proveEmail(email)
  const { idToken } = await market.identity.signIn(email, 'second-ring')
  await attack.rpc('accounts.register', { idToken, name: 'Ana', role: 'BUYER' })
  const { data } = await attack.rpc('accounts.exchange', { idToken })
  const as = `Bearer ${(data as { accessToken: string }).accessToken}`
  for (let each = 0; each < 10; each += 1) {
    const asked = await attack.rpc('accounts.askEmailChange', { email: `thief-${each}@example.test` }, { as })
    expect(asked.status, asked.text).toBe(200)
    await market.mails(email)
  }
  await market.identity.linkGoogle(idToken, { sub: 'google-thief', email: 'thief@example.test' })
  const thief = await market.identity.signIn(email, 'second-ring')
  const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' }
  const entered = await attack.rpc('accounts.exchange', { idToken: thief.idToken }, { headers })
  expect(entered.status, entered.text).toBe(200)
  const subjects = (await market.mails(email)).map(({ subject }) => subject)
  expect(subjects).toEqual(
    expect.arrayContaining(['Your account has a new way to log in', 'New sign-in to your account']),
  )
  expect(subjects.filter(subject => subject === 'Somebody asked to change your email')).toHaveLength(5)
})
