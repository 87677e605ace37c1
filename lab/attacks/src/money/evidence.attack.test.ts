import { registerPasskey } from '@second-ring/api/factor/testing/register'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { attackOn } from '../wire/attack-on.ts'
import { type Person, usersOf } from '../wire/users.ts'

let market: Market
let attack: ReturnType<typeof attackOn>
let buyer: Person
let seller: Person
let admin: Person
let proof: Awaited<ReturnType<typeof registerPasskey>>
beforeAll(async () => {
  market = await createMarket({ webhooks: false, requiresFactor: true })
  attack = attackOn(market)
  const { person } = usersOf(market)
  ;[buyer, seller, admin] = [await person(), await person('SELLER'), await person('ADMIN')]
  proof = await registerPasskey(market, admin.id)
})
afterAll(() => market.close())
afterEach(async () => expect(await market.checkLedger()).toEqual([]))

/** A paid order that the buyer's bank disputes. */
async function disputed() {
  const { id: listingId } = await market.listing({ sellerId: seller.id, state: 'RESERVED' })
  const { id: orderId } = await market.order({ buyerId: buyer.id, listingId })
  const { clientSecret } = await market.as(buyer.id).payments.createIntent({ orderId })
  const intentId = await market.card.pay(clientSecret)
  await market.as(buyer.id).payments.confirm({ orderId, transactionId: intentId })
  const providerId = await market.card.dispute(intentId)
  for (const event of await market.eventsOf(intentId)) await event.deliver()
  await market.runJobs()
  const { id: disputeId } = await market.database.dispute.findUniqueOrThrow({ where: { providerId } })
  const submissions = async () => (await market.card.findDispute(providerId)).evidence_details.submission_count
  return { input: { disputeId, note: 'They met' }, disputeId, providerId, submissions }
}

const submit = (input: object, as?: string) => attack.rpc('payments.submitEvidence', input, { as })

describe('the answer to a bank', () => {
  it('A277 is sent once, however many admins and calls send it at once', async () => {
    const { input, submissions } = await disputed()
    await proof.prove()
    const sent = await Promise.all([1, 2, 3, 4].map(() => submit(input, admin.as)))
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    await market.runJobs()
    expect(await submissions()).toBe(1)
  })

  it('A278 is not sent after its time', async () => {
    const { input, disputeId, submissions } = await disputed()
    await proof.prove()
    await market.database.$executeRaw`
      UPDATE disputes SET due_at = now() - interval '1 second' WHERE id = ${disputeId}::uuid`
    await attack.refused(() => submit(input, admin.as), 409)
    expect(await submissions()).toBe(0)
  })

  it('A279 is read and sent by admins alone, and sent with a fresh factor alone', async () => {
    const { input, disputeId, submissions } = await disputed()
    await attack.refused(() => submit(input), 401)
    for (const { as } of [buyer, seller]) {
      await attack.refused(() => submit(input, as), 403)
      await attack.refused(() => attack.rpc('payments.disputeEvidence', { disputeId }, { as }), 403)
    }
    await market.timePasses({ hours: 1 })
    await attack.refused(() => submit(input, admin.as), 403)
    expect(await market.database.disputeAnswer.count({ where: { disputeId } })).toBe(0)
    expect(await submissions()).toBe(0)
  })
})
