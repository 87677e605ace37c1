import type pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { connected, migratedDatabase } from './testing/database.ts'

let client: pg.Client
beforeEach(async () => {
  client = await connected(await migratedDatabase())
})

/** Inserts a transaction of a key, and its entries, in one statement. */
const post = (key: string, entries: Record<string, number>) =>
  client.query(
    `WITH made AS (INSERT INTO ledger_transactions (act, idempotency_key) VALUES ('CHARGED', $1) RETURNING id)
      INSERT INTO ledger_entries (transaction_id, account_id, amount_cents)
      SELECT made.id, a.id, e.value::bigint FROM made, jsonb_each_text($2) e
      JOIN ledger_accounts a ON a.kind = e.key::ledger_account_kind`,
    [key, JSON.stringify(entries)],
  )

/** Adds entries to a transaction that is there. */
const add = (key: string, entries: Record<string, number>) =>
  client.query(
    `INSERT INTO ledger_entries (transaction_id, account_id, amount_cents)
      SELECT t.id, a.id, e.value::bigint FROM ledger_transactions t, jsonb_each_text($2) e
      JOIN ledger_accounts a ON a.kind = e.key::ledger_account_kind WHERE t.idempotency_key = $1`,
    [key, JSON.stringify(entries)],
  )

const charge = { PROVIDER_BALANCE: 100, UNASSIGNED: -100 }
const balances = async () =>
  (await client.query('SELECT kind, balance_cents FROM ledger_balances WHERE balance_cents <> 0 ORDER BY kind')).rows

const isUnbalanced = { code: '23514', constraint: 'ledger_transactions_balance' }

describe('a transaction of the ledger', () => {
  test('that sums to zero is on its accounts, whose balances are sums', async () => {
    await post('a', charge)
    await post('b', { PROVIDER_BALANCE: -30, UNASSIGNED: 30 })
    expect(await balances()).toEqual([
      { kind: 'PROVIDER_BALANCE', balance_cents: '70' },
      { kind: 'UNASSIGNED', balance_cents: '-70' },
    ])
  })

  test.for<[string, Record<string, number>]>([
    ['does not sum to zero', { PROVIDER_BALANCE: 100, UNASSIGNED: -99 }],
    ['has one entry', { PROVIDER_BALANCE: 100 }],
    ['has none', {}],
  ])('is rejected at the commit when it %s', async ([, entries]) => {
    await client.query('BEGIN')
    await post('a', entries)
    await expect(client.query('COMMIT')).rejects.toMatchObject(isUnbalanced)
    expect((await client.query('SELECT FROM ledger_transactions')).rowCount).toBe(0)
  })

  test('may be put together by several statements, as long as it balances at the commit', async () => {
    await client.query('BEGIN')
    await post('a', { PROVIDER_BALANCE: 100 })
    await add('a', { UNASSIGNED: -100 })
    await client.query('COMMIT')
    expect(await balances()).toHaveLength(2)
  })

  test('is checked again when entries are added after it was checked', async () => {
    await client.query('BEGIN')
    await post('a', charge)
    await client.query('SET CONSTRAINTS ALL IMMEDIATE')
    await client.query('SET CONSTRAINTS ALL DEFERRED')
    await add('a', { LOSSES: 5 })
    await expect(client.query('COMMIT')).rejects.toMatchObject(isUnbalanced)
  })

  test('that was posted takes no more entries, not even such as balance', async () => {
    await post('a', charge)
    await expect(add('a', { LOSSES: 5, PROVIDER_FEES: -5 })).rejects.toMatchObject({ code: '23001' })
  })

  test('is posted once for each key', async () => {
    await post('a', charge)
    await expect(post('a', charge)).rejects.toMatchObject({ constraint: 'ledger_transactions_idempotency_key_key' })
  })
})

test('the market has one account of each kind, a seller their own', async () => {
  const add = (owner: string | null, kind: string) =>
    client.query('INSERT INTO ledger_accounts (kind, owner_id) VALUES ($1, $2)', [kind, owner])
  const seller = '018f0000-0000-7000-8000-000000000001'
  await add(seller, 'SELLER_BALANCE')
  for (const again of [() => add(seller, 'SELLER_BALANCE'), () => add(null, 'HELD')]) {
    await expect(again()).rejects.toMatchObject({ constraint: 'ledger_accounts_kind_owner_id_key' })
  }
})

test.for([
  'UPDATE ledger_accounts SET owner_id = NULL',
  'DELETE FROM ledger_accounts',
  'TRUNCATE ledger_accounts CASCADE',
  `UPDATE ledger_transactions SET idempotency_key = 'other'`,
  'DELETE FROM ledger_transactions',
  'TRUNCATE ledger_transactions CASCADE',
  'UPDATE ledger_entries SET amount_cents = 1',
  'DELETE FROM ledger_entries',
  'TRUNCATE ledger_entries',
])('the ledger is append-only, for its owner too: %s', async statement => {
  await post('a', charge)
  await expect(client.query(statement)).rejects.toThrow(/is append-only: \w+ rejected$/)
  expect(await balances()).toHaveLength(2)
})
