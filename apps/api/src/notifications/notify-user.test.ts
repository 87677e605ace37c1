import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { notifyUser, notifyUserOfLatest } from './notify-user.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
})
afterAll(() => market.close())

const latest = (notification: Parameters<typeof notifyUserOfLatest>[1]) =>
  market.database.$transaction(tx => notifyUserOfLatest(tx, notification))
const messages = async (userId: string) =>
  (await market.database.notice.findMany({ where: { userId }, orderBy: { id: 'asc' } })).map(({ message }) => message)

it('the latest of a kind about an order replaces the earlier ones, and their mail that is not on its way', async () => {
  const [{ id: userId, email }, { id: otherId }] = [await market.user(), await market.user()]
  const [{ id: orderId }, { id: otherOrderId }] = [await market.order(), await market.order()]
  const about = { userId, orderId, kind: 'cancellation-proposed' } as const
  await latest({ ...about, message: 'First.' })
  await latest({ ...about, orderId: otherOrderId, message: 'Another order.' })
  await latest({ ...about, userId: otherId, message: 'Another user.' })
  await market.database.$transaction(tx => notifyUser(tx, { ...about, kind: 'refunded', message: 'Another kind.' }))
  await latest({ ...about, message: 'Second.' })
  expect(await messages(userId)).toEqual(['Another order.', 'Another kind.', 'Second.'])
  expect(await messages(otherId)).toEqual(['Another user.'])
  const texts = (await market.mails(email)).map(({ text }) => text?.split('\n')[0]).toSorted()
  expect(texts).toEqual(['Another kind.', 'Another order.', 'Second.'])
  await market.as(userId).notices.readAll()
  await latest({ ...about, message: 'Third.' })
  expect(await messages(userId), 'what was read stays').toEqual([
    'Another order.',
    'Another kind.',
    'Second.',
    'Third.',
  ])
  expect(await market.mails(email), 'what was sent is sent').toHaveLength(4)
})

it('the latest about no listing and no order replaces those of the same words alone', async () => {
  const { id: userId, email } = await market.user()
  const about = { userId, kind: 'account-security', mailKind: 'sign-in-added' } as const
  for (const message of ['By Google.', 'By a password.', 'By Google.']) await latest({ ...about, message })
  expect(await messages(userId)).toEqual(['By a password.', 'By Google.'])
  expect(await market.mails(email), 'each is mailed').toHaveLength(3)
})
