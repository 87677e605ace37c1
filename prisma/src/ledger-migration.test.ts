import { expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { connected, databaseUrl } from './testing/database.ts'
import { migrationsBefore } from './testing/migrations-before.ts'

/** Payments of $200 of each state, by a name in their intent, with what went back of them. */
const market = `
  INSERT INTO users (identity_uid, email, name, role) VALUES
    ('s', 's@example.test', 'Sam', 'SELLER'), ('b', 'b@example.test', 'Bo', 'BUYER');
  INSERT INTO categories (name, slug, image) VALUES ('Phones', 'phones', '/images/none.webp');
  CREATE TEMP TABLE what (name text, order_state text, payment_state text, refunds text, disputes text);
  INSERT INTO what VALUES
    ('open', 'PLACED', 'PENDING', '', ''),
    ('paid', 'PAID', 'SUCCEEDED', '', ''),
    ('demo_1', 'PAID', 'SUCCEEDED', '', ''),
    ('handed over', 'COMPLETED', 'SUCCEEDED', '', 'WON 20000'),
    ('part back', 'COMPLETED', 'SUCCEEDED', 'SUCCEEDED 5000', ''),
    ('asked', 'PAID', 'SUCCEEDED', '', 'INQUIRY 20000'),
    ('disputed', 'PAID', 'SUCCEEDED', '', 'UNDER_REVIEW 15000'),
    ('lost', 'REFUNDED', 'SUCCEEDED', '', 'LOST 20000'),
    ('twice back', 'REFUNDED', 'REFUNDED', 'SUCCEEDED 20000', 'LOST 20000'),
    ('promised', 'REFUNDED', 'SUCCEEDED', 'REQUESTED 20000', ''),
    ('failed', 'REFUNDED', 'SUCCEEDED', 'FAILED 20000', ''),
    ('outside', 'REFUNDED', 'SUCCEEDED', 'FAILED 20000,SETTLED_OUTSIDE 20000', ''),
    ('late', 'EXPIRED', 'SUCCEEDED', 'PENDING 20000', ''),
    ('late and back', 'CANCELLED', 'REFUNDED', 'SUCCEEDED 20000', ''),
    ('nobody’s', NULL, 'SUCCEEDED', '', ''),
    ('nobody’s and back', NULL, 'SUCCEEDED', 'SUCCEEDED 3000,REQUESTED 17000', '');
  INSERT INTO listings (category_id, seller_id, seller_name, product_name, images, condition, description, location,
      resale_price_cents, original_price_cents, years_used, state)
    SELECT c.id, s.id, 'Sam', what.name, '{/images/none.webp}', 'GOOD', 'Works', 'Here', 20000, 50000, 1, 'REMOVED'
    FROM what, categories c, users s WHERE s.identity_uid = 's';
  INSERT INTO orders (listing_id, buyer_id, product_name, product_image, price_cents, meeting_place, phone, state,
      reserved_until, paid_at, handover_due_at, handover_code, ending, ended_at)
    SELECT l.id, b.id, what.name, '/images/none.webp', 20000, 'Library', '+1 555', what.order_state::order_state, now(),
      now(), now(), '123456', e.ending::order_ending, CASE WHEN e.ending IS NOT NULL THEN now() END
    FROM what JOIN listings l ON l.product_name = what.name
    LEFT JOIN (VALUES ('COMPLETED', 'HANDED_OVER'), ('CANCELLED', 'RELEASED'), ('EXPIRED', 'EXPIRED'),
      ('REFUNDED', 'REFUNDED_BY_SELLER')) e(state, ending) ON e.state = what.order_state,
    users b WHERE b.identity_uid = 'b' AND what.order_state IS NOT NULL;
  INSERT INTO payments (order_id, buyer_id, intent_id, amount_cents, state, received_at, checked_at)
    SELECT o.id, b.id, 'pi_' || what.name, 20000, what.payment_state::payment_state, now(), now()
    FROM what LEFT JOIN orders o ON o.product_name = what.name, users b WHERE b.identity_uid = 'b';
  INSERT INTO refunds (payment_id, state, amount_cents, reason)
    SELECT p.id, split_part(one, ' ', 1)::refund_state, split_part(one, ' ', 2)::int, 'Broken'
    FROM what JOIN payments p ON p.intent_id = 'pi_' || what.name, string_to_table(what.refunds, ',') one WHERE one <> '';
  INSERT INTO disputes (payment_id, provider_id, state, amount_cents, reason, opened_at, closed_at)
    SELECT p.id, 'du_' || what.name, split_part(disputes, ' ', 1)::dispute_state, split_part(disputes, ' ', 2)::int,
      'fraudulent', now(), CASE WHEN disputes ~ 'WON|LOST' THEN now() END
    FROM what JOIN payments p ON p.intent_id = 'pi_' || what.name WHERE disputes <> '';
  INSERT INTO unmatched_charges (charge_id, intent_id, amount_cents, currency, cause, state, charged_at)
    SELECT 'ch_' || state, 'pi_' || state, 700, CASE state WHEN 'DISMISSED' THEN 'eur' ELSE 'usd' END, 'no-order', state, now()
    FROM unnest(enum_range(NULL::unmatched_charge_state)) state;`

test('a market of before the ledger comes out with every payment posted, under the keys of its acts', async () => {
  const url = databaseUrl()
  await migrate(url, { migrations: await migrationsBefore('20261127') })
  const client = await connected(url)
  // Without the triggers, which were files by then.
  await client.query(`SET session_replication_role = replica; ${market}; SET session_replication_role = DEFAULT`)
  await migrate(url)
  const { rows } = await client.query<{ name: string; position: object }>(`
    SELECT name, jsonb_object_agg(kind, cents) AS position FROM (
      SELECT coalesce(substr(p.intent_id, 4), u.state::text) AS name, a.kind, sum(e.amount_cents) AS cents
      FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id JOIN ledger_transactions t ON t.id = e.transaction_id
      LEFT JOIN payments p ON p.id = t.payment_id LEFT JOIN unmatched_charges u ON u.id = t.unmatched_charge_id
      GROUP BY 1, 2 HAVING sum(e.amount_cents) <> 0) sums GROUP BY name`)
  expect(Object.fromEntries(rows.map(({ name, position }) => [name, position]))).toEqual({
    paid: { PROVIDER_BALANCE: 20_000, HELD: -20_000 },
    demo_1: { OUTSIDE: 20_000, HELD: -20_000 },
    'handed over': { PROVIDER_BALANCE: 20_000, HELD: -20_000 },
    'part back': { PROVIDER_BALANCE: 15_000, HELD: -15_000 },
    asked: { PROVIDER_BALANCE: 20_000, HELD: -20_000 },
    disputed: { PROVIDER_BALANCE: 5000, DISPUTED: 15_000, HELD: -20_000 },
    'twice back': { PROVIDER_BALANCE: -20_000, LOSSES: 20_000 },
    promised: { PROVIDER_BALANCE: 20_000, BUYER_REFUNDS: -20_000 },
    failed: { PROVIDER_BALANCE: 20_000, BUYER_REFUNDS: -20_000 },
    outside: { PROVIDER_BALANCE: 20_000, OUTSIDE: -20_000 },
    'nobody’s': { PROVIDER_BALANCE: 20_000, UNASSIGNED: -20_000 },
    'nobody’s and back': { PROVIDER_BALANCE: 17_000, BUYER_REFUNDS: -17_000 },
    WAITING: { PROVIDER_BALANCE: 700, UNASSIGNED: -700 },
    RETURNING: { PROVIDER_BALANCE: 700, UNASSIGNED: -700 },
  })
  const unbalanced = `SELECT FROM ledger_transactions t LEFT JOIN ledger_entries e ON e.transaction_id = t.id
    GROUP BY t.id HAVING count(e.account_id) < 2 OR sum(e.amount_cents) <> 0`
  expect((await client.query(unbalanced)).rowCount).toBe(0)
  const keys = await client.query<{ key: string }>(`
    SELECT DISTINCT regexp_replace(idempotency_key, '[0-9a-f-]{36}', '{id}') AS key FROM ledger_transactions ORDER BY 1`)
  expect(keys.rows.map(({ key }) => key).toSorted()).toEqual([
    'charge:{id}',
    'dispute:{id}:lost',
    'dispute:{id}:opened',
    'owed:{id}',
    'paid:{id}',
    'refund:{id}:outside',
    'refund:{id}:sent',
    'unmatched:{id}:1',
    'unmatched:{id}:2',
  ])
  // The provider is asked about each again, for its fees; not about the demo's, and what was never charged.
  const asked = await client.query(`SELECT intent_id FROM payments WHERE checked_at IS NOT NULL ORDER BY intent_id`)
  expect(asked.rows).toEqual([{ intent_id: 'pi_demo_1' }, { intent_id: 'pi_open' }])
})
