import { randomUUID } from 'node:crypto'
import { moveMoney } from '@second-ring/api/payouts/move-money'
import { describe, expect, it } from 'vitest'
import { randomFrom } from '../random.ts'
import { startActing } from './acting.ts'
import { differencesAtRest } from './come-to-rest.ts'
import { countEnds, createCoverage } from './coverage.ts'
import { released } from './deals.ts'
import { describeEnds } from './describe-ends.ts'
import { startEndingProcess } from './ending-process.ts'
import { openMarket, runEnds } from './run-ends.ts'
import { nameOfStatement } from './steps.ts'

/** It takes half a minute on two free cores, and several where others work too. */
const TIMEOUT_MS = 15 * 60_000
const ENDS = 120

describe('a process that ends', { timeout: TIMEOUT_MS }, () => {
  // `pnpm chaos --ends` makes many more, from a seed of its own each time.
  it('leaves no cent unexplained, whatever it was about', async () => {
    const report = await runEnds({ seed: 20_261, goOn: ({ ended }) => countEnds(ended).ends < ENDS })
    expect(report.differences, describeEnds(report)).toEqual([])
    const { ends, names } = countEnds(report.ended)
    expect(ends).toBeGreaterThanOrEqual(ENDS)
    expect(names).toEqual(
      expect.arrayContaining(['COMMIT', 'insert into ledger_transactions', 'cardPayments.createIntent']),
    )
  })

  it('has sent nothing of a transaction that it had not committed', async () => {
    const market = await openMarket()
    const process = startEndingProcess(market)
    const { id: buyerId } = await market.user()
    const { id: listingId } = await market.listing()
    const place = { listingId, meetingPlace: 'Central Library', phone: '+1 555 010 0199', expectedPriceCents: 20_000 }
    const { orderId } = await market.as(buyerId).orders.place(place)
    const commit = { step: { name: 'COMMIT', turn: 1 }, side: 'before' } as const
    const { ended } = await process.run(() => process.as(buyerId).orders.cancel({ orderId }), commit)
    expect(ended).toBe(true)
    await market.as(buyerId).orders.cancel({ orderId })
    await process.stop()
    await market.close()
  })

  it.each([
    ['the same transfer', false],
    ['another transfer', true],
  ])('after a transfer, then repeated as %s, is found only when a seller is paid twice', async (_, isAnother) => {
    const market = await openMarket()
    const acting = await startActing(market, { random: randomFrom(1), coverage: createCoverage(), share: 0 })
    const { connectedAccounts } = market.platform
    const createTransfer: typeof connectedAccounts.createTransfer = transfer =>
      // Each try is another one for the provider, and takes the platform's own money.
      connectedAccounts.createTransfer(isAnother ? { ...transfer, transferId: randomUUID(), chargeId: null } : transfer)
    market.platform.connectedAccounts = { ...connectedAccounts, createTransfer }
    await released(acting)
    await released(acting)
    await released(acting)
    const process = startEndingProcess(market)
    const transfer = { step: { name: 'connectedAccounts.createTransfer', turn: 1 }, side: 'after' } as const
    const { ended } = await process.run(() => moveMoney(process.platform), transfer)
    expect(ended).toBe(true)
    await market.timePasses({ hours: 1 })
    await moveMoney(market.platform)
    const differences = await differencesAtRest(market)
    expect(differences.length > 0, differences.join('\n')).toBe(isAnother)
    await process.stop()
    await acting.stop()
    await market.close()
  })
})

describe('the name of a statement', () => {
  it.each([
    ['INSERT INTO "public"."payments" ("id") VALUES ($1)', 'insert into payments'],
    ['with taken as (update listings set state = $1 returning id) insert into orders select id', 'update listings'],
    ['select o.id from "orders" as o where o.id = $1 for update', 'lock orders'],
    ['select o.id from orders as o where o.id = $1 for no key update of o', 'lock orders'],
    ['SELECT "public"."users"."id" FROM "public"."users"', 'select users'],
    ['COMMIT', 'COMMIT'],
  ])('of %s', (sql, name) => {
    expect(nameOfStatement(sql)).toBe(name)
  })
})
