import type { Context } from '../context.ts'
import type { LinkRecord, SessionRecord } from '../state/connect-records.ts'
import { randomText } from '../state/new-id.ts'

/** How long a link may be opened, and how long its page stays open, in seconds. Source of the first: Stripe's answers. */
const LINK_S = 5 * 60
const SESSION_S = 60 * 60

export const LINK_PATH = '/connect/links/'
export const SESSION_PATH = '/connect/sessions/'

type NewLink = Pick<LinkRecord, 'accountId' | 'kind' | 'refreshUrl' | 'returnUrl'>

/** A link for the account's holder: it opens its page once, within five minutes. */
export function createLink(context: Context, given: NewLink): { link: LinkRecord; url: string } {
  const link: LinkRecord = {
    id: randomText(32),
    created: context.now,
    expiresAt: context.now + LINK_S,
    used: false,
    ...given,
  }
  context.tx.put('links', link)
  return { link, url: `${context.settings.origin}${LINK_PATH}${link.id}` }
}

/** Uses a link up. Returns the visit that it opens, or nothing when it was used before or its time is over. */
export function openLink(context: Context, link: LinkRecord): SessionRecord | undefined {
  const account = context.tx.get('accounts', link.accountId)
  if (link.used || link.expiresAt <= context.now || !account || account.deleted) return undefined
  const session: SessionRecord = {
    id: randomText(32),
    accountId: link.accountId,
    kind: link.kind,
    returnUrl: link.returnUrl,
    expiresAt: context.now + SESSION_S,
  }
  context.tx.put('links', { ...link, used: true })
  context.tx.put('sessions', session)
  return session
}
