import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { forgetMails } from './forget-mails.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

it('mails are forgotten 30 days after they were settled, and kept while they wait', async () => {
  const { id: userId } = await market.user()
  const mail = { userId, kind: 'booked', message: 'News.', createdAt: daysAgo(40) }
  const sent = { ...mail, state: 'SENT', claimedAt: daysAgo(40) } as const
  await market.database.mail.createMany({
    data: [
      { ...sent, settledAt: daysAgo(30.1) },
      { ...mail, state: 'FAILED', settledAt: daysAgo(30.1), problem: 'No such address' },
      { ...sent, message: 'Younger', settledAt: daysAgo(29.9) },
      { ...mail, message: 'Waiting', state: 'QUEUED' },
    ],
  })
  await forgetMails(market.platform)
  const left = await market.database.mail.findMany({ orderBy: { id: 'asc' }, select: { message: true } })
  expect(left).toEqual([{ message: 'Younger' }, { message: 'Waiting' }])
})
