import { createStripeLedger } from '@second-ring/api/adapters/stripe/stripe-ledger'
import { checkLedger, violationsOf } from '@second-ring/api/payments/check-ledger'
import { expect, test } from 'vitest'
import { seededMarket } from '../../testing/seeded-market.ts'
import { chargeDemoPayments } from './demo-charges.ts'
import { openDemoPayoutAccounts } from './demo-payout-accounts.ts'
import { payOutDemoSales } from './demo-payouts.ts'

/** A charge whose fee the product has not read yet: what the auditor says of it, and of the balance that it lessens. */
const OF_FEES = /^charge (\w+) .* has (-?\d+) cents (of fees|on the provider’s balance), by the provider (-?\d+)$/

test('the demo’s money keeps every rule, and the auditor finds in the card sandbox what the ledger has, but for the fees', async () => {
  const { database, cards } = await seededMarket()
  expect(violationsOf(await checkLedger({ database }))).toEqual([])

  await chargeDemoPayments(database, cards)
  await openDemoPayoutAccounts(database, cards)
  await payOutDemoSales(database, cards)
  const ledger = createStripeLedger({ secretKey: cards.secretKey, apiUrl: cards.url })
  const checked = await checkLedger({ database, ledger, graceMs: 0 })
  const violations = checked.flatMap(rule => rule.violations)
  const fees = violations.map(what => OF_FEES.exec(what) ?? expect.fail(what))
  const unknown = Map.groupBy(fees, ([, charge]) => charge)
  expect(unknown.size).toBe(await database.payment.count({ where: { state: 'SUCCEEDED' } }))
  for (const [charge, both] of unknown) {
    const [onBalance, fee] = ['on the provider’s balance', 'of fees'].map(where => {
      const found = both.find(([, , , of]) => of === where)
      return Number(found?.[2]) - Number(found?.[4])
    })
    expect([charge, onBalance]).toEqual([charge, -(fee ?? 0)])
  }
}, 120_000)
