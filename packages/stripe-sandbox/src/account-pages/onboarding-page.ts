import { bankAccountOf, statusOf } from '../accounts/account-status.ts'
import type { AccountRecord } from '../state/connect-records.ts'
import type { Reader } from '../state/store.ts'
import { bankFields, type Entered } from './bank-fields.ts'
import { type FormError, htmlPage, textField } from './html.ts'

/** The page on which an account's holder gives what is due, with what they entered before when it was not taken. */
export function onboardingPage(
  account: AccountRecord,
  reader: Reader,
  { entered, error }: { entered?: Entered & { name: string }; error?: FormError } = {},
): string {
  const bank = bankAccountOf(account, reader)
  const isUsable = bank?.status === 'new'
  const holder = {
    name: 'name',
    label: 'Full name',
    value: entered?.name ?? account.holderName ?? '',
    attributes: 'autocomplete="name"',
  } as const
  const paysTo = isUsable
    ? `      <p>Payouts go to the account that ends in ${bank.last4}. Enter a number only to replace it.</p>`
    : ''
  return htmlPage({
    title: `${error ? 'Error: ' : ''}Set up payouts`,
    body: `      <p class="kind">Test provider · Connect</p>
      <h1>Set up payouts</h1>
      <p>This is a test page. With real money, the provider would ask here who you are and where your money goes.</p>
${stillDue(account, reader)}
${paysTo}
      <form method="post" novalidate>
${textField(holder, error)}
${bankFields(entered, error)}
        <div class="answers">
          <button type="submit" name="act" value="finish">Finish</button>
          <button type="submit" name="act" value="leave" class="quiet">Leave it unfinished</button>
        </div>
      </form>`,
  })
}

/** What a test call asked for; finishing gives it. */
function stillDue(account: AccountRecord, reader: Reader): string {
  if (!account.detailsSubmitted) return ''
  const due = statusOf(account, reader).currentlyDue
  if (due.length === 0) return ''
  return `      <p>Still needed:</p>
      <ul>
${due.map(one => `        <li><code>${one}</code></li>`).join('\n')}
      </ul>`
}
