import { CONNECT_WEBHOOK_SECRET, createMarket, type Market, WEBHOOK_SECRET } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signatureOf } from '../forge/provider-event.ts'
import { attackOn } from '../wire/attack-on.ts'
import { type Person, usersOf } from '../wire/users.ts'

let market: Market
let attack: ReturnType<typeof attackOn>
let people: ReturnType<typeof usersOf>
let seller: Person
beforeAll(async () => {
  // The events are delivered by hand.
  market = await createMarket({ webhooks: false })
  attack = attackOn(market)
  people = usersOf(market)
  seller = await people.person('SELLER')
  await attack.rpc('payouts.startOnboarding', undefined, { as: seller.as })
})
afterAll(() => market.close())

const accountOf = (userId: string) => market.database.payoutAccount.findUniqueOrThrow({ where: { userId } })
const bearer = (id: string) => `Bearer ${market.tokenOf(id)}`

describe('a payout account', () => {
  it('A268 is made and read by no other role, by nobody, and not without a proven email', async () => {
    const { rpc, refused } = attack
    const unproven = await market.user({ role: 'SELLER', emailVerifiedAt: null })
    const others = [await people.person(), await people.person('ADMIN')].map(({ as }) => as)
    for (const as of [...others, bearer(unproven.id)])
      await refused(() => rpc('payouts.startOnboarding', undefined, { as }), 403)
    for (const as of others) {
      await refused(() => rpc('payouts.account', undefined, { as }), 403)
      await refused(() => rpc('payouts.refreshAccount', undefined, { as }), 403)
    }
    await refused(() => rpc('payouts.startOnboarding'), 401)
    await refused(() => rpc('payouts.account'), 401)
    await refused(() => rpc('payouts.refreshAccount'), 401)
  })

  it('A268 is the caller’s own, whatever the input names', async () => {
    const { rpc } = attack
    const { id, as } = await people.person('SELLER')
    const { providerAccountId } = await accountOf(seller.id)
    const named = { userId: seller.id, accountId: providerAccountId, account: providerAccountId }
    const read = await rpc('payouts.account', named, { as })
    expect(read.status === 400 || (read.data as { state: string }).state === 'NONE').toBe(true)
    const refreshed = await rpc('payouts.refreshAccount', named, { as })
    expect(refreshed.status === 400 || (refreshed.data as { state: string }).state === 'NONE').toBe(true)
    const started = await rpc('payouts.startOnboarding', named, { as })
    if (started.status !== 400) expect((await accountOf(id)).providerAccountId).not.toBe(providerAccountId)
    expect((await accountOf(seller.id)).providerAccountId).toBe(providerAccountId)
  })

  it('A268 shows nothing of the provider’s ids', async () => {
    const { text } = await attack.rpc('payouts.account', undefined, { as: seller.as })
    expect(text).not.toContain('acct_')
  })
})

describe('an event of a payout account', () => {
  const eventOf = (account: string | undefined, object: object) =>
    JSON.stringify({
      ...{ id: 'evt_1', object: 'event', type: 'account.updated', created: 1_790_000_000 },
      ...{ account, data: { object } },
    })
  const deliver = (body: string, signature: string | null, path = '/webhooks/connected-accounts') =>
    attack.send('POST', path, {
      raw: body,
      headers: { 'content-type': 'application/json', ...(signature !== null && { 'stripe-signature': signature }) },
    })

  it('A268 that says the account is ready, or is another’s, changes nothing', async () => {
    const { providerAccountId: account } = await accountOf(seller.id)
    const ready = { object: 'account', id: account, payouts_enabled: true, details_submitted: true }
    const capabilities = { transfers: 'active' }
    for (const body of [
      eventOf(account, { ...ready, capabilities }),
      eventOf('acct_other', ready),
      eventOf(undefined, ready),
      eventOf(`${account}/persons`, ready),
    ]) {
      expect((await deliver(body, signatureOf(body, { secret: CONNECT_WEBHOOK_SECRET }))).status).toBe(200)
    }
    expect(await accountOf(seller.id)).toMatchObject({
      detailsSubmitted: false,
      payoutsEnabled: false,
      transfersEnabled: false,
    })
    expect(await market.database.payoutAccount.count({ where: { payoutsEnabled: true } })).toBe(0)
  })

  it('A268 that is signed with the other webhook’s secret, or by nobody, is refused, and so the other way round', async () => {
    const { providerAccountId: account } = await accountOf(seller.id)
    const body = eventOf(account, { object: 'account', id: account })
    const { refused } = attack
    for (const signature of [signatureOf(body, { secret: WEBHOOK_SECRET }), signatureOf(body, { secret: '' }), null])
      await refused(() => deliver(body, signature), 400)
    const platforms = signatureOf(body, { secret: CONNECT_WEBHOOK_SECRET })
    await refused(() => deliver(body, platforms, '/webhooks/card-payments'), 400)
  })
})
