import type { Env } from '#env.ts'
import { bad, type Finding, good } from './finding.ts'

/** Checks the environment alone: the site's URL, and whether keys belong together. What is unsafe has been refused before. */
export function checkSite(env: Env): Finding[] {
  return [checkPublicUrl(env), checkKeys(env), ...webhooks.map(webhook => checkWebhookSecret(env, webhook))]
}

function checkPublicUrl({ PUBLIC_URL }: Env): Finding {
  const url = new URL(PUBLIC_URL)
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    return bad(
      `PUBLIC_URL ${PUBLIC_URL} has a path`,
      'Set it to the address that browsers use, such as https://phones.example.',
    )
  return good(`The site is ${url.origin}`)
}

function checkKeys({ STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable }: Env): Finding {
  const [ofSecret, ofPublishable] = [secret, publishable].map(key => /_(live|test)(_|$)/.exec(key)?.[1])
  if (ofSecret === ofPublishable) return good(`The card payments' keys are both of ${ofSecret ?? 'no known'} mode`)
  return bad(
    `STRIPE_SECRET_KEY is of ${ofSecret ?? 'no known'} mode, STRIPE_PUBLISHABLE_KEY of ${ofPublishable ?? 'no known'}`,
    'Take both from the same page of the provider’s dashboard.',
  )
}

const webhooks = [
  { name: 'STRIPE_WEBHOOK_SECRET', path: '/webhooks/card-payments', isSet: 'The webhook’s secret is set' },
  {
    name: 'STRIPE_CONNECT_WEBHOOK_SECRET',
    path: '/webhooks/connected-accounts',
    isSet: 'The secret of the webhook for sellers’ accounts is set',
  },
] as const

function checkWebhookSecret(env: Env, { name, path, isSet }: (typeof webhooks)[number]): Finding {
  if (env[name].startsWith('whsec_')) return good(isSet)
  const endpoint = `${new URL(env.PUBLIC_URL).origin}${path}`
  return bad(`${name} is no secret of a webhook`, `The provider shows one (whsec_…) for ${endpoint}.`)
}
