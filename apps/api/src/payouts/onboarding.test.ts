import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let market: Market
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
})
afterAll(() => market.close())

const rowOf = (userId: string) => market.database.payoutAccount.findUnique({ where: { userId } })
const entriesOf = (subjectId: string) =>
  market.database.auditEntry.findMany({ where: { subjectId, action: { startsWith: 'payout.' } } })

/** A seller who has begun to set up payouts. */
async function beginner() {
  const seller = await market.user({ role: 'SELLER' })
  const { url } = await market.as(seller.id).payouts.startOnboarding()
  const row = await rowOf(seller.id)
  return { ...seller, url, accountId: row?.providerAccountId ?? '' }
}

describe('setting up payouts', () => {
  it('leads to the provider’s onboarding, and back to the earnings', async () => {
    const { id, url, accountId } = await beginner()
    expect(await rowOf(id)).toMatchObject({ detailsSubmitted: false, payoutsEnabled: false, transfersEnabled: false })
    expect(await market.as(id).payouts.account()).toMatchObject({ state: 'UNFINISHED' })
    const page = await fetch(url)
    expect(await page.text()).toContain('Set up payouts')
    const left = await fetch(page.url, {
      method: 'POST',
      body: new URLSearchParams({ act: 'leave', name: 'Ana Berg' }),
      redirect: 'manual',
    })
    expect(left.headers.get('location')).toBe('http://localhost/dashboard/earnings?payouts=returned')
    const used = await fetch(url, { redirect: 'manual' })
    expect(used.headers.get('location')).toBe('http://localhost/dashboard/earnings?payouts=again')
    expect(await entriesOf(id)).toMatchObject([{ action: 'payout.open-account', actorId: id, reason: accountId }])
  })

  it('makes one account, also from two tabs at once and again later', async () => {
    const { id } = await market.user({ role: 'SELLER' })
    const start = () => market.as(id).payouts.startOnboarding()
    const [first, second] = await Promise.all([start(), start()])
    const account = await rowOf(id)
    const third = await start()
    expect(new Set([first.url, second.url, third.url]).size).toBe(3)
    expect(await rowOf(id)).toEqual(account)
    expect(await entriesOf(id)).toHaveLength(1)
  })

  it('leads to the provider’s own pages when all is answered', async () => {
    const { id, accountId } = await beginner()
    await market.card.bank.onboardAccount(accountId)
    await market.database.payoutAccount.update({
      where: { userId: id },
      data: { detailsSubmitted: true, transfersEnabled: true, payoutsEnabled: true, requirementsDue: [] },
    })
    const { url } = await market.as(id).payouts.startOnboarding()
    expect(await (await fetch(url)).text()).not.toContain('<h1>Set up payouts')
  })

  it('begins again when the provider gives no access to the account any more', async () => {
    const { id } = await beginner()
    await market.database.payoutAccount.update({ where: { userId: id }, data: { providerAccountId: 'acct_gone' } })
    const { url } = await market.as(id).payouts.startOnboarding()
    expect((await fetch(url)).status).toBe(200)
    const row = await rowOf(id)
    expect(row).toMatchObject({ disabledReason: 'requirements.past_due' })
    expect(await market.platform.connectedAccounts.retrieveAccount(row?.providerAccountId ?? '')).not.toBeNull()
    expect(await market.database.payoutAccount.count({ where: { userId: id } })).toBe(1)
    const actions = (await entriesOf(id)).map(({ action }) => action)
    expect(actions).toEqual(['payout.open-account', 'payout.change-account', 'payout.open-account'])
  })

  it('is read again by whoever comes back from there, though the event of it is lost', async () => {
    const { id, accountId } = await beginner()
    await market.database.payoutAccount.update({
      where: { userId: id },
      data: { detailsSubmitted: true, requirementsDue: ['external_account'], disabledReason: 'requirements.past_due' },
    })
    const seller = market.as(id)
    expect(await seller.payouts.account()).toMatchObject({ state: 'DISABLED' })
    await market.card.bank.onboardAccount(accountId)
    expect(await seller.payouts.refreshAccount()).toMatchObject({ state: 'READY' })
    expect(await seller.payouts.account()).toMatchObject({ state: 'READY' })
    const another = await market.user({ role: 'SELLER' })
    expect(await market.as(another.id).payouts.refreshAccount()).toMatchObject({ state: 'NONE' })
  })

  it('stays as it was known when the provider does not answer', async () => {
    const { id, accountId } = await beginner()
    await market.card.bank.orderFault({ kind: '503', path: `/v1/accounts/${accountId}`, times: 2 })
    const seller = market.as(id)
    await expect(seller.payouts.refreshAccount()).rejects.toMatchObject({ cause: { code: 'PROVIDER_UNAVAILABLE' } })
    expect(await seller.payouts.account()).toMatchObject({ state: 'UNFINISHED' })
    await market.card.bank.clearFaults()
  })

  it('needs a proven email, and says so', async () => {
    const { id } = await market.user({ role: 'SELLER', emailVerifiedAt: null })
    const message = expect.stringContaining('Prove your email first')
    await expect(market.as(id).payouts.startOnboarding()).rejects.toMatchObject({
      cause: { code: 'FORBIDDEN', message },
    })
    expect(await rowOf(id)).toBeNull()
    expect(await market.as(id).payouts.account()).toEqual({
      state: 'NONE',
      asks: [],
      changedAt: null,
      frozen: false,
    })
  })

  it('refuses the wrong role', async () => {
    for (const caller of [await market.asBuyer(), await market.asAdmin()]) {
      await expect(caller.payouts.startOnboarding()).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(caller.payouts.account()).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(caller.payouts.refreshAccount()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
  })

  it('stores nothing while the provider is away, and goes on when it is back', async () => {
    const { id } = await market.user({ role: 'SELLER' })
    const fault = { kind: '503', path: '/v1/accounts', times: 2 } as const
    await market.card.bank.orderFault(fault)
    const start = () => market.as(id).payouts.startOnboarding()
    await expect(start()).rejects.toMatchObject({ cause: { code: 'PROVIDER_UNAVAILABLE' } })
    expect(await rowOf(id)).toBeNull()
    await start()
    expect(await rowOf(id)).not.toBeNull()
  })

  it('is still possible before the account is deleted, and the row stays when it was', async () => {
    const { id, accountId } = await beginner()
    await market.card.bank.onboardAccount(accountId)
    await (await market.asAdmin()).accounts.removeUser({ userId: id, reason: 'They asked' })
    expect(await rowOf(id)).toMatchObject({ providerAccountId: accountId })
  })
})
