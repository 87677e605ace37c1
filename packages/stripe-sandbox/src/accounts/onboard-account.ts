import type { Context } from '../context.ts'
import type { AccountRecord, BankAccountRecord } from '../state/connect-records.ts'
import { bankAccountOf } from './account-status.ts'
import { makeBankAccount } from './bank-account.ts'
import { presentAccount } from './present-account.ts'
import { replaceBankAccount, saveAccount } from './save-account.ts'

export type Onboarding = {
  holderName: string
  routingNumber: string
  /** The bank account stays as it is when not given. */
  accountNumber?: string
}

/**
 * The holder gives everything that is due: name, bank account, and what else the account was asked for.
 * @throws ApiError 400 when there is no usable bank account then
 */
export function onboardAccount(context: Context, account: AccountRecord, given: Onboarding): AccountRecord {
  const shown = presentAccount(account, context.tx)
  const { holderName } = given
  const submitted = { ...account, holderName, detailsSubmitted: true, requirements: [] }
  const current = bankAccountOf(account, context.tx)
  const isKept = given.accountNumber === undefined && current?.status === 'new'
  if (isKept) return saveAccount(context, submitted, shown)
  const bank = readBankAccount(context, account, given)
  return saveAccount(context, replaceBankAccount(context, submitted, bank), shown)
}

/** The holder leaves before the end: only their name is taken down. */
export function leaveOnboarding(context: Context, account: AccountRecord, holderName: string): AccountRecord {
  const shown = presentAccount(account, context.tx)
  return saveAccount(context, { ...account, holderName: holderName || account.holderName }, shown)
}

/** The holder has payouts go to another bank account. @throws ApiError 400 for a number that is no test number */
export function changeBankAccount(
  context: Context,
  account: AccountRecord,
  given: { routingNumber: string; accountNumber: string },
): AccountRecord {
  const shown = presentAccount(account, context.tx)
  const bank = makeBankAccount(context, account.id, { holderName: account.holderName, ...given })
  return saveAccount(context, replaceBankAccount(context, account, bank), shown)
}

function readBankAccount(context: Context, account: AccountRecord, given: Onboarding): BankAccountRecord {
  const { holderName, routingNumber, accountNumber = '' } = given
  return makeBankAccount(context, account.id, { holderName, routingNumber, accountNumber })
}
