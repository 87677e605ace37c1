import escapeHtml from 'escape-html'
import type { CodeKind } from './emulator.ts'
import type { Mail } from './mails.ts'

const subjects: Record<CodeKind, string> = {
  VERIFY_EMAIL: 'Verify your email',
  PASSWORD_RESET: 'Reset your password',
  VERIFY_AND_CHANGE_EMAIL: 'Verify your new email',
  RECOVER_EMAIL: 'Your email was changed',
  EMAIL_SIGNIN: 'Sign in',
}

const row = ({ to, kind, link, sentAt, state }: Mail): string => `<li>
<p><strong>${subjects[kind]}</strong> to ${escapeHtml(to)}, <time>${sentAt.toISOString()}</time></p>
<p>${state === 'open' ? `<a href="${escapeHtml(link)}">Open the link</a>` : `The link was ${state === 'used' ? 'used' : 'good until now; it has expired'}.`}</p>
</li>`

/** The page that shows the mails which the provider would have sent. */
export const outboxPage = (mails: Mail[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Outbox of the sign-in provider</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
ul { list-style: none; padding: 0 }
li { border-top: 1px solid; padding: .5rem 0 }
p { margin: .25rem 0 }
</style>
</head>
<body>
<h1>Outbox of the sign-in provider</h1>
<p>Sandbox: no mail leaves this machine. Reload for new ones.</p>
${mails.length > 0 ? `<ul>${mails.map(row).join('\n')}</ul>` : '<p>No mail was sent yet.</p>'}
</body>
</html>
`
