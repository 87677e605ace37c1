import type { Database } from '@second-ring/database'
import { type CardSandbox, postToSandbox } from './card-sandbox.ts'

/** Sellers who have set up payouts. Grace has begun to, the others have not. */
const READY = ['demo-seller', 'demo-seller-2', 'demo-seller-3', 'demo-seller-5']
const BEGUN = ['demo-seller-6']

/** As the product makes them. */
const NEW_ACCOUNT = {
  country: 'US',
  'controller[losses][payments]': 'application',
  'controller[fees][payer]': 'application',
  'controller[stripe_dashboard][type]': 'express',
  'controller[requirement_collection]': 'stripe',
  'capabilities[transfers][requested]': 'true',
  'settings[payouts][schedule][interval]': 'manual',
}

/**
 * Opens the demo sellers' accounts in the card sandbox. A seller who has one keeps it. The server reads again what is stored
 * of an account that is not ready.
 * @throws Error when the sandbox rejects one
 */
export async function openDemoPayoutAccounts(database: Database, cards: CardSandbox): Promise<void> {
  const sellers = await database.user.findMany({
    where: { identityUid: { in: [...READY, ...BEGUN] }, payoutAccount: null, deletedAt: null },
    orderBy: { id: 'asc' },
    select: { id: true, name: true, identityUid: true },
  })
  const { id: market } = await database.market.findFirstOrThrow({ select: { id: true } })
  for (const { id: userId, name, identityUid } of sellers) {
    const key = `demo:account:${userId}`
    const params = { ...NEW_ACCOUNT, 'metadata[userId]': userId, 'metadata[market]': market }
    const providerAccountId = await postToSandbox(cards, '/v1/accounts', { key, params })
    const isReady = READY.includes(identityUid ?? '')
    if (isReady) {
      const onboarding = { key: `${key}:onboard`, params: { name } }
      await postToSandbox(cards, `/sandbox/accounts/${providerAccountId}/onboard`, onboarding)
    }
    const status = { detailsSubmitted: isReady, transfersEnabled: isReady, payoutsEnabled: isReady }
    const dues = isReady ? {} : { requirementsDue: ['external_account'], disabledReason: 'requirements.past_due' }
    const data = { userId, providerAccountId, ...status, ...dues }
    await database.payoutAccount.createMany({ data, skipDuplicates: true })
  }
}
