import { expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { connected, databaseUrl } from './testing/database.ts'
import { migrationsBefore } from './testing/migrations-before.ts'

/** Orders of each state, by a name in their meeting place, with the actions that ended them. */
const market = `
  INSERT INTO users (identity_uid, email, name, role) VALUES
    ('s', 's@example.test', 'Sam', 'SELLER'), ('b', 'b@example.test', 'Bo', 'BUYER'), ('a', 'a@example.test', 'Al', 'ADMIN');
  INSERT INTO categories (name, slug, image) VALUES ('Phones', 'phones', '/images/none.webp');
  CREATE TEMP TABLE what (name text, order_state text, listing_state text, payment_state text, action text, actor text, reason text);
  INSERT INTO what VALUES
    ('placed', 'PLACED', 'RESERVED', NULL, NULL, NULL, NULL),
    ('paid', 'PAID', 'SOLD', 'SUCCEEDED', NULL, NULL, NULL),
    ('disputed', 'PAID', 'SOLD', 'SUCCEEDED', NULL, NULL, NULL),
    ('completed', 'COMPLETED', 'SOLD', 'SUCCEEDED', 'order.hand-over', 's', NULL),
    ('cancelled', 'CANCELLED', 'AVAILABLE', 'CANCELLED', 'order.cancel', 'b', NULL),
    ('removed', 'CANCELLED', 'AVAILABLE', NULL, 'order.cancel', 'a', 'The account was removed'),
    ('expired', 'EXPIRED', 'AVAILABLE', NULL, 'order.expire', NULL, NULL),
    ('late', 'EXPIRED', 'AVAILABLE', 'SUCCEEDED', 'order.expire', NULL, NULL),
    ('late and back', 'EXPIRED', 'AVAILABLE', 'REFUNDED', 'order.expire', NULL, NULL),
    ('by seller', 'REFUNDED', 'AVAILABLE', 'REFUNDED', 'order.refund', 's', 'Broken'),
    ('by admin', 'REFUNDED', 'REMOVED', 'SUCCEEDED', 'order.refund', 'a', 'Fraud'),
    ('at provider', 'REFUNDED', 'REMOVED', 'REFUNDED', 'order.refund', NULL, 'Refunded at the payment provider');
  INSERT INTO listings (category_id, seller_id, seller_name, product_name, images, condition, description, location,
      resale_price_cents, original_price_cents, years_used, state)
    SELECT c.id, s.id, 'Sam', what.name, '{/images/none.webp}', 'GOOD', 'Works', 'Here', 20000, 50000, 1,
      what.listing_state::listing_state
    FROM what, categories c, users s WHERE s.identity_uid = 's';
  INSERT INTO orders (listing_id, buyer_id, product_name, product_image, price_cents, meeting_place, phone, state, reserved_until)
    SELECT l.id, b.id, what.name, '/images/none.webp', 20000, 'Library', '+1 555', what.order_state::order_state, now()
    FROM what JOIN listings l ON l.product_name = what.name, users b WHERE b.identity_uid = 'b';
  INSERT INTO payments (order_id, intent_id, amount_cents, state, received_at, checked_at, disputed_at)
    SELECT o.id, 'pi_' || replace(what.name, ' ', ''), 20000, what.payment_state::payment_state, '2026-11-01', now(),
      CASE WHEN what.name = 'disputed' THEN now() END
    FROM what JOIN orders o ON o.product_name = what.name WHERE what.payment_state IS NOT NULL;
  INSERT INTO audit_entries (actor_id, action, subject_type, subject_id, reason, at)
    SELECT u.id, what.action, 'order', o.id, what.reason, '2026-11-02'
    FROM what JOIN orders o ON o.product_name = what.name LEFT JOIN users u ON u.identity_uid = what.actor
    WHERE what.action IS NOT NULL;`

test('a market of before endings, refunds and disputes comes out with them', async () => {
  const url = databaseUrl()
  await migrate(url, { migrations: await migrationsBefore('20261122033000') })
  const client = await connected(url)
  await client.query(market)
  // Until the ledger, whose migration has every payment asked about again.
  await migrate(url, { migrations: await migrationsBefore('20261127000000') })
  const { rows } = await client.query(`
    SELECT o.product_name AS name, o.state, o.ending, o.end_reason AS reason, o.ended_at IS NOT NULL AS has_ended,
      o.handover_code IS NOT NULL AND o.handover_due_at > now() + interval '13 days' AS can_be_handed_over,
      p.state AS payment, p.buyer_id = o.buyer_id AS is_buyers, CASE WHEN p.id IS NOT NULL THEN p.checked_at IS NULL END AS is_asked_about,
      r.state AS refund, r.amount_cents AS refunded, r.reason AS refund_reason
    FROM orders o LEFT JOIN payments p ON p.order_id = o.id LEFT JOIN refunds r ON r.payment_id = p.id ORDER BY o.product_name`)
  const none = { payment: null, is_buyers: null, is_asked_about: null }
  const paid = { is_buyers: true, is_asked_about: false }
  const open = { ending: null, reason: null, has_ended: false }
  const unpaid = { can_be_handed_over: null, refund: null, refunded: null, refund_reason: null }
  const refund = (state: string, refund_reason: string) => ({ refund: state, refunded: 20_000, refund_reason })
  const late = 'The order could not be paid any more'
  const by = (ending: string, reason: string | null = null) => ({ ending, reason, has_ended: true })
  expect(rows.map(row => ({ ...row, can_be_handed_over: row.can_be_handed_over || null }))).toEqual([
    {
      name: 'at provider',
      state: 'REFUNDED',
      ...unpaid,
      ...by('REFUNDED_AT_PROVIDER', 'Refunded at the payment provider'),
      payment: 'REFUNDED',
      ...paid,
      ...refund('SUCCEEDED', 'Refunded at the payment provider'),
    },
    {
      name: 'by admin',
      state: 'REFUNDED',
      ...unpaid,
      ...by('REFUNDED_BY_ADMIN', 'Fraud'),
      payment: 'SUCCEEDED',
      ...paid,
      ...refund('REQUESTED', 'Fraud'),
    },
    {
      name: 'by seller',
      state: 'REFUNDED',
      ...unpaid,
      ...by('REFUNDED_BY_SELLER', 'Broken'),
      payment: 'REFUNDED',
      ...paid,
      ...refund('SUCCEEDED', 'Broken'),
    },
    { name: 'cancelled', state: 'CANCELLED', ...unpaid, ...by('CANCELLED_BY_BUYER'), payment: 'CANCELLED', ...paid },
    { name: 'completed', state: 'COMPLETED', ...unpaid, ...by('HANDED_OVER'), payment: 'SUCCEEDED', ...paid },
    {
      name: 'disputed',
      state: 'PAID',
      ...unpaid,
      ...open,
      can_be_handed_over: true,
      payment: 'SUCCEEDED',
      is_buyers: true,
      is_asked_about: true,
    },
    { name: 'expired', state: 'EXPIRED', ...unpaid, ...by('EXPIRED'), ...none },
    {
      name: 'late',
      state: 'EXPIRED',
      ...unpaid,
      ...by('EXPIRED'),
      payment: 'SUCCEEDED',
      ...paid,
      ...refund('REQUESTED', late),
    },
    {
      name: 'late and back',
      state: 'EXPIRED',
      ...unpaid,
      ...by('EXPIRED'),
      payment: 'REFUNDED',
      ...paid,
      ...refund('SUCCEEDED', late),
    },
    { name: 'paid', state: 'PAID', ...unpaid, ...open, can_be_handed_over: true, payment: 'SUCCEEDED', ...paid },
    { name: 'placed', state: 'PLACED', ...unpaid, ...open, ...none },
    { name: 'removed', state: 'CANCELLED', ...unpaid, ...by('SIDE_REMOVED', 'The account was removed'), ...none },
  ])
  expect((await client.query('SELECT count(*)::int FROM markets')).rows).toEqual([{ count: 1 }])
})
