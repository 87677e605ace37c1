import { temporaryFolder } from '@second-ring/server-process/testing/temporary-folder'
import { expect, test } from 'vitest'
import { newSeller } from '../testing/new-account.ts'
import { startSandbox, WEBHOOK_SECRET } from '../testing/start-sandbox.ts'
import { WebhookInbox } from '../testing/webhook-inbox.ts'

const CONNECT_SECRET = 'whsec_connect'

test('events of connected accounts go to their own endpoint, signed with its secret', async () => {
  const [platform, connect] = [await WebhookInbox.open(), await WebhookInbox.open()]
  const sandbox = await startSandbox({
    webhook: { url: platform.url, secret: WEBHOOK_SECRET },
    connectWebhook: { url: connect.url, secret: CONNECT_SECRET },
  })
  const id = await newSeller(sandbox)
  await sandbox.stripe.paymentIntents.create({ amount: 5000, currency: 'usd' })
  await connect.until(2)
  await platform.until(1)
  expect(platform.types()).toEqual(['payment_intent.created'])
  expect(connect.types().sort()).toEqual(['account.external_account.created', 'account.updated'])
  for (const { body, signature } of connect.received) {
    const verify = (secret: string) => sandbox.stripe.webhooks.constructEvent(body, signature, secret)
    expect(verify(CONNECT_SECRET)).toMatchObject({ account: id })
    expect(() => verify(WEBHOOK_SECRET)).toThrow('signature')
  }
  expect(platform.received.map(({ event }) => 'account' in event)).toEqual([false])
})

test('without an endpoint of their own they are told to nobody, not even after a restart', async () => {
  const dataFile = `${await temporaryFolder()}/card-payments.jsonl`
  const inbox = await WebhookInbox.open()
  const webhook = { url: inbox.url, secret: WEBHOOK_SECRET }
  const first = await startSandbox({ dataFile, webhook })
  await newSeller(first)
  await first.stop()
  const second = await startSandbox({ dataFile, webhook, connectWebhook: { url: inbox.url, secret: CONNECT_SECRET } })
  await second.stripe.paymentIntents.create({ amount: 5000, currency: 'usd' })
  await inbox.until(1)
  expect(inbox.types()).toEqual(['payment_intent.created'])
})
