import { type ApiError, invalidRequest, notAllowed } from '../wire/api-error.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import type { ParamReader } from '../wire/param-reader.ts'
import { bankAccountOf } from './account-status.ts'
import { findAccount, findNamedAccount } from './find-account.ts'
import { createLink } from './links.ts'

export const linkEndpoints: Endpoint[] = [
  {
    method: 'POST',
    path: '/v1/account_links',
    run({ context, params }) {
      const account = findNamedAccount(context.tx, params.requiredText('account'), 'account')
      const type = params.requiredText('type')
      if (type !== 'account_onboarding') throw wrongType(type)
      const urls = { refreshUrl: readUrl(params, 'refresh_url'), returnUrl: readUrl(params, 'return_url') }
      readCollection(params)
      params.done()
      const { link, url } = createLink(context, { accountId: account.id, kind: 'onboarding', ...urls })
      return { object: { object: 'account_link', created: link.created, expires_at: link.expiresAt, url } }
    },
  },
  {
    method: 'POST',
    path: '/v1/accounts/:id/login_links',
    run({ context, params, id }) {
      const account = findAccount(context.tx, id)
      params.done()
      if (!account.detailsSubmitted || !bankAccountOf(account, context.tx)) {
        throw notAllowed('Cannot create a login link for an account that has not completed onboarding.')
      }
      const { link, url } = createLink(context, { accountId: id, kind: 'dashboard', refreshUrl: null, returnUrl: null })
      return { object: { object: 'login_link', created: link.created, url } }
    },
  },
]

/** What is due now and what is due one day are the same here. */
function readCollection(params: ParamReader): void {
  const dues = ['currently_due', 'eventually_due'] as const
  params.oneOf('collect', dues)
  const options = params.hash('collection_options')
  options?.oneOf('fields', dues)
  options?.oneOf('future_requirements', ['include', 'omit'])
}

function readUrl(params: ParamReader, name: string): string {
  const url = params.requiredText(name)
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url
  throw invalidRequest('Not a valid URL', { code: 'url_invalid', param: name })
}

function wrongType(type: string): ApiError {
  return invalidRequest(
    `You cannot create \`${type}\` type Account Links for this account. Valid types for this account are ["account_onboarding"]`,
    { param: 'type' },
  )
}
