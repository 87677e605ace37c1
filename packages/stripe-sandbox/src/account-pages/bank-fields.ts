import { TEST_ROUTING_NUMBER, testBankAccounts } from '../accounts/test-bank-accounts.ts'
import { type FormError, textField } from './html.ts'

export type Entered = { routingNumber: string; accountNumber: string }

/** The two fields of a bank account, with what was entered before, and the numbers that may be entered. */
export function bankFields(entered: Entered | undefined, error: FormError | undefined): string {
  const numeric = 'inputmode="numeric" autocomplete="off" spellcheck="false"'
  const routing = {
    name: 'routing_number',
    label: 'Routing number',
    value: entered?.routingNumber ?? TEST_ROUTING_NUMBER,
    hint: `Any nine digits. Instant payouts go to ${TEST_ROUTING_NUMBER} only.`,
    attributes: numeric,
  } as const
  const account = {
    name: 'account_number',
    label: 'Account number',
    value: entered?.accountNumber ?? '',
    hint: 'One of the test numbers below.',
    attributes: numeric,
  } as const
  return [textField(routing, error), textField(account, error), testNumbers].join('\n')
}

const rows = Object.entries(testBankAccounts).map(([number, failureCode]) => {
  const outcome = failureCode === null ? 'Payouts arrive' : `Payouts fail: ${failureCode}`
  return `            <tr><td><code>${number}</code></td><td>${outcome}</td></tr>`
})

const testNumbers = `        <table>
          <caption>Test numbers</caption>
          <thead><tr><th scope="col">Account number</th><th scope="col">What happens</th></tr></thead>
          <tbody>
${rows.join('\n')}
          </tbody>
        </table>`
