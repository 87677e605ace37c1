import type { Stripe } from 'stripe'
import type { Context } from '../context.ts'
import { recordEvent } from '../events/record-event.ts'
import type { AccountRecord, BankAccountRecord } from '../state/connect-records.ts'
import { bankAccountOf } from './account-status.ts'
import { presentBankAccount } from './bank-account.ts'
import { presentAccount } from './present-account.ts'

/** Stores a changed account; what is shown of it otherwise than before is an event. `shown` is how it was shown. */
export function saveAccount(context: Context, account: AccountRecord, shown: Stripe.Account): AccountRecord {
  context.tx.put('accounts', account)
  const after = presentAccount(account, context.tx)
  const changed = Object.entries(shown).filter(([name, value]) => {
    return JSON.stringify(value) !== JSON.stringify(after[name as keyof Stripe.Account])
  })
  if (changed.length > 0) {
    const previousAttributes = Object.fromEntries(changed)
    recordEvent(context, 'account.updated', { object: after, previousAttributes, accountId: account.id })
  }
  return account
}

/** Puts a bank account in the place of the one that payouts went to. Returns the account, not stored yet. */
export function replaceBankAccount(context: Context, account: AccountRecord, bank: BankAccountRecord): AccountRecord {
  const happened = (one: BankAccountRecord) => ({ object: presentBankAccount(one, account), accountId: account.id })
  const earlier = bankAccountOf(account, context.tx)
  context.tx.put('bankAccounts', bank)
  recordEvent(context, 'account.external_account.created', happened(bank))
  if (earlier) recordEvent(context, 'account.external_account.deleted', happened(earlier))
  return { ...account, bankAccountId: bank.id }
}

/** A bank sent a payout back: nothing more is paid out to that account until another replaces it. */
export function disableBankAccount(context: Context, account: AccountRecord, bank: BankAccountRecord): void {
  const shown = presentAccount(account, context.tx)
  const errored: BankAccountRecord = { ...bank, status: 'errored' }
  context.tx.put('bankAccounts', errored)
  recordEvent(context, 'account.external_account.updated', {
    object: presentBankAccount(errored, account),
    previousAttributes: { status: bank.status },
    accountId: account.id,
  })
  saveAccount(context, account, shown)
}
