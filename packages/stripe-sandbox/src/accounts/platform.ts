import type { BankAccountRecord } from '../state/connect-records.ts'
import type { Reader } from '../state/store.ts'
import { TEST_ROUTING_NUMBER } from './test-bank-accounts.ts'

/** Where the platform is. */
export const PLATFORM_COUNTRY = 'US'

/** Where the platform's own payouts go. */
export const platformBankAccount: BankAccountRecord = {
  id: 'ba_platform',
  created: 0,
  accountId: null,
  holderName: null,
  routingNumber: TEST_ROUTING_NUMBER,
  last4: '6789',
  fingerprint: 'platform',
  failureCode: null,
  status: 'new',
}

export function findBankAccount(reader: Reader, id: string): BankAccountRecord | undefined {
  return id === platformBankAccount.id ? platformBankAccount : reader.get('bankAccounts', id)
}

/** The country of a bank account, which is its account's. */
export function countryOf(reader: Reader, { accountId }: BankAccountRecord): { country: string } {
  const account = accountId === null ? undefined : reader.get('accounts', accountId)
  return account ?? { country: PLATFORM_COUNTRY }
}
