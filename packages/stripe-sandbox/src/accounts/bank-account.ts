import { createHash } from 'node:crypto'
import type { Stripe } from 'stripe'
import type { Context } from '../context.ts'
import type { AccountRecord, BankAccountRecord } from '../state/connect-records.ts'
import { newId } from '../state/new-id.ts'
import { type ApiError, invalidRequest } from '../wire/api-error.ts'
import { currencyOf } from './currency-of.ts'
import { TEST_ROUTING_NUMBER, testBankAccounts } from './test-bank-accounts.ts'

export type NewBankAccount = { holderName: string | null; routingNumber: string; accountNumber: string }

/**
 * A bank account of these numbers, not stored yet.
 * @throws ApiError 400 when a number is none of the testing page's
 */
export function makeBankAccount(context: Context, accountId: string, given: NewBankAccount): BankAccountRecord {
  const { holderName, routingNumber, accountNumber } = given
  if (!/^\d{9}$/.test(routingNumber)) {
    throw wrongNumber('routing_number_invalid', 'Invalid routing number. A routing number has 9 digits.', 'routing')
  }
  const failureCode = testBankAccounts[accountNumber]
  if (failureCode === undefined) {
    throw wrongNumber(
      'account_number_invalid',
      'You must use a test bank account number in test mode. Try 000123456789 or see more options at https://stripe.com/docs/connect/testing#account-numbers.',
      'account',
    )
  }
  return {
    id: newId('ba'),
    created: context.now,
    accountId,
    holderName,
    routingNumber,
    last4: accountNumber.slice(-4),
    fingerprint: createHash('sha256').update(`${routingNumber} ${accountNumber}`).digest('hex').slice(0, 16),
    failureCode,
    status: 'new',
  }
}

export function takesInstantPayouts({ routingNumber }: BankAccountRecord): boolean {
  return routingNumber === TEST_ROUTING_NUMBER
}

/** The bank account as the API shows it, its account unexpanded. */
export function presentBankAccount(bank: BankAccountRecord, { country }: Pick<AccountRecord, 'country'>) {
  const noRequirements = { currently_due: [], errors: [], past_due: [], pending_verification: [] }
  return {
    id: bank.id,
    object: 'bank_account',
    account: bank.accountId,
    account_holder_name: bank.holderName,
    account_holder_type: 'individual',
    account_type: null,
    available_payout_methods: takesInstantPayouts(bank) ? ['standard', 'instant'] : ['standard'],
    bank_name: 'STRIPE TEST BANK',
    country,
    currency: currencyOf(country),
    default_for_currency: true,
    fingerprint: bank.fingerprint,
    future_requirements: noRequirements,
    last4: bank.last4,
    metadata: {},
    requirements: noRequirements,
    routing_number: bank.routingNumber,
    status: bank.status,
  } satisfies Stripe.BankAccount
}

function wrongNumber(code: string, message: string, which: 'routing' | 'account'): ApiError {
  return invalidRequest(message, { code, param: `${which}_number` })
}
