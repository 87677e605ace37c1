import type pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { connected, migratedDatabase } from './testing/database.ts'

type Row = Record<string, unknown>

let address: string
let client: pg.Client

beforeEach(async () => {
  address = await migratedDatabase()
  client = await connected(address)
})

async function insert(table: string, row: Row): Promise<string> {
  const columns = Object.keys(row).map(column => `"${column}"`)
  const places = columns.map((_, index) => `$${index + 1}`)
  const sql = `INSERT INTO "${table}" (${columns.join(', ')}) VALUES (${places.join(', ')}) RETURNING id`
  return (await client.query(sql, Object.values(row))).rows[0]?.id
}

let count = 0
const unlike = () => {
  count += 1
  return `n${count}`
}

async function user(row: Row = {}) {
  const name = unlike()
  return insert('users', { identity_uid: name, email: `${name}@example.test`, name, role: 'SELLER', ...row })
}

async function category(row: Row = {}) {
  const name = unlike()
  return insert('categories', { name, slug: name, image: '/x', ...row })
}

async function listing(row: Row = {}) {
  const [category_id, seller_id] = [await category(), await user()]
  const prices = { resale_price_cents: 50, original_price_cents: 1 }
  const texts = { seller_name: 'S', product_name: 'P', description: 'D', location: 'L', images: ['/x'] }
  return insert('listings', { category_id, seller_id, ...prices, ...texts, condition: 'GOOD', years_used: 0, ...row })
}

async function order(row: Row = {}) {
  const listing_id = row.listing_id ?? (await listing())
  const texts = { product_name: 'P', product_image: '/x', meeting_place: 'M', phone: '1' }
  return insert('orders', {
    buyer_id: await user(),
    ...texts,
    price_cents: 1,
    reserved_until: new Date(),
    ...stateOf(row.state),
    ...row,
    listing_id,
  })
}

const endings: Row = {
  HANDED_OVER: 'HANDED_OVER',
  CLAIMED: 'HANDED_OVER',
  RETURNING: 'HANDED_OVER',
  RELEASED: 'HANDED_OVER',
  PARTLY_REFUNDED: 'HANDED_OVER',
  CANCELLED: 'RELEASED',
  EXPIRED: 'EXPIRED',
  REFUNDED: 'DISPUTE_LOST',
}

/** The columns that a state requires. */
function stateOf(state: unknown): Row {
  if (state === 'PAID') return { paid_at: new Date(), handover_due_at: new Date(), handover_code: '123456' }
  const ending = endings[String(state)]
  if (!ending) return {}
  const now = new Date()
  const protection: Row =
    state === 'HANDED_OVER' ? { protected_until: now } : state === 'RELEASED' ? { released_at: now } : {}
  const part: Row = state === 'PARTLY_REFUNDED' ? { price_cents: 2, give_back_cents: 1, released_at: now } : {}
  return { ending, ended_at: now, ...protection, ...part }
}

async function payment(row: Row = {}) {
  const order_id = row.order_id ?? (await order())
  return insert('payments', { buyer_id: SOME_ID, intent_id: `pi_${unlike()}`, amount_cents: 1, ...row, order_id })
}

async function waitingEntry(row: Row = {}) {
  const listing_id = row.listing_id ?? (await listing())
  return insert('waiting_entries', { user_id: await user(), ...row, listing_id })
}

const SOME_ID = '018f0000-0000-7000-8000-000000000001'

function notice(row: Row = {}) {
  return insert('notices', { user_id: SOME_ID, kind: 'paid', message: 'Paid', ...row })
}

async function passkey(row: Row = {}) {
  const key = { credential_id: unlike(), public_key: Buffer.from('k'), counter: 0, name: 'Laptop' }
  return insert('passkeys', { user_id: await user({ role: 'ADMIN' }), ...key, ...row })
}

async function refund(row: Row = {}) {
  return insert('refunds', { payment_id: await payment(), amount_cents: 1, reason: 'R', ...row })
}

async function dispute(row: Row = {}) {
  const opened = { provider_id: unlike(), amount_cents: 1, state: 'INQUIRY', reason: 'R', opened_at: new Date() }
  return insert('disputes', { payment_id: await payment(), ...opened, ...row })
}

async function disputeAnswer(row: Row = {}) {
  const answer = { stage: 'INQUIRY', evidence: '[]', note: '', answered_by_id: SOME_ID }
  return insert('dispute_answers', { dispute_id: await dispute(), ...answer, ...row })
}

function unmatchedCharge(row: Row = {}) {
  const charge = { charge_id: unlike(), intent_id: 'pi_1', amount_cents: 1, currency: 'usd', charged_at: new Date() }
  return insert('unmatched_charges', { ...charge, cause: 'no-order', ...row })
}

async function meetingProposal(row: Row = {}) {
  return insert('meeting_proposals', { order_id: await order(), proposed_by_id: SOME_ID, meeting_place: 'M', ...row })
}

async function cancellationProposal(row: Row = {}) {
  const proposal = { proposed_by_id: SOME_ID, reason: 'R', due_at: new Date() }
  return insert('cancellation_proposals', { order_id: await order(), ...proposal, ...row })
}

async function noShowReport(row: Row = {}) {
  const report = { reported_by_id: SOME_ID, text: 'T', meeting_time: new Date(), answer_due_at: new Date() }
  return insert('no_show_reports', { order_id: await order(), ...report, ...row })
}

async function orderNote(row: Row = {}) {
  return insert('order_notes', { order_id: await order(), author_id: SOME_ID, text: 'T', ...row })
}

async function claim(row: Row = {}) {
  const wish = { reason: 'OTHER', text: 'T', images: [], wish: 'MONEY_BACK', left_cents: 0, due_at: new Date() }
  return insert('claims', { order_id: await order({ state: 'CLAIMED' }), ...wish, ...row })
}

async function caseNote(row: Row = {}) {
  return insert('case_notes', { order_id: await order(), author_id: SOME_ID, text: 'T', ...row })
}

async function idempotencyKey({ key = 'k' }: Row = {}) {
  const sql = `INSERT INTO idempotency_keys (user_id, key, operation, fingerprint, result)
    VALUES ($1, $2, 'o', 'f', '{}') RETURNING key`
  return (await client.query(sql, [SOME_ID, key])).rows[0]?.key
}

async function listingFlag({ reason = 'copied-picture' }: Row = {}) {
  const sql = 'INSERT INTO listing_flags (listing_id, reason) VALUES ($1, $2) RETURNING reason'
  return (await client.query(sql, [await listing(), reason])).rows[0]?.reason
}

function dataExport(row: Row = {}) {
  return insert('data_exports', { user_id: SOME_ID, expires_at: new Date(), ...row })
}

function mail(row: Row = {}) {
  return insert('mails', { user_id: SOME_ID, kind: 'booked', message: 'M', ...row })
}

function session(row: Row = {}) {
  return insert('sessions', { user_id: SOME_ID, ...row })
}

async function report(row: Row = {}) {
  const listing_id = row.listing_id ?? (await listing())
  return insert('reports', { reporter_id: await user(), reason: 'STOLEN', ...row, listing_id })
}

function ledgerAccount(row: Row = {}) {
  return insert('ledger_accounts', { kind: 'SELLER_BALANCE', owner_id: SOME_ID, ...row })
}

async function ledgerEntry({ amount_cents }: Row = {}) {
  const sql = `WITH made AS (
      INSERT INTO ledger_transactions (act, idempotency_key) VALUES ('CHARGED', 'k') RETURNING id)
    INSERT INTO ledger_entries (transaction_id, account_id, amount_cents) SELECT id, $1, $2 FROM made RETURNING account_id`
  return (await client.query(sql, [await ledgerAccount(), amount_cents])).rows[0]?.account_id
}

async function payoutAccount(row: Row = {}) {
  const status = { details_submitted: false, transfers_enabled: false, payouts_enabled: false }
  const user_id = row.user_id ?? (await user())
  return insert('payout_accounts', { provider_account_id: `acct_${unlike()}`, ...status, ...row, user_id })
}

async function transfer(row: Row = {}) {
  const known = { order_id: await order(), seller_id: SOME_ID, provider_account_id: 'acct_1', amount_cents: 2 }
  return insert('transfers', { ...known, ...row })
}

async function transferReversal(row: Row = {}) {
  return insert('transfer_reversals', { transfer_id: await transfer(), amount_cents: 1, ...row })
}

function payout(row: Row = {}) {
  return insert('payouts', { seller_id: SOME_ID, provider_account_id: 'acct_1', amount_cents: 1, ...row })
}

function upload(row: Row = {}) {
  return insert('uploads', { reference: '/x', due_at: new Date(), ...row })
}

const factories = {
  ledger_accounts: ledgerAccount,
  ledger_entries: ledgerEntry,
  payout_accounts: payoutAccount,
  transfers: transfer,
  transfer_reversals: transferReversal,
  payouts: payout,
  uploads: upload,
  reports: report,
  sessions: session,
  data_exports: dataExport,
  mails: mail,
  refunds: refund,
  disputes: dispute,
  dispute_answers: disputeAnswer,
  unmatched_charges: unmatchedCharge,
  meeting_proposals: meetingProposal,
  order_notes: orderNote,
  cancellation_proposals: cancellationProposal,
  no_show_reports: noShowReport,
  claims: claim,
  case_notes: caseNote,
  idempotency_keys: idempotencyKey,
  listing_flags: listingFlag,
  users: user,
  categories: category,
  listings: listing,
  orders: order,
  payments: payment,
  waiting_entries: waitingEntry,
  notices: notice,
  passkeys: passkey,
  banned_emails: (row: Row) => insert('banned_emails', row),
  receipts: async (row: Row) => {
    const order_id = row.order_id ?? (await order())
    return insert('receipts', {
      kind: 'RECEIPT',
      number: 1,
      amount_cents: 1,
      occurred_at: new Date(),
      ...row,
      order_id,
    })
  },
  fee_rules: (row: Row) => insert('fee_rules', { basis_points: 500, minimum_cents: 0, ...row }),
  fee_tax_rates: (row: Row) => insert('fee_tax_rates', { basis_points: 2000, ...row }),
}
type Table = keyof typeof factories

const deleted = { deleted_at: new Date(), name: '' }
const suspended = { suspended_at: new Date(), suspension_reason: 'Sold nothing' }
const sent = { state: 'SENT', provider_id: 'tr_1', settled_at: new Date() }
const paidOut = { state: 'PAID', provider_id: 'po_1', settled_at: new Date() }
const decided = { decision: 'REFUND', decision_reason: 'R', decided_by_id: SOME_ID, decided_at: new Date() }
const leaving = { deletion_requested_at: new Date(), deletes_at: new Date() }
const rejected: [constraint: string, table: Table, row: Row][] = [
  ['payout_accounts_provider_account_id_check', 'payout_accounts', { provider_account_id: 'cus_1' }],
  ['payout_accounts_invalid_check', 'payout_accounts', { disabled_reason: 'account_invalid', payouts_enabled: true }],
  ['passkeys_name_check', 'passkeys', { name: ' ' }],
  ['passkeys_counter_check', 'passkeys', { counter: -1 }],
  ['users_email_check', 'users', { email: 'Ann@example.test' }],
  ['users_email_check', 'users', { email: ' ann@example.test' }],
  ['users_email_check', 'users', { email: '' }],
  ['users_deleted_check', 'users', { ...deleted, email: 'ann@example.test' }],
  ['users_deleted_check', 'users', { email: null }],
  ['users_deleted_check', 'users', { set_aside_at: 'now', set_aside_email: 'ann@example.test' }],
  ['users_set_aside_check', 'users', { set_aside_email: 'ann@example.test' }],
  [
    'users_set_aside_check',
    'users',
    { ...deleted, email: null, set_aside_at: 'now', set_aside_email: 'ann@example.test' },
  ],
  ['users_removed_name_check', 'users', { ...deleted, email: null, name: 'Ann' }],
  ['users_deletion_check', 'users', { deletes_at: new Date() }],
  ['users_email_change_check', 'users', { email_change_to: 'ann@example.test' }],
  ['users_email_before_check', 'users', { email_before: 'ann@example.test' }],
  ['users_deletion_check', 'users', { deletion_requested_at: new Date() }],
  ['users_deletion_check', 'users', { ...deleted, email: null, name: '', ...leaving }],
  ['users_suspension_check', 'users', { suspended_at: new Date() }],
  ['users_suspension_check', 'users', { suspension_reason: 'Sold nothing' }],
  ['users_suspension_check', 'users', { ...suspended, role: 'ADMIN' }],
  ['users_suspension_check', 'users', { ...deleted, email: null, name: '', ...suspended }],
  ['users_suspension_reason_check', 'users', { ...suspended, suspension_reason: '' }],
  ['users_suspension_reason_check', 'users', { ...suspended, suspension_reason: 'x'.repeat(501) }],
  ['banned_emails_reason_check', 'banned_emails', { hash: 'h', user_id: SOME_ID, reason: '' }],
  ['users_verified_check', 'users', { role: 'BUYER', verified_at: new Date() }],
  ['categories_name_check', 'categories', { name: '  ' }],
  ['categories_slug_check', 'categories', { slug: 'Not a slug' }],
  ['listings_product_name_check', 'listings', { product_name: ' ' }],
  ['listings_hidden_check', 'listings', { hidden_at: new Date() }],
  ['listings_images_check', 'listings', { images: [] }],
  ['listings_images_check', 'listings', { images: [null] }],
  ['listings_resale_price_check', 'listings', { resale_price_cents: 49 }],
  ['listings_resale_price_check', 'listings', { resale_price_cents: 100_000_001 }],
  ['listings_original_price_check', 'listings', { original_price_cents: 0 }],
  ['listings_original_price_check', 'listings', { original_price_cents: 100_000_001 }],
  ['listings_years_used_check', 'listings', { years_used: -1 }],
  ['listings_years_used_check', 'listings', { years_used: 51 }],
  ['listings_year_of_purchase_check', 'listings', { year_of_purchase: 1989 }],
  ['listings_year_of_purchase_check', 'listings', { year_of_purchase: 2101 }],
  ['orders_product_name_check', 'orders', { product_name: '' }],
  ['orders_price_check', 'orders', { price_cents: 0 }],
  ['orders_fee_check', 'orders', { fee_cents: -1 }],
  ['orders_fee_check', 'orders', { price_cents: 100, fee_cents: 101 }],
  ['orders_fee_tax_check', 'orders', { fee_tax_cents: -1 }],
  [
    'orders_fee_tax_check',
    'orders',
    { price_cents: 100, fee_cents: 6, fee_tax_cents: 7, fee_tax_basis_points: 10_000 },
  ],
  ['orders_fee_tax_rate_check', 'orders', { price_cents: 100, fee_cents: 6, fee_tax_cents: 1 }],
  ['orders_fee_tax_rate_check', 'orders', { price_cents: 100, fee_cents: 6, fee_tax_basis_points: 2000 }],
  [
    'orders_fee_tax_rate_check',
    'orders',
    { price_cents: 100, fee_cents: 6, fee_tax_cents: 2, fee_tax_basis_points: 2000 },
  ],
  ['orders_fee_tax_rate_check', 'orders', { fee_tax_basis_points: -1 }],
  ['orders_fee_tax_rate_check', 'orders', { fee_tax_basis_points: 10_001 }],
  ['orders_handover_code_check', 'orders', { handover_code: '12345' }],
  ['orders_handover_code_check', 'orders', { handover_code: '12345a' }],
  ['orders_handover_attempts_check', 'orders', { handover_attempts: -1 }],
  ['orders_ending_check', 'orders', { ending: 'EXPIRED', ended_at: new Date() }],
  ['orders_ending_check', 'orders', { state: 'CANCELLED', ending: null, ended_at: null }],
  ['orders_ending_check', 'orders', { state: 'REFUNDED', ending: 'HANDED_OVER' }],
  ['orders_ending_check', 'orders', { state: 'HANDED_OVER', ended_at: null }],
  ['orders_ending_check', 'orders', { state: 'RELEASED', ending: 'DISPUTE_LOST' }],
  ['orders_protected_check', 'orders', { state: 'HANDED_OVER', protected_until: null }],
  ['orders_released_check', 'orders', { state: 'RELEASED', released_at: null }],
  ['orders_released_check', 'orders', { state: 'PARTLY_REFUNDED', released_at: null }],
  ['orders_ending_check', 'orders', { state: 'CLAIMED', ending: 'PHONE_RETURNED' }],
  ['orders_give_back_check', 'orders', { state: 'PARTLY_REFUNDED', give_back_cents: null }],
  ['orders_give_back_check', 'orders', { state: 'PARTLY_REFUNDED', give_back_cents: 0 }],
  ['orders_give_back_check', 'orders', { state: 'PARTLY_REFUNDED', price_cents: 2, give_back_cents: 2 }],
  ['orders_give_back_check', 'orders', { state: 'RELEASED', price_cents: 2, give_back_cents: 1 }],
  ['claims_text_check', 'claims', { text: 'x'.repeat(2001) }],
  ['claims_images_check', 'claims', { images: Array.from({ length: 7 }, () => '/x') }],
  ['claims_wish_check', 'claims', { wish: 'PART' }],
  ['claims_wish_check', 'claims', { wish_cents: 1 }],
  ['claims_wish_check', 'claims', { wish: 'PART', wish_cents: 0 }],
  ['claims_answer_check', 'claims', { state: 'BUYER_ANSWERS', answer: 'OFFERED', offer_cents: 1 }],
  ['claims_answer_check', 'claims', { state: 'BUYER_ANSWERS', answer: 'OFFERED', answered_at: new Date() }],
  ['claims_answer_check', 'claims', { offer_cents: 1 }],
  ['claims_due_check', 'claims', { due_at: null }],
  ['claims_due_check', 'claims', { closed_at: new Date() }],
  ['claims_due_check', 'claims', { state: 'DECLINED' }],
  ['claims_turn_check', 'claims', { answer: 'AGREED', answered_at: new Date() }],
  ['claims_turn_check', 'claims', { state: 'BUYER_ANSWERS' }],
  ['claims_turn_check', 'claims', { state: 'UNDECIDED' }],
  ['claims_return_check', 'claims', { state: 'RETURNING' }],
  ['claims_return_check', 'claims', { return_code: '123456' }],
  ['claims_return_check', 'claims', { state: 'RETURNING', return_code: '12345' }],
  ['claims_return_check', 'claims', { return_attempts: -1 }],
  ['claims_decision_check', 'claims', { decision: 'REFUND' }],
  ['claims_decision_check', 'claims', decided],
  ['claims_refund_check', 'claims', { refund_cents: -1 }],
  ['claims_left_check', 'claims', { left_cents: -1 }],
  ['case_notes_text_check', 'case_notes', { text: ' ' }],
  ['orders_paid_check', 'orders', { state: 'PAID', handover_due_at: null }],
  ['orders_paid_check', 'orders', { state: 'PAID', handover_code: null }],
  ['orders_answer_check', 'orders', { handover_claimed_at: new Date() }],
  ['users_admin_stays_check', 'users', { ...leaving, role: 'ADMIN' }],
  ['reports_handled_check', 'reports', { state: 'ACTED' }],
  ['reports_handled_check', 'reports', { handled_at: new Date() }],
  ['reports_handled_check', 'reports', { state: 'DISMISSED', handled_by_id: SOME_ID, handled_at: new Date() }],
  ['sessions_end_has_reason', 'sessions', { ended_at: new Date() }],
  ['sessions_end_has_reason', 'sessions', { end_reason: 'SIGNED_OUT' }],
  ['data_exports_size_check', 'data_exports', { state: 'READY' }],
  ['data_exports_size_check', 'data_exports', { size_bytes: 1 }],
  ['mails_settled_check', 'mails', { settled_at: new Date() }],
  ['mails_settled_check', 'mails', { state: 'FAILED' }],
  ['mails_claimed_check', 'mails', { state: 'SENDING' }],
  ['mails_gathered_check', 'mails', { state: 'GATHERED', settled_at: new Date() }],
  ['mails_gathered_check', 'mails', { gathered_into_id: SOME_ID }],
  ['refunds_amount_check', 'refunds', { amount_cents: 0 }],
  ['disputes_amount_check', 'disputes', { amount_cents: 0 }],
  ['disputes_closed_check', 'disputes', { state: 'WON' }],
  ['disputes_closed_check', 'disputes', { closed_at: new Date() }],
  ['dispute_answers_stage_check', 'dispute_answers', { stage: 'UNDER_REVIEW' }],
  ['dispute_answers_sent_check', 'dispute_answers', { state: 'SENT' }],
  ['dispute_answers_sent_check', 'dispute_answers', { sent_at: new Date() }],
  ['dispute_answers_rejection_check', 'dispute_answers', { state: 'REJECTED' }],
  ['dispute_answers_rejection_check', 'dispute_answers', { rejection: 'closed' }],
  ['unmatched_charges_amount_check', 'unmatched_charges', { amount_cents: 0 }],
  ['unmatched_charges_cause_check', 'unmatched_charges', { cause: 'because' }],
  ['meeting_proposals_place_check', 'meeting_proposals', { meeting_place: ' ' }],
  ['meeting_proposals_answered_check', 'meeting_proposals', { state: 'ACCEPTED' }],
  ['cancellation_proposals_answered_check', 'cancellation_proposals', { state: 'DECLINED' }],
  ['cancellation_proposals_answered_check', 'cancellation_proposals', { answered_at: new Date() }],
  ['cancellation_proposals_reason_check', 'cancellation_proposals', { reason: 'x'.repeat(301) }],
  ['no_show_reports_answered_check', 'no_show_reports', { state: 'ADMITTED' }],
  ['no_show_reports_answered_check', 'no_show_reports', { answered_at: new Date() }],
  ['no_show_reports_answer_check', 'no_show_reports', { state: 'DENIED', answered_at: new Date() }],
  ['no_show_reports_answer_check', 'no_show_reports', { answer: 'A' }],
  ['no_show_reports_text_check', 'no_show_reports', { text: 'x'.repeat(501) }],
  ['order_notes_text_check', 'order_notes', { text: ' ' }],
  ['order_notes_text_check', 'order_notes', { text: 'x'.repeat(1001) }],
  ['idempotency_keys_key_check', 'idempotency_keys', { key: '' }],
  ['idempotency_keys_key_check', 'idempotency_keys', { key: 'x'.repeat(256) }],
  ['ledger_accounts_owner_check', 'ledger_accounts', { kind: 'HELD' }],
  ['ledger_accounts_owner_check', 'ledger_accounts', { owner_id: null }],
  ['ledger_entries_amount_check', 'ledger_entries', { amount_cents: 0 }],
  ['uploads_thumbhash_check', 'uploads', { thumbhash: 'x' }],
  ['listing_flags_reason_check', 'listing_flags', { reason: 'price' }],
  ['waiting_entries_offered_check', 'waiting_entries', { state: 'OFFERED' }],
  ['notices_message_check', 'notices', { message: ' ' }],
  ['notices_subject_check', 'notices', { listing_id: SOME_ID, order_id: SOME_ID }],
  ['payments_amount_check', 'payments', { amount_cents: 0 }],
  ['receipts_number_check', 'receipts', { number: 0 }],
  ['receipts_amount_check', 'receipts', { amount_cents: 0 }],
  ['receipts_amount_check', 'receipts', { amount_cents: -1 }],
  ['receipts_amount_check', 'receipts', { kind: 'FEE_INVOICE', amount_cents: 0 }],
  ['fee_rules_basis_points_check', 'fee_rules', { basis_points: -1 }],
  ['fee_rules_basis_points_check', 'fee_rules', { basis_points: 10_001 }],
  ['fee_rules_minimum_check', 'fee_rules', { minimum_cents: -1 }],
  ['fee_rules_minimum_check', 'fee_rules', { minimum_cents: 100_000_000 }],
  ['fee_rules_subject_check', 'fee_rules', { category_id: SOME_ID, seller_id: SOME_ID }],
  ['fee_rules_valid_from_check', 'fee_rules', { valid_from: new Date(0) }],
  ['fee_tax_rates_basis_points_check', 'fee_tax_rates', { basis_points: -1 }],
  ['fee_tax_rates_basis_points_check', 'fee_tax_rates', { basis_points: 10_001 }],
  ['fee_tax_rates_valid_from_check', 'fee_tax_rates', { valid_from: new Date(0) }],
  ['transfers_amount_check', 'transfers', { amount_cents: 0 }],
  ['transfers_reversed_check', 'transfers', { reversed_cents: 1 }],
  ['transfers_reversed_check', 'transfers', { ...sent, reversed_cents: 3 }],
  ['transfers_reversed_check', 'transfers', { ...sent, reversed_cents: -1 }],
  ['transfers_state_check', 'transfers', { ...sent, provider_id: null }],
  ['transfers_state_check', 'transfers', { ...sent, settled_at: null }],
  ['transfers_state_check', 'transfers', { ...sent, failure_reason: 'R' }],
  ['transfers_state_check', 'transfers', { state: 'FAILED', settled_at: new Date() }],
  ['transfers_state_check', 'transfers', { provider_id: 'tr_1' }],
  ['transfer_reversals_amount_check', 'transfer_reversals', { amount_cents: 0 }],
  ['transfer_reversals_state_check', 'transfer_reversals', { ...sent, provider_id: null }],
  ['transfer_reversals_state_check', 'transfer_reversals', { state: 'FAILED', settled_at: new Date() }],
  ['payouts_amount_check', 'payouts', { amount_cents: 0 }],
  ['payouts_state_check', 'payouts', { provider_id: 'po_1' }],
  ['payouts_state_check', 'payouts', { state: 'IN_TRANSIT' }],
  ['payouts_state_check', 'payouts', { ...paidOut, settled_at: null }],
  ['payouts_state_check', 'payouts', { ...paidOut, failure_reason: 'R' }],
  ['payouts_state_check', 'payouts', { ...paidOut, state: 'RETURNED' }],
]

const accepted: [table: Table, row: Row][] = [
  ['ledger_accounts', { kind: 'SELLER_PAYOUTS' }],
  ['transfers', { ...sent, reversed_cents: 2 }],
  ['transfers', { state: 'FAILED', failure_reason: 'R', settled_at: new Date() }],
  ['transfer_reversals', sent],
  ['payouts', { state: 'IN_TRANSIT', provider_id: 'po_1' }],
  ['payouts', { state: 'FAILED', failure_reason: 'R', settled_at: new Date() }],
  ['payouts', { ...paidOut, state: 'RETURNED', failure_reason: 'R' }],
  ['users', { ...deleted, email: null }],
  ['users', { verified_at: new Date() }],
  ['users', leaving],
  ['listings', { state: 'REMOVED', hidden_at: new Date() }],
  ['listings', { state: 'SOLD', images: [] }],
  ['listings', { resale_price_cents: 100_000_000, original_price_cents: 100_000_000, years_used: 50 }],
  ['uploads', { thumbhash: 'x', rendered_at: new Date() }],
  ['listings', { year_of_purchase: 1990 }],
  ['listings', { year_of_purchase: null }],
  ['orders', { price_cents: 100, fee_cents: 100 }],
  ['orders', { price_cents: 100, fee_cents: 6, fee_tax_cents: 1, fee_tax_basis_points: 2000 }],
  ['orders', { price_cents: 100, fee_cents: 3, fee_tax_cents: 2, fee_tax_basis_points: 10_000 }],
  ['orders', { price_cents: 100, fee_cents: 2, fee_tax_cents: 0, fee_tax_basis_points: 2000 }],
  ['orders', { state: 'RETURNING' }],
  ['orders', { state: 'PARTLY_REFUNDED' }],
  ['orders', { state: 'REFUNDED', ending: 'PHONE_RETURNED' }],
  ['claims', { state: 'UNDECIDED', case_opened_at: new Date(), ...decided }],
  ['claims', { state: 'RETURNING', return_code: '012345' }],
  ['claims', { state: 'WITHDRAWN', due_at: null, closed_at: new Date() }],
  ['fee_rules', { basis_points: 10_000, minimum_cents: 99_999_999, seller_id: SOME_ID }],
  ['fee_tax_rates', { basis_points: 0 }],
  ['fee_tax_rates', { basis_points: 10_000 }],
]

describe('checks', () => {
  test.for(rejected)('%s refuses a row of %s with %j', async ([constraint, table, row]) => {
    await expect(factories[table](row)).rejects.toMatchObject({ code: '23514', constraint })
  })

  test.for(accepted)('%s accepts %j', async ([table, row]) => {
    await expect(factories[table](row)).resolves.toEqual(expect.any(String))
  })

  test('each check has a row that it refuses', async () => {
    const { rows } = await client.query(`SELECT conname FROM pg_constraint
      WHERE contype = 'c' AND connamespace = 'public'::regnamespace ORDER BY conname`)
    expect(rows.map(row => row.conname)).toEqual([...new Set(rejected.map(([constraint]) => constraint))].toSorted())
  })

  test('a listing has a list of pictures', async () => {
    await expect(listing({ images: null })).rejects.toMatchObject({ code: '23502', column: 'images' })
  })
})

describe('uniqueness', () => {
  test('one account an email and an identity', async () => {
    await user({ email: 'ann@example.test', identity_uid: 'ann' })
    await expect(user({ email: 'ann@example.test' })).rejects.toMatchObject({ constraint: 'users_email_key' })
    await expect(user({ identity_uid: 'ann' })).rejects.toMatchObject({ constraint: 'users_identity_uid_key' })
  })

  test('deleted users do not conflict with one another', async () => {
    await user({ ...deleted, email: null })
    await expect(user({ ...deleted, email: null })).resolves.toEqual(expect.any(String))
  })

  test('one category a name and a slug', async () => {
    await category({ name: 'One', slug: 'one' })
    await expect(category({ name: 'One' })).rejects.toMatchObject({ constraint: 'categories_name_key' })
    await expect(category({ slug: 'one' })).rejects.toMatchObject({ constraint: 'categories_slug_key' })
    await category({ name: 'Élan' })
    await expect(category({ name: 'éLAN' })).rejects.toMatchObject({ constraint: 'categories_name_folded_key' })
  })

  test.for(['PLACED', 'PAID'])('an order that is %s prevents another order of the phone', async state => {
    const listing_id = await listing()
    await order({ listing_id, state })
    for (const other of ['PLACED', 'PAID']) {
      const second = order({ listing_id, state: other })
      await expect(second).rejects.toMatchObject({ code: '23505', constraint: 'orders_one_live_per_listing' })
    }
  })

  test.for(['HANDED_OVER', 'CLAIMED', 'RETURNING', 'RELEASED', 'PARTLY_REFUNDED', 'CANCELLED', 'EXPIRED', 'REFUNDED'])(
    'an order that is %s does not',
    async state => {
      const listing_id = await listing()
      await order({ listing_id, state })
      await order({ listing_id, state })
      await expect(order({ listing_id })).resolves.toEqual(expect.any(String))
    },
  )

  test.for(['PENDING', 'SUCCEEDED'])('a payment that is %s is the only one of its order', async state => {
    const order_id = await order()
    await payment({ order_id, state })
    for (const other of ['PENDING', 'SUCCEEDED']) {
      const second = payment({ order_id, state: other })
      await expect(second).rejects.toMatchObject({ code: '23505', constraint: 'payments_one_live_per_order' })
    }
  })

  test.for(['FAILED', 'CANCELLED', 'REFUNDED'])('a payment that is %s leaves room for another', async state => {
    const order_id = await order()
    await payment({ order_id, state })
    await expect(payment({ order_id })).resolves.toEqual(expect.any(String))
  })

  test('of an order one transfer at a time is to be made, of a transfer one reversal, and of a seller one payout', async () => {
    const order_id = await order()
    await transfer({ order_id, ...sent })
    const transfer_id = await transfer({ order_id })
    await transferReversal({ transfer_id })
    await payout({ ...paidOut })
    await payout()
    for (const [second, constraint] of [
      [() => transfer({ order_id }), 'transfers_one_pending_key'],
      [() => transferReversal({ transfer_id }), 'transfer_reversals_one_pending_key'],
      [() => payout(), 'payouts_one_requested_key'],
      [() => transfer(sent), 'transfers_provider_id_key'],
      [() => payout(paidOut), 'payouts_provider_id_key'],
    ] as const) {
      await expect(second()).rejects.toMatchObject({ code: '23505', constraint })
    }
  })

  test('one live place on a waiting list a user and listing', async () => {
    const [listing_id, user_id] = [await listing(), await user()]
    await waitingEntry({ listing_id, user_id, state: 'LEFT' })
    await waitingEntry({ listing_id, user_id })
    const second = waitingEntry({ listing_id, user_id, state: 'OFFERED', offered_until: new Date() })
    await expect(second).rejects.toMatchObject({ constraint: 'waiting_entries_one_place' })
  })

  test('one open report a user and listing', async () => {
    const mine = { listing_id: await listing(), reporter_id: await user() }
    await report({ ...mine, state: 'ACTED', handled_by_id: SOME_ID, handled_at: new Date(), note: 'N' })
    await report(mine)
    await expect(report(mine)).rejects.toMatchObject({ code: '23505', constraint: 'reports_one_open' })
  })

  test('a listing is offered to one at a time', async () => {
    const offer = { listing_id: await listing(), state: 'OFFERED', offered_until: new Date() }
    await waitingEntry(offer)
    await expect(waitingEntry(offer)).rejects.toMatchObject({ constraint: 'waiting_entries_one_offer' })
  })

  test('one refund of a payment waits to be sent, and the provider has each once', async () => {
    const payment_id = await payment()
    await refund({ payment_id })
    await expect(refund({ payment_id })).rejects.toMatchObject({ constraint: 'refunds_one_requested' })
    await refund({ payment_id, state: 'FAILED', provider_id: 're_1' })
    const again = refund({ state: 'PENDING', provider_id: 're_1' })
    await expect(again).rejects.toMatchObject({ constraint: 'refunds_provider_id_key' })
  })

  test('one open payment of a buyer and an amount has no order', async () => {
    const open = (row: Row = {}) =>
      insert('payments', { buyer_id: SOME_ID, intent_id: `pi_${unlike()}`, amount_cents: 1, ...row })
    await open()
    await open({ amount_cents: 2 })
    await open({ state: 'SUCCEEDED' })
    await expect(open()).rejects.toMatchObject({ constraint: 'payments_one_without_order' })
  })

  test('one open proposal an order', async () => {
    const order_id = await order()
    await meetingProposal({ order_id })
    await expect(meetingProposal({ order_id })).rejects.toMatchObject({ constraint: 'meeting_proposals_one_open' })
  })

  test('one claim an order', async () => {
    const order_id = await order()
    await claim({ order_id })
    await expect(claim({ order_id })).rejects.toMatchObject({ code: '23505', constraint: 'claims_order_id_key' })
  })

  test('one open report of a no-show an order, and one at all of each side', async () => {
    const [order_id, side, other] = [await order(), await user(), await user()]
    const denied = { state: 'DENIED', answered_at: new Date(), answer: 'A' }
    await noShowReport({ order_id, reported_by_id: side })
    const open = noShowReport({ order_id, reported_by_id: other })
    await expect(open).rejects.toMatchObject({ code: '23505', constraint: 'no_show_reports_open_key' })
    await noShowReport({ order_id, reported_by_id: other, ...denied })
    const again = noShowReport({ order_id, reported_by_id: other, ...denied })
    await expect(again).rejects.toMatchObject({ constraint: 'no_show_reports_order_id_reported_by_id_key' })
  })

  test('one open proposal to cancel an order', async () => {
    const order_id = await order()
    await cancellationProposal({ order_id, state: 'DECLINED', answered_at: new Date() })
    await cancellationProposal({ order_id })
    const second = cancellationProposal({ order_id })
    await expect(second).rejects.toMatchObject({ code: '23505', constraint: 'cancellation_proposals_open_key' })
  })

  test('one answer to a bank at each stage of a dispute, but for those that were rejected', async () => {
    const dispute_id = await dispute()
    await disputeAnswer({ dispute_id, state: 'REJECTED', rejection: 'closed' })
    await disputeAnswer({ dispute_id })
    await expect(disputeAnswer({ dispute_id })).rejects.toMatchObject({
      code: '23505',
      constraint: 'dispute_answers_dispute_id_stage_key',
    })
  })

  test('one market a database', async () => {
    await expect(client.query('INSERT INTO markets DEFAULT VALUES')).rejects.toMatchObject({
      constraint: 'markets_one',
    })
  })

  test('one payout account a user, and one user an account', async () => {
    const user_id = await user()
    await payoutAccount({ user_id, provider_account_id: 'acct_1' })
    const refused = (row: Row) => expect(payoutAccount(row)).rejects
    await refused({ user_id }).toMatchObject({ constraint: 'payout_accounts_user_id_key' })
    await refused({ provider_account_id: 'acct_1' }).toMatchObject({
      constraint: 'payout_accounts_provider_account_id_key',
    })
  })

  test('one payment an intent', async () => {
    await payment({ intent_id: 'pi_1' })
    await expect(payment({ intent_id: 'pi_1' })).rejects.toMatchObject({ constraint: 'payments_intent_id_key' })
  })
})

describe('a removed user', () => {
  test('makes no listing, order or favourite any more', async () => {
    const gone = await user({ ...deleted, email: null })
    const rejected = { code: '23503' }
    await expect(listing({ seller_id: gone })).rejects.toMatchObject({
      ...rejected,
      constraint: 'listings_seller_present',
    })
    await expect(order({ buyer_id: gone })).rejects.toMatchObject({ ...rejected, constraint: 'orders_buyer_present' })
    const sql = 'INSERT INTO favorites (user_id, listing_id) VALUES ($1, $2)'
    const favorite = client.query(sql, [gone, await listing()])
    await expect(favorite).rejects.toMatchObject({ ...rejected, constraint: 'favorites_user_present' })
    const waiting = waitingEntry({ user_id: gone })
    await expect(waiting).rejects.toMatchObject({ ...rejected, constraint: 'waiting_entries_user_present' })
  })
})

/** Resolves once another connection waits for a lock. */
async function someoneWaits(): Promise<void> {
  const sql = `SELECT FROM pg_locks WHERE NOT granted AND pid <> pg_backend_pid()`
  while ((await client.query(sql)).rowCount === 0);
}

describe('a retired category', () => {
  const retire = (id: string) => client.query('UPDATE categories SET retired_at = now() WHERE id = $1', [id])

  test.for(['AVAILABLE', 'RESERVED'])('has no phone that is %s', async state => {
    const category_id = await category()
    const id = await listing({ category_id, state })
    const rejected = { code: '23514', constraint: 'categories_retired_empty' }
    await expect(retire(category_id)).rejects.toMatchObject(rejected)
    await client.query(`UPDATE listings SET state = 'SOLD' WHERE id = $1`, [id])
    await retire(category_id)
  })

  test('takes no phone, new or from elsewhere', async () => {
    const category_id = await category()
    await retire(category_id)
    const posted = listing({ category_id })
    await expect(posted).rejects.toMatchObject({ code: '23514', constraint: 'listings_category_open_new' })
    const moved = client.query('UPDATE listings SET category_id = $1 WHERE id = $2', [category_id, await listing()])
    await expect(moved).rejects.toMatchObject({ code: '23514', constraint: 'listings_category_open_moved' })
  })

  test('waits for a phone that is being posted, and is then rejected', async () => {
    const category_id = await category()
    await client.query('BEGIN')
    await listing({ category_id })
    const other = await connected(address)
    const retired = other.query('UPDATE categories SET retired_at = now() WHERE id = $1', [category_id])
    const rejection = expect(retired).rejects.toMatchObject({ constraint: 'categories_retired_empty' })
    await someoneWaits()
    await client.query('COMMIT')
    await rejection
  })
})

describe('audit entries', () => {
  test.for([
    ['update', `UPDATE "audit_entries" SET "reason" = 'because'`],
    ['delete', 'DELETE FROM "audit_entries"'],
    ['truncate', 'TRUNCATE "audit_entries" CASCADE'],
  ])('refuse an %s', async ([statement, sql]) => {
    const entry = { action: 'listing.create', subject_type: 'listing', subject_id: await listing() }
    await insert('audit_entries', entry)
    await expect(client.query(sql ?? '')).rejects.toMatchObject({
      code: '23001',
      message: `audit_entries is append-only: ${statement} rejected`,
    })
    const { rows } = await client.query('SELECT action, reason FROM "audit_entries"')
    expect(rows).toEqual([{ action: 'listing.create', reason: null }])
  })
})

describe('receipts', () => {
  test('have one number each, and an order has one receipt; of its fee it may have several documents', async () => {
    const [order_id, other] = [await order(), await order()]
    const values = { kind: 'RECEIPT', amount_cents: 1, occurred_at: new Date() }
    await insert('receipts', { ...values, number: 7, order_id })
    const second = insert('receipts', { ...values, number: 7, order_id: other })
    await expect(second).rejects.toMatchObject({ constraint: 'receipts_kind_number_key' })
    const again = insert('receipts', { ...values, number: 8, order_id })
    await expect(again).rejects.toMatchObject({ constraint: 'receipts_one_receipt_per_order' })
    const fee = { ...values, kind: 'FEE_INVOICE', order_id }
    await insert('receipts', { ...fee, number: 1 })
    await insert('receipts', { ...fee, number: 2, amount_cents: -1 })
  })

  test.for([
    ['update', 'UPDATE "receipts" SET "number" = 9'],
    ['delete', 'DELETE FROM "receipts"'],
  ])('reject an %s', async ([statement, sql]) => {
    await expect(client.query(sql ?? '')).rejects.toMatchObject({
      code: '23001',
      message: `receipts is append-only: ${statement} rejected`,
    })
  })
})

describe('fee rules', () => {
  test.for([
    ['update', 'UPDATE "fee_rules" SET "basis_points" = 0'],
    ['delete', 'DELETE FROM "fee_rules"'],
    ['truncate', 'TRUNCATE "fee_rules"'],
  ])('reject an %s', async ([statement, sql]) => {
    await expect(client.query(sql ?? '')).rejects.toMatchObject({
      code: '23001',
      message: `fee_rules is append-only: ${statement} rejected`,
    })
    const { rows } = await client.query('SELECT basis_points, minimum_cents, category_id, seller_id FROM "fee_rules"')
    expect(rows).toEqual([{ basis_points: 500, minimum_cents: 0, category_id: null, seller_id: null }])
  })
})

describe('rates of the fee’s tax', () => {
  test.for([
    ['update', 'UPDATE "fee_tax_rates" SET "basis_points" = 0'],
    ['delete', 'DELETE FROM "fee_tax_rates"'],
    ['truncate', 'TRUNCATE "fee_tax_rates"'],
  ])('reject an %s', async ([statement, sql]) => {
    await expect(client.query(sql ?? '')).rejects.toMatchObject({
      code: '23001',
      message: `fee_tax_rates is append-only: ${statement} rejected`,
    })
  })
})

describe('the hot reads', () => {
  const plan = async (sql: string) => {
    await client.query('SET enable_seqscan = off; SET enable_sort = off')
    return JSON.stringify((await client.query(`EXPLAIN (FORMAT JSON) ${sql}`)).rows)
  }

  test('a category’s page comes from its partial index, in order', async () => {
    const sql = `SELECT id FROM listings WHERE category_id = '${await category()}' AND state = 'AVAILABLE'
      AND (posted_at, id) < (now(), '${await listing()}') ORDER BY posted_at DESC, id DESC LIMIT 21`
    const steps = await plan(sql)
    expect(steps).toContain('listings_available_by_category_idx')
    expect(steps).not.toContain('Sort')
  })

  test('so do the advertised items', async () => {
    const sql = `SELECT id FROM listings WHERE state = 'AVAILABLE' AND advertised_at IS NOT NULL
      ORDER BY advertised_at DESC, id DESC LIMIT 21`
    const steps = await plan(sql)
    expect(steps).toContain('listings_advertised_idx')
    expect(steps).not.toContain('Sort')
  })
})
