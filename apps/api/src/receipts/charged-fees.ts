import { query } from '@second-ring/database'
import { feeAccountKinds } from '#platform/ledger-cents.ts'

/** What the ledger has on the fee's accounts, its tax with it: an entry `e` of a transaction `t` about a payment `p` of an order. */
export const chargedFees = query
  .selectFrom('ledger_transactions as t')
  .innerJoin('payments as p', 'p.id', 't.payment_id')
  .innerJoin('ledger_entries as e', 'e.transaction_id', 't.id')
  .innerJoin('ledger_accounts as a', 'a.id', 'e.account_id')
  .where('p.order_id', 'is not', null)
  .where('a.kind', 'in', feeAccountKinds)
