import escapeHtml from 'escape-html'
import type { SandboxMail } from './mailbox.ts'

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 48rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
ul { list-style: none; padding: 0 }
li { border-top: 1px solid; padding: .5rem 0 }
p { margin: .25rem 0 }
pre { white-space: pre-wrap; border: 1px solid; padding: 1rem }
iframe { width: 100%; height: 36rem; border: 1px solid; background: Canvas }
dt { font-weight: bold }
dd { margin: 0 0 .5rem }
</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`

const to = (address: string) => `<a href="/?to=${encodeURIComponent(address)}">${escapeHtml(address)}</a>`

const row = ({ id, subject, to: addresses, receivedAt, deliveries }: SandboxMail): string => `<li>
<p><a href="/mails/${id}">${escapeHtml(subject || '(no subject)')}</a></p>
<p>to ${addresses.map(to).join(', ')}, <time>${receivedAt}</time>${deliveries > 1 ? `, delivered ${deliveries} times` : ''}</p>
</li>`

interface ListPage {
  mails: SandboxMail[]
  /** Whose mails they are; everybody's when null. */
  recipient: string | null
  /** Another page of mails to link to. */
  more?: { title: string; url: string } | undefined
}

/** The page that lists mails, newest first. */
export function listPage({ mails, recipient, more }: ListPage): string {
  const whose = recipient === null ? 'Sandbox mailbox' : `Mails to ${recipient}`
  const all = recipient === null ? '' : '<p><a href="/">Everybody’s mails</a></p>'
  const other = more ? `<p><a href="${escapeHtml(more.url)}">${escapeHtml(more.title)}</a></p>` : ''
  return page(
    whose,
    `<h1>${escapeHtml(whose)}</h1>
<p>Sandbox: no mail leaves this machine. Reload for new ones.</p>
${other}${all}
${mails.length > 0 ? `<ul>${mails.map(row).join('\n')}</ul>` : '<p>No mail came yet.</p>'}`,
  )
}

/** The page of one mail: its HTML in a frame that runs nothing and loads nothing, its text, and its headers. */
export function mailPage({ id, subject, text, html, headers }: SandboxMail): string {
  const shown = Object.entries(headers).map(
    ([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`,
  )
  const frame = `<iframe title="The mail’s HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mails/${id}/html"></iframe>`
  return page(
    subject,
    `<p><a href="/">All mails</a></p>
<h1>${escapeHtml(subject || '(no subject)')}</h1>
<h2>HTML</h2>
${html === null ? '<p>It has no HTML.</p>' : frame}
<h2>Text</h2>
${text === null ? '<p>It has no text.</p>' : `<pre>${escapeHtml(text)}</pre>`}
<h2>Headers</h2>
<dl>${shown.join('\n')}</dl>`,
  )
}
