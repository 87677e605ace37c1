import { findAccount } from '../accounts/find-account.ts'
import { onboardAccount } from '../accounts/onboard-account.ts'
import { presentAccount } from '../accounts/present-account.ts'
import { saveAccount } from '../accounts/save-account.ts'
import { TEST_ROUTING_NUMBER } from '../accounts/test-bank-accounts.ts'
import type { Endpoint } from '../wire/endpoint.ts'

/** What at the real provider only an account's holder and its reviewers do. */
export const accountControls: Endpoint[] = [
  {
    method: 'POST',
    path: '/sandbox/accounts/:id/onboard',
    run({ context, params, id }) {
      const account = findAccount(context.tx, id)
      const given = {
        holderName: params.filledText('name') ?? 'Jenny Rosen',
        routingNumber: params.filledText('routing_number') ?? TEST_ROUTING_NUMBER,
        accountNumber: params.filledText('account_number') ?? '000123456789',
      }
      params.done()
      return { object: presentAccount(onboardAccount(context, account, given), context.tx) }
    },
  },
  {
    method: 'POST',
    path: '/sandbox/accounts/:id/require',
    run({ context, params, id }) {
      const account = findAccount(context.tx, id)
      const shown = presentAccount(account, context.tx)
      const name = params.filledText('requirement') ?? 'individual.verification.document'
      const isPastDue = params.boolean('past_due') ?? false
      params.done()
      const others = account.requirements.filter(one => one.name !== name)
      const asked = { ...account, requirements: [...others, { name, isPastDue }] }
      return { object: presentAccount(saveAccount(context, asked, shown), context.tx) }
    },
  },
]
