import type { FastifyInstance } from 'fastify'
import { signedWebhook } from '#http/signed-webhook.ts'
import type { Platform } from '#platform/platform.ts'
import { receiveProviderEvent } from './receive-provider-event.ts'

/** Where the payment provider delivers the events of the platform's own account. */
export async function cardPaymentsWebhook(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  signedWebhook(app, '/webhooks/card-payments', delivery => receiveProviderEvent(platform, delivery))
}
