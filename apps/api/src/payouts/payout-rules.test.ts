import { createMarket, type Market } from '@second-ring/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fundsBecomeAvailable, move, payee } from './testing/payee.ts'

let market: Market
beforeEach(async () => {
  market = await createMarket({ webhooks: false })
})
afterEach(() => market.close())

const run = (sql: string) => market.database.$executeRawUnsafe(sql)

/** A deal whose money was sent on; a part was taken back, and the rest has arrived. */
async function settled() {
  const seller = await payee(market)
  await market.database.payoutAccount.update({ where: { userId: seller.sellerId }, data: { payoutsEnabled: false } })
  const deal = await seller.deal()
  await fundsBecomeAvailable(market)
  await move(market)
  await deal.refund(10_000)
  await move(market)
  await market.database.payoutAccount.update({ where: { userId: seller.sellerId }, data: { payoutsEnabled: true } })
  await market.timePasses({ hours: 1 })
  await move(market)
  await seller.arrive()
  return { ...deal, accountId: seller.accountId }
}

type Settled = Awaited<ReturnType<typeof settled>>

/** Posts a transaction by hand, on accounts of the seller too. */
const post = ({ sellerId }: Settled, key: string, act: string, entries: Record<string, number>) =>
  market.database.$executeRawUnsafe(
    `WITH made AS (INSERT INTO ledger_transactions (act, idempotency_key) VALUES ($2::ledger_act, $1) RETURNING id)
      INSERT INTO ledger_entries (transaction_id, account_id, amount_cents)
      SELECT made.id, a.id, e.value::bigint FROM made, jsonb_each_text($3::jsonb) e
      JOIN ledger_accounts a ON a.kind = e.key::ledger_account_kind AND coalesce(a.owner_id, $4::uuid) = $4::uuid`,
    key,
    act,
    JSON.stringify(entries),
    sellerId,
  )

const transfer = ({ orderId }: Settled, change: string) =>
  run(`UPDATE transfers SET ${change} WHERE order_id = '${orderId}'`)
const payout = ({ sellerId }: Settled, change: string) =>
  run(`UPDATE payouts SET ${change} WHERE seller_id = '${sellerId}'`)
const newTransfer = ({ orderId, sellerId }: Settled, cents: number, since = 'now()') =>
  run(`INSERT INTO transfers (order_id, seller_id, provider_account_id, amount_cents, planned_at)
    VALUES ('${orderId}', '${sellerId}', 'acct_1', ${cents}, ${since})`)
const newPayout = ({ sellerId }: Settled, cents: number, since = 'now()') =>
  run(`INSERT INTO payouts (seller_id, provider_account_id, amount_cents, requested_at)
    VALUES ('${sellerId}', 'acct_1', ${cents}, ${since})`)

describe('what is wrong with what went to sellers is found', () => {
  it.each<[string, (of: Settled) => unknown, string]>([
    ['a transfer of another amount', of => transfer(of, 'amount_cents = 18_999'), 'cents on SELLER_BALANCE of'],
    [
      'a transfer that was not made',
      of => transfer(of, `state = 'PENDING', provider_id = NULL, reversed_cents = 0, settled_at = NULL`),
      'and 19000 by the ledger',
    ],
    ['another seller’s transfer', of => transfer(of, `seller_id = '${of.buyerId}'`), 'to the seller of its phone'],
    [
      'a transfer of an order that is not released',
      ({ orderId }) => run(`UPDATE orders SET state = 'HANDED_OVER' WHERE id = '${orderId}'`),
      'A transfer is of a released order',
    ],
    ['more than the order’s share', of => newTransfer(of, 9501), 'its price without the fee'],
    [
      'an amount taken back that no reversal explains',
      of => transfer(of, 'reversed_cents = 1'),
      'the sum of its reversals',
    ],
    [
      'a reversal that was not made',
      () => run(`UPDATE transfer_reversals SET state = 'FAILED', provider_id = NULL, failure_reason = 'none'`),
      'and -9500 by the ledger',
    ],
    ['a payout of another amount', of => payout(of, 'amount_cents = 9499'), 'cents on CONNECTED_BALANCE'],
    [
      'a payout that came back here alone',
      of => payout(of, `state = 'RETURNED', failure_reason = 'none'`),
      ':returned has',
    ],
    ['a payout of more than was sent on', of => newPayout(of, 1), 'No more is paid out'],
    [
      'a posting of no transfer',
      of =>
        post(of, 'transfer:none:sent', 'TRANSFER_SENT', {
          ...{ SELLER_BALANCE: 5, SELLER_PAYOUTS: -5, PROVIDER_BALANCE: -5, CONNECTED_BALANCE: 5 },
        }),
      'transfer:none:sent has 0 cents on',
    ],
    [
      'accounts of sellers that hold less than nothing',
      of => post(of, 'other', 'CHARGED', { CONNECTED_BALANCE: -5, SELLER_PAYOUTS: 5 }),
      'CONNECTED_BALANCE has a balance of -5',
    ],
    ['a transfer that nobody makes', of => newTransfer(of, 1, `now() - interval '25 hours'`), 'is made within a day'],
    [
      'a reversal that nobody makes',
      () =>
        run(`INSERT INTO transfer_reversals (transfer_id, amount_cents, planned_at)
          SELECT id, 1, now() - interval '25 hours' FROM transfers`),
      'made or refused within a day',
    ],
    ['a payout that does not end', of => newPayout(of, 1, `now() - interval '15 days'`), 'within two weeks'],
  ])('%s', async (_what, harm, complaint) => {
    const harmed = await settled()
    expect(await market.checkLedger()).toEqual([])
    await harm(harmed)
    expect((await market.checkLedger()).join('\n')).toContain(complaint)
  })

  it('released money that nobody sends on', async () => {
    const seller = await payee(market)
    await seller.deal()
    await market.timePasses({ hours: 5 * 24 })
    expect((await market.checkLedger()).join('\n')).toContain('is sent on within a day')
  })

  it.each<[string, (of: Settled) => Promise<unknown>, string]>([
    [
      'a transfer at the provider that nobody noticed',
      async of => {
        const { latest_charge: charge } = await market.card.intent(of.intentId)
        const chargeId = typeof charge === 'object' ? (charge?.id ?? null) : charge
        const about = { orderId: of.orderId, accountId: of.accountId, chargeId, transferGroup: 'other' }
        return market.platform.connectedAccounts.createTransfer({ transferId: of.buyerId, amountCents: 100, ...about })
      },
      `100 cents of order `,
    ],
    [
      'a reversal at the provider that nobody noticed',
      async ({ orderId, buyerId, sellerId }) => {
        const { providerId } = await market.database.transfer.findFirstOrThrow({ where: { orderId } })
        const payout = await market.database.payout.findFirstOrThrow({ where: { sellerId } })
        await market.card.bank.failPayout(payout.providerId ?? '')
        const { connectedAccounts } = market.platform
        return connectedAccounts.reverseTransfer({
          reversalId: buyerId,
          providerTransferId: providerId ?? '',
          amountCents: 1,
        })
      },
      'cents taken back, by the provider',
    ],
    [
      'a payout that came back and nobody noticed',
      async ({ sellerId }) => {
        const { providerId } = await market.database.payout.findFirstOrThrow({ where: { sellerId } })
        return market.card.bank.failPayout(providerId ?? '')
      },
      'holds 0 cents by the ledger, by the provider 9500 cents',
    ],
  ])('%s', async (_what, act, complaint) => {
    const of = await settled()
    await act(of)
    expect((await market.checkLedger()).join('\n')).toContain(complaint)
  })
})
