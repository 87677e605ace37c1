import type { AccountRecord, BankAccountRecord } from '../state/connect-records.ts'
import type { Reader } from '../state/store.ts'

/** What an account may do, and what it still has to give for it. */
export type AccountStatus = {
  currentlyDue: string[]
  pastDue: string[]
  canBePaid: boolean
  canPayOut: boolean
}

export function statusOf(account: AccountRecord, reader: Reader): AccountStatus {
  const onboarding = account.detailsSubmitted ? [] : ['tos_acceptance.date', 'tos_acceptance.ip']
  const name = account.holderName === null ? ['individual.first_name', 'individual.last_name'] : []
  const usable = bankAccountOf(account, reader)?.status === 'new'
  const bank = usable ? [] : ['external_account']
  const asked = account.requirements.filter(({ isPastDue }) => isPastDue).map(one => one.name)
  const pastDue = [...bank, ...name, ...asked, ...onboarding]
  const stopsPayments = pastDue.some(one => one !== 'external_account')
  return {
    currentlyDue: [...bank, ...name, ...account.requirements.map(one => one.name), ...onboarding],
    pastDue,
    canBePaid: account.detailsSubmitted && !stopsPayments,
    canPayOut: account.detailsSubmitted && pastDue.length === 0,
  }
}

export function bankAccountOf({ bankAccountId }: AccountRecord, reader: Reader): BankAccountRecord | undefined {
  return bankAccountId === null ? undefined : reader.get('bankAccounts', bankAccountId)
}
