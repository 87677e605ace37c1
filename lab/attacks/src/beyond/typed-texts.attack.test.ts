import { appRouter } from '@second-ring/api/trpc-api/app-router'
import { createMarket, type Market, PICTURE } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

let market: Market
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
})
afterAll(() => market.close())

const HOUR_MS = 3_600_000

async function paid() {
  const { id: orderId, buyerId, listingId } = await market.order()
  const { sellerId } = await market.database.listing.findUniqueOrThrow({ where: { id: listingId } })
  const [buyer, seller] = [market.as(buyerId), market.as(sellerId)]
  const { clientSecret } = await buyer.payments.createIntent({ orderId })
  await buyer.payments.confirm({ orderId, transactionId: await market.card.pay(clientSecret) })
  return { orderId, buyer, seller }
}

async function handedOver() {
  const order = await paid()
  await order.buyer.orders.confirmHandover({ orderId: order.orderId })
  return order
}

async function met() {
  const order = await paid()
  const { orderId } = order
  const meetingTime = new Date(Date.now() + HOUR_MS).toISOString()
  const { proposalId } = await order.buyer.orders.proposeMeeting({ orderId, meetingPlace: 'Cafe', meetingTime })
  await order.seller.orders.acceptProposal({ orderId, proposalId })
  await market.timePasses({ hours: 2 })
  return order
}

const post = async () => ({
  categoryId: (await market.category()).id,
  images: [PICTURE],
  condition: 'GOOD' as const,
  resalePriceCents: 20_000,
  originalPriceCents: 50_000,
  yearsUsed: 1,
})
const problem = { reason: 'OTHER', wish: 'MONEY_BACK', wishCents: null } as const
const claim = { ...problem, images: [] as string[] }

/** Every act that takes a text of a buyer or seller, done with that text. */
const acts: Record<string, (text: string) => Promise<unknown>> = {
  'accounts.changeName': async text => market.as((await market.user()).id).accounts.changeName({ name: text }),
  'listings.create': async text => {
    const seller = await market.asSeller()
    const texts = { sellerName: text, productName: text, description: text, location: text }
    await seller.listings.create({ ...(await post()), ...texts })
  },
  'listings.edit': async text => {
    const { id: listingId, sellerId } = await market.listing()
    const { resalePriceCents } = await market.database.listing.findUniqueOrThrow({ where: { id: listingId } })
    await market.as(sellerId).listings.edit({ listingId, resalePriceCents, description: text })
  },
  'orders.place': async text => {
    const { id: listingId } = await market.listing()
    const buyer = await market.asBuyer()
    await buyer.orders.place({ listingId, meetingPlace: text, phone: '5550100', expectedPriceCents: 20_000 })
  },
  'orders.proposeMeeting': async text => {
    const { orderId, buyer, seller } = await paid()
    const { proposalId } = await buyer.orders.proposeMeeting({ orderId, meetingPlace: text, meetingTime: null })
    await seller.orders.acceptProposal({ orderId, proposalId })
  },
  'orders.addNote': async text => {
    const { orderId, buyer } = await paid()
    await buyer.orders.addNote({ orderId, text })
  },
  'orders.proposeCancellation': async text => {
    const { orderId, buyer, seller } = await paid()
    const { proposalId } = await buyer.orders.proposeCancellation({ orderId, reason: text })
    await seller.orders.acceptCancellation({ orderId, proposalId, relist: true })
  },
  'orders.reportNoShow': async text => {
    const { orderId, seller } = await met()
    await seller.orders.reportNoShow({ orderId, text })
  },
  'orders.denyNoShow': async text => {
    const { orderId, buyer, seller } = await met()
    await seller.orders.reportNoShow({ orderId, text: 'Nobody came' })
    await buyer.orders.denyNoShow({ orderId, text })
  },
  'claims.open': async text => {
    const { orderId, buyer } = await handedOver()
    await buyer.claims.open({ ...claim, orderId, text })
  },
  'claims.answer': async text => {
    const { orderId, buyer, seller } = await handedOver()
    await buyer.claims.open({ ...claim, orderId, text: 'It does not work' })
    await seller.claims.answer({ orderId, answer: 'DISAGREED', offerCents: null, text })
  },
  'reports.file': async text => {
    const { id: listingId } = await market.listing()
    await (await market.asBuyer()).reports.file({ listingId, reason: 'OTHER', text })
  },
  'search.save': async text => (await market.asBuyer()).search.save({ text }),
}

/** Those whose reasons stay in the audit, as the last mail and the dialog of a deletion say. */
const named = ['orders.release', 'orders.denyHandover', 'payments.refund']

/** Those of admins alone, texts that are no words (codes, tokens, pictures and keys), and the name of who signs up. */
const others = [
  'accounts.register',
  ...['accounts.endUserSessions', 'accounts.verifySeller', 'accounts.unverifySeller', 'accounts.removeUser'],
  ...[
    'accounts.suspend',
    'accounts.freezePayouts',
    'cases.decide',
    'cases.addNote',
    'catalog.create',
    'catalog.rename',
    'catalog.changePicture',
  ],
  ...['factor.registerPasskey', 'factor.proveByCode', 'listings.removeAny', 'orders.decideHandover'],
  ...['payments.decideUnmatched', 'payments.settleRefundOutside', 'payments.submitEvidence', 'reports.dismiss'],
  ...['accounts.exchange', 'accounts.requestDeletion', 'claims.confirmReturn', 'mails.unsubscribe', 'orders.handOver'],
]

/** The changes whose input has a string of any words. */
function takingTexts(): string[] {
  const byPath: object = appRouter._def.procedures
  const procedures = Object.entries(byPath as Record<string, { _def: { type: string; inputs: z.core.$ZodType[] } }>)
  return procedures
    .filter(([, { _def }]) => _def.type === 'mutation')
    .filter(([, { _def }]) =>
      _def.inputs.some(input => hasText(z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' }))),
    )
    .map(([path]) => path)
}

type Described = z.core.JSONSchema.BaseSchema | boolean

function hasText(schema: Described): boolean {
  if (typeof schema === 'boolean') return false
  const { type, format, pattern, enum: values, const: value } = schema
  if (type === 'string') return [format, pattern, values, value].every(each => each === undefined)
  const inner = [...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...Object.values(schema.properties ?? {})]
  return inner.some(hasText)
}

describe('what a buyer or seller has typed', () => {
  it('A301 is in no entry of the audit, whatever act it came with, but for the reasons that the last mail names', async () => {
    const found = takingTexts()
    expect(found.filter(path => !(path in acts) && !named.includes(path) && !others.includes(path))).toEqual([])
    for (const path of Object.keys(acts)) expect(found).toContain(path)
    const leaked: string[] = []
    for (const [path, act] of Object.entries(acts)) {
      const text = `Quagga ${path}`
      await act(text)
      const entries = await market.database.auditEntry.count({ where: { reason: { contains: 'Quagga' } } })
      if (entries > 0 && leaked.length < entries) leaked.push(path)
    }
    expect(leaked).toEqual([])
  })
})
