import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ConnectedAccount } from '#platform/connected-accounts.ts'
import { applyAccount } from './apply-account.ts'
import { stateOf } from './payout-account-state.ts'
import { reconcileAccounts } from './reconcile-accounts.ts'
import { inWords } from './requirement-words.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
})
afterAll(() => market.close())

/** A seller whose account is at the provider as `act` leaves it. */
async function seller(act: (accountId: string) => Promise<unknown> = async () => {}) {
  const { id, email } = await market.user({ role: 'SELLER' })
  const { payouts } = market.as(id)
  await payouts.startOnboarding()
  const { providerAccountId: accountId } = await market.database.payoutAccount.findUniqueOrThrow({
    where: { userId: id },
  })
  const apply = () => applyAccount(market.platform, { accountId })
  await act(accountId)
  const state = async () => (await payouts.account()).state
  const notices = async () => (await market.as(id).notices.list({})).items.map(({ message }) => message)
  const subjects = async () => (await market.mails(email)).map(({ subject }) => subject)
  return { id, accountId, apply, state, notices, subjects, payouts }
}

const onboarded = (accountId: string) => market.card.bank.onboardAccount(accountId)
const pastDue = (accountId: string) => market.card.bank.requireOfAccount(accountId, { pastDue: true })

describe('what the provider says of an account', () => {
  it('is stored once it is asked for, and the seller is notified when payouts are set up', async () => {
    const { id, apply, state, notices, subjects } = await seller(onboarded)
    expect(await state()).toBe('UNFINISHED')
    await Promise.all([apply(), apply()])
    await apply()
    expect(await state()).toBe('READY')
    expect(await notices()).toEqual(['Payouts are set up. What you earn can go to your bank.'])
    expect(await subjects()).toEqual(['Payouts are set up'])
    const entries = await market.database.auditEntry.findMany({
      where: { action: 'payout.change-account', subjectId: id },
    })
    expect(entries).toMatchObject([{ actorId: null, reason: 'READY; transfers on; payouts on' }])
  })

  it('promises no payouts to a seller whose payouts an admin has stopped', async () => {
    const { id, accountId, apply, notices } = await seller(onboarded)
    await market.database.user.update({ where: { id }, data: { payoutsFrozenAt: new Date() } })
    await apply()
    await market.card.bank.requireOfAccount(accountId)
    await apply()
    expect(await notices()).toEqual([
      'The payment provider asks you for a document that proves who you are. Payouts to you are stopped by an admin meanwhile; answer on the page of your earnings.',
      'Payouts are set up. What you earn waits: an admin has stopped payouts to you.',
    ])
    expect(await market.as(id).payouts.account()).toMatchObject({ state: 'ASKED', frozen: true })
  })

  it('may ask for more, which is told once, and may pause payouts until it is answered', async () => {
    const { accountId, apply, state, notices, subjects, payouts } = await seller(onboarded)
    await apply()
    await market.card.bank.requireOfAccount(accountId)
    await apply()
    await apply()
    expect(await payouts.account()).toMatchObject({
      state: 'ASKED',
      asks: ['a document that proves who you are'],
      changedAt: expect.any(String),
    })
    await pastDue(accountId)
    await apply()
    await apply()
    expect(await state()).toBe('DISABLED')
    await onboarded(accountId)
    await apply()
    expect(await state()).toBe('READY')
    expect(await notices()).toEqual([
      expect.stringContaining('Payouts are set up.'),
      expect.stringContaining('Payouts to you are paused'),
      expect.stringContaining('asks you for a document that proves who you are'),
      expect.stringContaining('Payouts are set up.'),
    ])
    expect(await subjects()).toContain('Payouts to you are paused')
  })

  it('changes nothing when it is an older answer than the one that is stored', async () => {
    const { accountId, apply, state } = await seller(onboarded)
    const late = Promise.withResolvers<ConnectedAccount | null>()
    const asked = Promise.withResolvers<void>()
    const connectedAccounts = Object.assign(Object.create(market.platform.connectedAccounts), {
      retrieveAccount() {
        asked.resolve()
        return late.promise
      },
    })
    const slow = applyAccount({ ...market.platform, connectedAccounts }, { accountId })
    await asked.promise
    const row = () => market.database.payoutAccount.findUniqueOrThrow({ where: { providerAccountId: accountId } })
    const { askedAt } = await row()
    // Asked in a later millisecond, so that it is the later answer.
    await vi.waitFor(async () => {
      await apply()
      expect((await row()).readAt.getTime()).toBeGreaterThan(askedAt.getTime())
    })
    const older = { id: accountId, detailsSubmitted: false, transfersEnabled: false, payoutsEnabled: false }
    late.resolve({ ...older, requirementsDue: ['external_account'], disabledReason: null })
    await slow
    expect(await state()).toBe('READY')
  })

  it('is that it is gone: then payouts can be set up again', async () => {
    const { id, apply, state, notices } = await seller(onboarded)
    await apply()
    await market.database.payoutAccount.update({
      where: { userId: id },
      data: { providerAccountId: `acct_${id.slice(-12)}` },
    })
    await applyAccount(market.platform, { accountId: `acct_${id.slice(-12)}` })
    expect(await state()).toBe('NONE')
    expect((await notices())[0]).toContain('has closed your payout account')
  })

  it('is not asked for when the account is no user’s', async () => {
    await applyAccount(market.platform, { accountId: 'acct_other' })
    expect(await market.database.payoutAccount.count({ where: { providerAccountId: 'acct_other' } })).toBe(0)
  })

  it('is kept for a removed user, who is not notified', async () => {
    const { id, accountId, apply } = await seller()
    await (await market.asAdmin()).accounts.removeUser({ userId: id, reason: 'They asked' })
    await onboarded(accountId)
    await apply()
    expect(await market.database.payoutAccount.findUnique({ where: { userId: id } })).toMatchObject({
      payoutsEnabled: true,
    })
    expect(await market.database.notice.count({ where: { userId: id } })).toBe(0)
  })
})

describe('a lost event', () => {
  it('is no harm: the account is read again, those that changed long ago once a day', async () => {
    const { accountId, state } = await seller(onboarded)
    expect(await state()).toBe('UNFINISHED')
    await market.timePasses({ hours: 1 })
    await reconcileAccounts(market.platform)
    expect(await state()).toBe('READY')
    await market.timePasses({ hours: 24 * 30 })
    await reconcileAccounts(market.platform)
    await pastDue(accountId)
    await market.timePasses({ hours: 23 })
    await reconcileAccounts(market.platform)
    expect(await state()).toBe('READY')
    await market.timePasses({ hours: 1 })
    await reconcileAccounts(market.platform)
    expect(await state()).toBe('DISABLED')
  })

  it('of one account does not wait for another that cannot be read', async () => {
    const [first, second] = [await seller(onboarded), await seller(onboarded)]
    await market.timePasses({ hours: 48 })
    const fault = { kind: '503', path: `/v1/accounts/${first.accountId}`, times: 2 } as const
    await market.card.bank.orderFault(fault)
    await expect(reconcileAccounts(market.platform)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
    expect(await second.state()).toBe('READY')
    await market.card.bank.clearFaults()
  })
})

describe('the state of an account', () => {
  const answered = {
    detailsSubmitted: true,
    transfersEnabled: true,
    payoutsEnabled: true,
    requirementsDue: [] as string[],
    disabledReason: null as string | null,
  }
  it.each([
    ['UNFINISHED', { detailsSubmitted: false, payoutsEnabled: false, requirementsDue: ['external_account'] }],
    ['READY', {}],
    ['ASKED', { requirementsDue: ['individual.verification.document'] }],
    ['CHECKING', { payoutsEnabled: false, disabledReason: 'requirements.pending_verification' }],
    ['CHECKING', { transfersEnabled: false }],
    [
      'DISABLED',
      { payoutsEnabled: false, requirementsDue: ['external_account'], disabledReason: 'requirements.past_due' },
    ],
    ['REJECTED', { payoutsEnabled: false, requirementsDue: ['external_account'], disabledReason: 'rejected.fraud' }],
    ['NONE', { disabledReason: 'account_invalid' }],
  ])('is %s with %j', (state, said) => {
    expect(stateOf({ ...answered, ...said })).toBe(state)
  })

  it('is explained in words, each once', () => {
    expect(inWords(['external_account', 'individual.first_name', 'individual.last_name', 'x.y'])).toEqual([
      'a bank account',
      'your name',
      'more about you',
    ])
    expect(inWords(['individual.id_number', 'individual.ssn_last_4', 'individual.address.city'])).toEqual([
      'your social security or tax number',
      'your address',
    ])
  })
})
