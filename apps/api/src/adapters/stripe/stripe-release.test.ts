import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createMarket } from '@second-ring/testkit'
import Stripe from 'stripe'
import { describe, expect, it, onTestFinished } from 'vitest'
import { postSignedEvent } from '#http/testing/signed-event.ts'
import { API_VERSION, connectWebhookEvents, SCRIPT_URL, webhookEvents } from './stripe-release.ts'

const example = readFileSync(fileURLToPath(new URL('../../../../../.env.example', import.meta.url)), 'utf8')

describe('the release of the payment provider', () => {
  it('is one for the SDK, the API and the browser’s script', () => {
    const [, train] = API_VERSION.split('.')
    expect(new URL(SCRIPT_URL).pathname).toBe(`/${train}/stripe.js`)
    expect(new URL(SCRIPT_URL).origin).toBe('https://js.stripe.com')
    expect(Stripe.API_VERSION).toBe(API_VERSION)
  })
})

describe('the events of the webhook', () => {
  it('are those that .env.example names', () => {
    const named = [...example.matchAll(/^# {3}((?:payment_intent|charge|refund)\.[a-z_.]+)$/gm)].map(([, name]) => name)
    expect(named).toEqual(webhookEvents)
    const ofAccounts = [...example.matchAll(/^# {3}((?:account|capability|payout)\.[a-z_.]+)$/gm)].map(
      ([, name]) => name,
    )
    expect(ofAccounts).toEqual(connectWebhookEvents)
  })

  it('each make the product ask the provider afresh', async () => {
    const asked: string[] = []
    const market = await createMarket({
      webhooks: false,
      async disturbCards({ method, path }) {
        asked.push(`${method} ${path}`)
      },
    })
    onTestFinished(() => market.close())
    const told = async (type: string) => (await postSignedEvent(market.url, { type, intentId: 'pi_1' })).status
    for (const type of webhookEvents) expect(await told(type)).toBe(200)
    expect(asked).toHaveLength(webhookEvents.length)
  })
})
