import { createMarket, type Market } from '@second-ring/testkit'
import { expect, it, onTestFinished } from 'vitest'
import { claimMails } from './claim-mails.ts'
import { comesAlone, kindsOf, type MailKindName } from './mail-kinds.ts'
import { recordMail } from './record-mail.ts'

async function opened(): Promise<Market> {
  const market = await createMarket()
  onTestFinished(() => market.close())
  return market
}

interface Recorded {
  userId: string
  orderId?: string
  kind: MailKindName
}

const record = (market: Market, { kind, ...to }: Recorded, message: string) =>
  market.database.$transaction(tx => recordMail(tx, { ...to, kind, message }))

/** Twelve mails about deals that were sent in this hour. */
async function fillHour(market: Market, userId: string): Promise<void> {
  const sent = { userId, kind: 'booked', message: '', state: 'SENT', claimedAt: new Date(), settledAt: new Date() }
  await market.database.mail.createMany({
    data: Array.from({ length: 12 }, () => ({ ...sent, state: 'SENT' as const })),
  })
}

it('what has a deadline or is about who can sign in comes alone, and nothing else', () => {
  expect(kindsOf(comesAlone).toSorted()).toEqual([
    'account-removed',
    'admin-access-changed',
    'claim-answered',
    'claim-ending',
    'claim-opened',
    'deletion-cancelled',
    'deletion-put-off',
    'deletion-requested',
    'disputed',
    'email-change-asked',
    'email-changed',
    'handover-claimed',
    'handover-decided',
    'hold-ending',
    'new-sign-in',
    'no-show-answered',
    'no-show-reported',
    'offered',
    'password-changed',
    'payout-failed',
    'payout-of-admin',
    'payout-waiting',
    'payouts-asked',
    'payouts-disabled',
    'payouts-frozen',
    'protection-ending',
    'return-ordered',
    'sign-in-added',
    'sign-in-taken',
    'suspended',
    'suspension-lifted',
  ])
})

it('what comes alone comes at once, though the hour’s mails are used up and others wait', async () => {
  const market = await opened()
  const { id: userId } = await market.user()
  await fillHour(market, userId)
  await record(market, { userId, kind: 'cancellation-proposed' }, 'Cancel?')
  const alone = kindsOf(comesAlone)
  for (const kind of alone) await record(market, { userId, kind }, `About ${kind}.`)
  const claimed = (await claimMails(market.platform)) ?? []
  expect(claimed.map(({ kind }) => kind).toSorted()).toEqual(alone.toSorted())
  for (const { kind, message } of claimed) expect(message).toBe(`About ${kind}.`)
  expect(await market.database.mail.findMany({ where: { state: 'QUEUED' } })).toMatchObject([{ message: 'Cancel?' }])
})

it('what comes alone too often is gathered with its own kind about the same order, and stays what it is', async () => {
  const market = await opened()
  const { id: userId } = await market.user()
  const [{ id: orderId }, { id: otherId }] = [await market.order(), await market.order()]
  for (let count = 1; count <= 12; count += 1) {
    await record(market, { userId, orderId, kind: 'claim-answered' }, `Offer ${count}.`)
  }
  await record(market, { userId, orderId: otherId, kind: 'claim-answered' }, 'Another order.')
  await record(market, { userId, orderId, kind: 'claim-opened' }, 'Another kind.')
  const claimed = (await claimMails(market.platform)) ?? []
  expect(claimed.map(({ message }) => message).toSorted()).toEqual([
    'Another kind.',
    'Another order.',
    'Offer 1.',
    'Offer 12.\nOffer 11.\nOffer 10.\nOffer 9.\nOffer 8.\nAnd 3 more.',
    'Offer 2.',
    'Offer 3.',
    'Offer 4.',
  ])
  expect(claimed.find(({ message }) => message.startsWith('Offer 12'))).toMatchObject({
    kind: 'claim-answered',
    orderId,
  })
})

it('what is gathered says what depends most on first, of that the newest first, however often it is gathered again', async () => {
  const market = await opened()
  const { id: userId, email } = await market.user()
  await fillHour(market, userId)
  const waits = async () => {
    expect(await claimMails(market.platform)).toEqual([])
    await market.database.mail.updateMany({ where: { userId, state: 'QUEUED' }, data: { dueAt: new Date(0) } })
    const [waiting, ...others] = await market.database.mail.findMany({ where: { userId, state: 'QUEUED' } })
    expect(others).toEqual([])
    return waiting?.message
  }
  await record(market, { userId, kind: 'booked' }, 'Booking 1.')
  await record(market, { userId, kind: 'refunded' }, 'Refund 1.\nThe seller wrote something about it.')
  await record(market, { userId, kind: 'booked' }, 'Booking 2.')
  await record(market, { userId, kind: 'refunded' }, 'Refund 2.')
  const before = 'Refund 2.\nRefund 1. The seller wrote something about it.\nBooking 2.\nBooking 1.'
  expect(await waits()).toBe(before)
  expect(await waits()).toBe(before)
  for (let count = 3; count <= 9; count += 1) await record(market, { userId, kind: 'booked' }, `Booking ${count}.`)
  await record(market, { userId, kind: 'released' }, 'Your money.')
  const after = `Your money.\n${before}\nAnd 7 more.`
  expect(await waits()).toBe(after)
  await market.timePasses({ hours: 1 })
  expect(await market.mails(email)).toMatchObject([
    { subject: 'News about your orders', text: expect.stringContaining('Your money.\n\nRefund 2.') },
  ])
  expect(await market.database.mail.findMany({ where: { userId, state: 'QUEUED' } })).toEqual([])
  expect(await market.database.mail.count({ where: { userId, state: 'GATHERED' } })).toBe(11)
})
