import type { Database } from '@second-ring/database'

/** The moments that rules are decided by, by their tables. */
const moments: Record<string, readonly string[]> = {
  orders: [
    'placed_at',
    'reserved_until',
    'paid_at',
    'handover_due_at',
    'meeting_time',
    'handover_claimed_at',
    'answer_due_at',
    'handover_denied_at',
    'ended_at',
    'protected_until',
    'released_at',
  ],
  cancellation_proposals: ['due_at', 'created_at', 'answered_at'],
  no_show_reports: ['meeting_time', 'answer_due_at', 'reported_at', 'answered_at'],
  saved_searches: ['notified_at'],
  waiting_entries: ['joined_at', 'offered_until'],
  payments: ['created_at', 'received_at', 'available_at', 'checked_at', 'asked_at'],
  transfers: ['planned_at', 'settled_at', 'asked_at'],
  transfer_reversals: ['planned_at', 'settled_at', 'asked_at'],
  payouts: ['requested_at', 'arrives_at', 'settled_at', 'checked_at', 'asked_at'],
  payout_accounts: ['created_at', 'changed_at', 'read_at', 'asked_at', 'payout_asked_at', 'reminded_at'],
  refunds: ['requested_at', 'due_at'],
  disputes: ['opened_at', 'due_at', 'closed_at'],
  dispute_answers: ['requested_at', 'sent_at'],
  notices: ['created_at'],
  idempotency_keys: ['created_at'],
  passkey_challenges: ['expires_at'],
  factor_proofs: ['proven_at'],
  factor_set_ups: ['expires_at'],
  admin_tokens: ['created_at', 'expires_at'],
  removal_proposals: ['proposed_at'],
  mails: ['created_at', 'due_at', 'claimed_at', 'settled_at'],
  data_exports: ['requested_at', 'expires_at'],
  claims: ['opened_at', 'due_at', 'answered_at', 'case_opened_at', 'decided_at', 'closed_at'],
  reports: ['created_at', 'handled_at'],
  users: ['deletion_requested_at', 'deletes_at'],
}

/**
 * Lets time pass for orders, money and waiting lists: the database's clock is what it is, so every moment of theirs moves
 * back by as much.
 */
export async function timePasses(database: Database, { hours }: { hours: number }): Promise<void> {
  const moved = Object.entries(moments).map(([table, columns]) => {
    const changes = columns.map(column => `${column} = ${column} - $1 * interval '1 hour'`).join(', ')
    return database.$executeRawUnsafe(`UPDATE ${table} SET ${changes}`, hours)
  })
  await database.$transaction(moved)
}
