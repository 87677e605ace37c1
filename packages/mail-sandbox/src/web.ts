import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Mailbox } from './mailbox.ts'
import { listPage, mailPage } from './pages.ts'

/** A mail's HTML runs nothing, loads nothing, and opens its links in another tab. */
const MAIL_POLICY = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
].join('; ')
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'"

interface WebOptions {
  mailbox: Mailbox
  more?: { title: string; url: string } | undefined
}

interface Answer {
  status: number
  type: string
  body: string
  policy?: string
}

/** Answers the mailbox's pages and its JSON. */
export function answerWeb(options: WebOptions) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const { status, type, body, policy = PAGE_POLICY } = answer(request, options)
    response.writeHead(status, {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    response.end(body)
  }
}

function answer({ method, url = '/' }: IncomingMessage, { mailbox, more }: WebOptions): Answer {
  const { pathname, searchParams } = new URL(url, 'http://mailbox')
  const filter = { user: searchParams.get('user'), to: searchParams.get('to') }
  if (pathname === '/mails.json' && method === 'DELETE') {
    mailbox.clear(filter)
    return { status: 200, type: 'application/json', body: '[]' }
  }
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, type: 'text/plain', body: 'Only GET.' }
  if (pathname === '/mails.json') {
    return { status: 200, type: 'application/json', body: JSON.stringify(mailbox.list(filter)) }
  }
  if (pathname === '/') return html(listPage({ mails: mailbox.list(filter), recipient: filter.to, more }))
  const [, id = '', part] = /^\/mails\/([\w-]+)(\/html)?$/.exec(pathname) ?? []
  const mail = mailbox.find(id)
  if (!mail) return { status: 404, type: 'text/plain', body: 'There is no such mail; the oldest are dropped.' }
  if (part === undefined) return html(mailPage(mail))
  // A link of the mail leaves the frame.
  return { ...html(`<base target="_blank">${mail.html ?? ''}`), policy: MAIL_POLICY }
}

function html(body: string): Answer {
  return { status: 200, type: 'text/html', body }
}
