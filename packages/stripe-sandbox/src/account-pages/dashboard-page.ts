import escapeHtml from 'escape-html'
import { bankAccountOf, statusOf } from '../accounts/account-status.ts'
import type { AccountRecord } from '../state/connect-records.ts'
import type { Reader } from '../state/store.ts'
import { bankFields, type Entered } from './bank-fields.ts'
import { type FormError, htmlPage } from './html.ts'

type Shown = { entered?: Entered; error?: FormError; changed?: boolean }

/** What an account's holder sees of it at the provider, and where they change their bank account. */
export function dashboardPage(account: AccountRecord, reader: Reader, shown: Shown = {}): string {
  const bank = bankAccountOf(account, reader)
  const { canPayOut } = statusOf(account, reader)
  const state = bank?.status === 'errored' ? ', which sent a payout back' : ''
  return htmlPage({
    title: titleOf(shown),
    body: `      <p class="kind">Test provider · Connect</p>
      <h1>Your payouts</h1>
${shown.changed ? '      <p><strong>Your bank account was changed.</strong></p>' : ''}
      <dl>
        <dt>Name</dt><dd>${escapeHtml(account.holderName ?? '–')}</dd>
        <dt>Bank account</dt><dd>${bank ? `ends in ${bank.last4}${state}` : '–'}</dd>
        <dt>Payouts</dt><dd>${canPayOut ? 'enabled' : 'stopped until what is missing is given'}</dd>
      </dl>
      <h2>Change your bank account</h2>
      <form method="post" novalidate>
${bankFields(shown.entered, shown.error)}
        <div class="answers">
          <button type="submit" name="act" value="change">Change bank account</button>
        </div>
      </form>`,
  })
}

/** A screen reader says it first, so that what happened stands in it. */
function titleOf({ error, changed }: Shown): string {
  if (error) return 'Error: Your payouts'
  return changed ? 'Bank account changed' : 'Your payouts'
}
