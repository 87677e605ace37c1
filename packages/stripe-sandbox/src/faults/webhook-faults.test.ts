import { expect, test } from 'vitest'
import { sandboxControls } from '../controls/sandbox-controls.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import { SECRET_KEY, startSandbox, WEBHOOK_SECRET } from '../testing/start-sandbox.ts'
import { WebhookInbox } from '../testing/webhook-inbox.ts'

async function start() {
  const [clock, inbox] = [new ManualClock(), await WebhookInbox.open()]
  const sandbox = await startSandbox({ clock, webhook: { url: inbox.url, secret: WEBHOOK_SECRET } })
  const create = () => sandbox.stripe.paymentIntents.create({ amount: 5000, currency: 'usd' })
  const cancel = (id: string) => sandbox.stripe.paymentIntents.cancel(id)
  return { clock, inbox, sandbox, create, cancel }
}

test('an event is never told', async () => {
  const { inbox, sandbox, create, cancel } = await start()
  sandbox.webhookFaults.add({ kind: 'drop', type: 'payment_intent.created' })
  const { id } = await create()
  await cancel(id)
  await inbox.until(1)
  expect(inbox.types()).toEqual(['payment_intent.canceled'])
  expect(sandbox.webhookFaults.list()).toEqual([])
})

test('an event is told twice, with one id', async () => {
  const { inbox, sandbox, create } = await start()
  sandbox.webhookFaults.add({ kind: 'double' })
  await create()
  await inbox.until(2)
  expect(new Set(inbox.received.map(({ event }) => event.id)).size).toBe(1)
})

test('an event is told late', async () => {
  const { clock, inbox, sandbox, create, cancel } = await start()
  sandbox.webhookFaults.add({ kind: 'late', milliseconds: 60_000 })
  const { id } = await create()
  await clock.untilWaiting()
  await cancel(id)
  await inbox.until(1)
  expect(inbox.types()).toEqual(['payment_intent.canceled'])
  clock.advance(60_000)
  await inbox.until(2)
  expect(inbox.types()).toEqual(['payment_intent.canceled', 'payment_intent.created'])
})

test('an event is told after the one that follows it', async () => {
  const { inbox, sandbox, create, cancel } = await start()
  sandbox.webhookFaults.add({ kind: 'hold', type: '*.created' })
  const { id } = await create()
  await cancel(id)
  await inbox.until(2)
  expect(inbox.types()).toEqual(['payment_intent.canceled', 'payment_intent.created'])
})

test('faults of webhooks are ordered, listed and cleared by test calls; an event that is held is let go', async () => {
  const { inbox, sandbox, create } = await start()
  const controls = sandboxControls({ url: sandbox.url, secretKey: SECRET_KEY })
  await controls.orderWebhookFault({ kind: 'hold', type: 'payment_intent.*', times: 2 })
  expect(await controls.webhookFaults()).toMatchObject([{ kind: 'hold', type: 'payment_intent.*', times: 2, left: 2 }])
  await create()
  await expect.poll(async () => (await controls.webhookFaults())[0]?.left).toBe(1)
  await controls.clearFaults()
  await inbox.until(1)
  expect(await controls.webhookFaults()).toEqual([])
})
