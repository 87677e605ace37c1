import type { Context } from '../context.ts'
import type { AuthenticationRecord } from '../state/records.ts'
import { invalidRequest } from '../wire/api-error.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { completeAuthentication, findAuthentication } from './complete-authentication.ts'
import { findIntent } from './find-intent.ts'

/** What the challenge's frame calls. Its id, which only the payer's page knows, authorises it. */
export const authenticationEndpoints: Endpoint[] = [
  {
    method: 'GET',
    path: '/v3/authentications/:id',
    keys: 'none',
    run({ context, params, id }) {
      params.done()
      return { object: present(context, findAuthentication(context, id)) }
    },
  },
  {
    method: 'POST',
    path: '/v3/authentications/:id',
    keys: 'none',
    asksCardNetwork: true,
    run({ context, params, id, fromOwnPage }) {
      if (!fromOwnPage) throw invalidRequest('Only the challenge itself may be answered from.', { status: 403 })
      const outcome = params.oneOf('outcome', ['succeeded', 'failed'])
      params.done()
      completeAuthentication(context, id, outcome ?? 'failed')
      return { object: present(context, findAuthentication(context, id)) }
    },
  },
]

function present(context: Context, authentication: AuthenticationRecord) {
  const { amount, currency } = findIntent(context, authentication.intentId)
  const money = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  return {
    id: authentication.id,
    object: 'authentication',
    amount_text: money.format(amount / 100),
    state: authentication.state,
  }
}
