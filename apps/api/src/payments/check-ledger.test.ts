import { createMarket, type Market } from '@second-ring/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { linkEntries } from '#audit/link-entries.ts'
import { checkLedger, describeLedger } from './check-ledger.ts'
import { settlePayment } from './settle-payment.ts'
import { endOrderRow } from './testing/end-order-row.ts'

let market: Market
beforeEach(async () => {
  market = await createMarket({ webhooks: false })
})
afterEach(() => market.close())

const booking = { meetingPlace: 'Central Library', phone: '+1 555 010 0199', expectedPriceCents: 20_000 }

async function placed() {
  const [{ id: buyerId }, { id: listingId, sellerId }] = [await market.user(), await market.listing()]
  const { orderId } = await market.as(buyerId).orders.place({ listingId, ...booking })
  return { orderId, buyerId, listingId, sellerId, buyer: market.as(buyerId), seller: market.as(sellerId) }
}

async function paid() {
  const order = await placed()
  const { clientSecret } = await order.buyer.payments.createIntent({ orderId: order.orderId })
  const transactionId = await market.card.pay(clientSecret)
  await order.buyer.payments.confirm({ orderId: order.orderId, transactionId })
  return { ...order, transactionId }
}

const run = (sql: string) => market.database.$executeRawUnsafe(sql)

describe('the ledger', () => {
  it('balances after everything that a market does', async () => {
    const admin = await market.asAdmin()
    await paid()
    const { orderId, seller } = await paid()
    await seller.payments.refund({ orderId, reason: 'It does not charge', relist: true })
    const given = await paid()
    const { handoverCode: code } = await given.buyer.orders.byId({ orderId: given.orderId })
    await given.seller.orders.handOver({ orderId: given.orderId, code: code ?? '' })
    await given.buyer.orders.acceptPhone({ orderId: given.orderId })
    const { sellerId, listingId } = await placed()
    await (await market.asBuyer()).orders.joinWaitingList({ listingId })
    await admin.accounts.removeUser({ userId: sellerId })
    const { buyerId } = await paid()
    await admin.accounts.removeUser({ userId: buyerId })
    await market.runJobs()
    expect(await market.checkLedger()).toEqual([])
  })

  it('is described with counts, rule by rule', async () => {
    await paid()
    await placed()
    const report = describeLedger(await checkLedger({ database: market.database }))
    expect(report).toContain('✓ No listing has two live orders (2 listings)')
    expect(report).toContain('one unpaid order or one offer holds it (1 reserved listings)')
    expect(report.split('\n').at(-1)).toBe('The ledger balances.')
  })

  it('names what is wrong, and says so in the end', async () => {
    const { listingId } = await placed()
    await run(`UPDATE listings SET state = 'AVAILABLE' WHERE id = '${listingId}'`)
    const report = describeLedger(await checkLedger({ database: market.database }))
    expect(report).toContain('✗ A listing is RESERVED')
    expect(report).toContain(`    listing ${listingId} is AVAILABLE`)
    expect(report.split('\n').at(-1)).toBe('The ledger does not balance: 1 violations.')
  })
})

type Paid = Awaited<ReturnType<typeof paid>>

describe('what breaks the ledger is found', () => {
  it.each<[string, (of: Paid) => unknown, string]>([
    [
      'two live orders of one phone',
      async ({ listingId }) => {
        await run('DROP INDEX orders_one_live_per_listing')
        await market.order({ listingId })
      },
      'two live orders',
    ],
    ['a sold phone that is for sale', of => listing(of, 'AVAILABLE'), 'SOLD exactly'],
    ['a sold phone that is reserved', of => listing(of, 'RESERVED'), 'RESERVED exactly'],
    [
      'a paid order of another price',
      of => run(`UPDATE orders SET price_cents = 1, fee_cents = 0 WHERE id = '${of.orderId}'`),
      'price',
    ],
    ['a paid order whose payment is gone', of => payment(of, `state = 'CANCELLED'`), 'has one payment'],
    ['a charge that nobody has noticed', of => payment(of, `state = 'PENDING'`), 'nobody has noticed it'],
    ['a payment of no charge', of => payment(of, `intent_id = 'pi_invented'`), 'has no charge at the provider'],
    ['a charge without a payment', of => payment(of, `intent_id = 'pi_invented'`), 'there is no payment of it'],
    ['a refund at the provider', of => market.card.refund(of.transactionId), 'the provider gave 20000 back'],
    [
      'a cancelled order that keeps its charge',
      of => endOrderRow(market.database, of.orderId, { state: 'CANCELLED' }),
      'owes is promised',
    ],
    ['a refunded order that was not', of => refunded(of), 'The audit has one refund'],
    ['a refund of too much', of => refund(of, `30000, 'SUCCEEDED', 're_1'`), 'No more goes back'],
    ['a refund that nobody made', of => refund(of, `100, 'PENDING', 're_1'`), 'refund re_1 is not at the provider'],
    ['a payment that was given back, and is not', of => payment(of, `state = 'REFUNDED'`), 'is REFUNDED exactly while'],
    ['a dispute that nobody has noticed', of => market.card.dispute(of.transactionId), 'nobody has noticed it'],
    [
      'a dispute that has another end',
      async of => {
        const id = await market.card.dispute(of.transactionId)
        await settlePayment(market.platform, { intentId: of.transactionId })
        await market.card.bank.decideDispute(id, 'win')
      },
      'is WON at the provider, here NEEDS_RESPONSE',
    ],
    ['a release that was not posted', of => released(of), 'cents on HELD by its rows'],
    [
      'a release that was posted for another seller',
      async of => {
        await released(of)
        const { id: ownerId } = await market.user({ role: 'SELLER' })
        await run(`INSERT INTO ledger_accounts (kind, owner_id) VALUES ('SELLER_BALANCE', '${ownerId}')`)
        await run(`WITH posted AS (
            INSERT INTO ledger_transactions (act, idempotency_key, payment_id)
            SELECT 'ORDER_RELEASED', 'released:' || id, id FROM payments WHERE order_id = '${of.orderId}' RETURNING id)
          INSERT INTO ledger_entries SELECT posted.id, a.id, part.cents FROM posted, ledger_accounts a
            JOIN (VALUES ('HELD', 20000), ('SELLER_BALANCE', -19000), ('PLATFORM_FEES', -1000)) part(kind, cents)
            ON a.kind::text = part.kind AND (a.owner_id IS NULL OR a.owner_id = '${ownerId}')`)
      },
      'cents on SELLER_BALANCE of',
    ],
    [
      'a tax that was kept as a fee',
      async of => {
        await run(`UPDATE orders SET fee_tax_cents = 167, fee_tax_basis_points = 2000 WHERE id = '${of.orderId}'`)
        await released(of)
        await run(`INSERT INTO ledger_accounts (kind, owner_id) VALUES ('SELLER_BALANCE', '${of.sellerId}')`)
        await run(`WITH posted AS (
            INSERT INTO ledger_transactions (act, idempotency_key, payment_id)
            SELECT 'ORDER_RELEASED', 'released:' || id, id FROM payments WHERE order_id = '${of.orderId}' RETURNING id)
          INSERT INTO ledger_entries SELECT posted.id, a.id, part.cents FROM posted, ledger_accounts a
            JOIN (VALUES ('HELD', 20000), ('SELLER_BALANCE', -19000), ('PLATFORM_FEES', -1000)) part(kind, cents)
            ON a.kind::text = part.kind AND (a.owner_id IS NULL OR a.owner_id = '${of.sellerId}')`)
      },
      'has -167 cents on FEE_TAX by its rows, and 0 by the ledger',
    ],
    [
      'a fee that nobody was invoiced',
      async of => {
        await run(`INSERT INTO ledger_accounts (kind, owner_id) VALUES ('SELLER_BALANCE', '${of.sellerId}')`)
        await run(`WITH posted AS (
            INSERT INTO ledger_transactions (act, idempotency_key, payment_id, posted_at)
            SELECT 'ORDER_RELEASED', 'released:' || id, id, now() - interval '2 hours' FROM payments
              WHERE order_id = '${of.orderId}' RETURNING id)
          INSERT INTO ledger_entries SELECT posted.id, a.id, part.cents FROM posted, ledger_accounts a
            JOIN (VALUES ('HELD', 20000), ('SELLER_BALANCE', -19000), ('PLATFORM_FEES', -1000)) part(kind, cents)
            ON a.kind::text = part.kind AND (a.owner_id IS NULL OR a.owner_id = '${of.sellerId}')`)
      },
      'has a fee of 0 cents by its documents, and of 1000 by the ledger',
    ],
    [
      'an invoice of a fee that was not earned',
      of =>
        run(`INSERT INTO receipts (kind, number, order_id, amount_cents, occurred_at)
          VALUES ('FEE_INVOICE', 1, '${of.orderId}', 1000, now())`),
      'has a fee of 1000 cents by its documents, and of 0 by the ledger',
    ],
    [
      'a sum that somebody has edited',
      of =>
        run(`INSERT INTO seller_balances (account_id, kind, seller_id, balance_cents)
          VALUES (uuidv7(), 'SELLER_BALANCE', '${of.sellerId}', 1)`),
      'has a sum of 1 cents, and entries of 0',
    ],
    ['a release that nobody made', of => released(of), 'The audit has one release'],
    [
      'a seller who waits for their money',
      of =>
        run(`UPDATE orders SET state = 'HANDED_OVER', ending = 'HANDED_OVER', ended_at = now(),
          protected_until = now() - interval '2 hours' WHERE id = '${of.orderId}'`),
      'is released once its buyer’s time',
    ],
    [
      'a second payment in the audit',
      ({ orderId }) =>
        market.database.auditEntry.create({
          data: { actorId: null, action: 'order.pay', subjectType: 'order', subjectId: orderId },
        }),
      'The audit has one payment',
    ],
    [
      'a seller notified twice',
      of =>
        run(`INSERT INTO notices (user_id, kind, message, listing_id)
      SELECT user_id, kind, message, listing_id FROM notices WHERE listing_id = '${of.listingId}' AND kind = 'paid'`),
      'notified once',
    ],
    [
      'a name that stayed',
      of =>
        run(`UPDATE users SET deleted_at = now(), email = NULL, name = ''
      WHERE id = '${of.buyerId}'`),
      'A removed user',
    ],
    [
      'an audit entry that was changed',
      async ({ orderId }) => {
        await linkEntries(market.platform)
        await run('ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_append_only')
        await run(`UPDATE audit_entries SET reason = 'None' WHERE subject_id = '${orderId}'`)
      },
      'something was changed',
    ],
    [
      'a job that was given up',
      () => run(`INSERT INTO pgboss.job (name, state) VALUES ('payments.refund', 'failed')`),
      'given up',
    ],
  ])('%s', async (_what, harm, complaint) => {
    const harmed = await paid()
    expect(await market.checkLedger()).toEqual([])
    await harm(harmed)
    expect((await market.checkLedger()).join('\n')).toContain(complaint)
  })

  it('a waiting list of a phone that is free', async () => {
    const { listingId, orderId } = await placed()
    await market.database.waitingEntry.create({ data: { listingId, userId: (await market.user()).id } })
    await endOrderRow(market.database, orderId, { state: 'CANCELLED', listing: { state: 'AVAILABLE' } })
    expect((await market.checkLedger()).join('\n')).toContain('waits in line for a listing that is AVAILABLE')
  })

  it('one order charged twice', async () => {
    const { orderId, transactionId } = await paid()
    await payment({ orderId }, `state = 'CANCELLED'`)
    await run(`UPDATE orders SET state = 'PLACED' WHERE id = '${orderId}'`)
    const { buyerId } = await market.database.order.findUniqueOrThrow({ where: { id: orderId } })
    const { clientSecret } = await market.as(buyerId).payments.createIntent({ orderId })
    const second = await market.card.pay(clientSecret)
    expect(second).not.toBe(transactionId)
    expect((await market.checkLedger()).join('\n')).toContain(`order ${orderId} is charged twice`)
  })
})

const listing = ({ listingId }: Paid, state: string) =>
  run(`UPDATE listings SET state = '${state}' WHERE id = '${listingId}'`)
const refunded = ({ orderId }: Paid) =>
  run(`UPDATE orders SET state = 'REFUNDED', ending = 'REFUNDED_BY_SELLER', ended_at = now() WHERE id = '${orderId}'`)
const released = ({ orderId }: Paid) =>
  run(`UPDATE orders SET state = 'RELEASED', ending = 'HANDED_OVER', ended_at = now(), released_at = now()
    WHERE id = '${orderId}'`)
const refund = ({ orderId }: Paid, values: string) =>
  run(`INSERT INTO refunds (reason, payment_id, amount_cents, state, provider_id)
    SELECT 'None', id, ${values} FROM payments WHERE order_id = '${orderId}'`)
const payment = ({ orderId }: { orderId: string }, change: string) =>
  run(`UPDATE payments SET ${change} WHERE order_id = '${orderId}'`)
