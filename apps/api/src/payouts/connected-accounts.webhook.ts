import type { FastifyInstance } from 'fastify'
import { signedWebhook } from '#http/signed-webhook.ts'
import type { Platform } from '#platform/platform.ts'
import { receiveConnectEvent } from './receive-connect-event.ts'

/** Where the payment provider delivers the events of sellers' accounts, signed with a secret of their own. */
export async function connectedAccountsWebhook(
  app: FastifyInstance,
  { platform }: { platform: Platform },
): Promise<void> {
  signedWebhook(app, '/webhooks/connected-accounts', delivery => receiveConnectEvent(platform, delivery))
}
