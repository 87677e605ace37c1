import { EXPERIENCED_DEALS } from '@second-ring/contracts/account-limits'
import { SIGNAL_MIN_CENTS, TRUSTED_AFTER_DAYS } from '@second-ring/contracts/signals'
import { query, run } from '@second-ring/database'
import { createMarket, type Market } from '@second-ring/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isTrusted } from './trusted-user.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

const MINUTE_MS = 60_000
const provenFor = (days: number, minutes: number) =>
  new Date(Date.now() - days * 24 * 60 * MINUTE_MS - minutes * MINUTE_MS)
const trusted = () => provenFor(TRUSTED_AFTER_DAYS, 1)
const almostTrusted = () => provenFor(TRUSTED_AFTER_DAYS, -1)

async function countsAsTrusted(id: string): Promise<boolean> {
  const users = query.selectFrom('users').where('id', '=', id)
  return (await run(market.database, users.where(isTrusted('users.id')).select('id'))).length === 1
}

describe('a trusted user', () => {
  it('has proven their email so many days ago as the contracts say', async () => {
    expect(await countsAsTrusted((await market.user({ emailVerifiedAt: trusted() })).id)).toBe(true)
    expect(await countsAsTrusted((await market.user({ emailVerifiedAt: almostTrusted() })).id)).toBe(false)
    expect(await countsAsTrusted((await market.user({ emailVerifiedAt: null })).id)).toBe(false)
  })

  it('is neither suspended nor removed', async () => {
    const { id: suspended } = await market.user()
    const suspension = { suspendedAt: new Date(), suspensionReason: 'Spam' }
    await market.database.user.update({ where: { id: suspended }, data: suspension })
    expect(await countsAsTrusted(suspended)).toBe(false)
    const { id: removed } = await market.user()
    const gone = { deletedAt: new Date(), email: null, name: '' }
    await market.database.user.update({ where: { id: removed }, data: gone })
    expect(await countsAsTrusted(removed)).toBe(false)
  })

  it('is found by an expression of columns: no function is called for a row', async () => {
    const explained = sql`EXPLAIN (VERBOSE) ${query.selectFrom('listings').where(isTrusted('seller_id')).select('id')}`
    const plan = JSON.stringify(await run(market.database, { compile: () => explained.compile(query) }))
    expect(plan).toContain('email_verified_at <=')
    expect(plan).not.toContain('is_trusted')
  })
})

describe('a deal', () => {
  const levelOf = async (userId: string) => (await market.as(userId).accounts.limits()).level

  it.each([
    [SIGNAL_MIN_CENTS, 'experienced'],
    [SIGNAL_MIN_CENTS - 1, 'proven'],
  ])('of %i cents with trusted people leaves a user %s', async (resalePriceCents, level) => {
    const { id: buyerId } = await market.user()
    for (let deal = 0; deal < EXPERIENCED_DEALS; deal += 1) await market.sale({ resalePriceCents }, { buyerId })
    expect(await levelOf(buyerId)).toBe(level)
  })

  it('counts on both sides, once for each trusted person, and no longer when its money goes back', async () => {
    const { id } = await market.user({ role: 'SELLER' })
    const { id: other } = await market.user({ role: 'SELLER' })
    const { id: young } = await market.user({ emailVerifiedAt: almostTrusted() })
    await market.sale({ sellerId: id }, { buyerId: other })
    await market.sale({ sellerId: other }, { buyerId: id })
    await market.sale({ sellerId: id }, { buyerId: young })
    expect(await levelOf(id)).toBe('proven')
    const { paymentId } = await market.sale({ sellerId: id })
    expect(await levelOf(id)).toBe('experienced')
    await market.database.refund.create({ data: { paymentId, amountCents: 20_000, reason: 'It was broken' } })
    expect(await levelOf(id)).toBe('proven')
  })
})
