import { withoutWebAddresses } from '@second-ring/contracts/name-signs'
import escapeHtml from 'escape-html'
import type { OutgoingMail } from '#platform/mail.ts'
import { type MailGroup, type MailKindName, mailKindOf } from './mail-kinds.ts'

/** What a mail is made of. Every text may be a user's. */
export interface MailContent {
  kind: MailKindName
  /** A paragraph a line. */
  message: string
  /** The phone that it is about; null when it is about none. */
  productName: string | null
  listingId: string | null
  orderId: string | null
}

interface Surroundings {
  /** The site's origin. */
  publicUrl: string
  /** The link that turns mails about bookings off. */
  unsubscribeUrl: string
  /** Whom to write to; the one address of a text that stays in it. */
  operatorEmail: string | null
}

const SHOP = 'Second Ring'
const SUBJECT_MAX_LENGTH = 150

const reasons: Record<MailGroup, string> = {
  booking: 'You get this mail because it is about a booking of yours.',
  money: 'You get this mail because it is about money. Such mails always come.',
  security: 'You get this mail because it is about the safety of your account. Such mails always come.',
}

/** A mail's subject, its text and its HTML; the same for the same content. The only addresses in it are the market's own. */
export function composeMail(
  { kind, message, productName, ...links }: MailContent,
  { publicUrl, unsubscribeUrl, operatorEmail }: Surroundings,
): Pick<OutgoingMail, 'subject' | 'text' | 'html' | 'unsubscribeUrl'> {
  const { group, subject, button, path } = mailKindOf(kind)
  const title = withoutAddresses(subject(productName ?? 'your phone')).slice(0, SUBJECT_MAX_LENGTH)
  const url = new URL(typeof path === 'string' ? path : path(links), publicUrl).href
  const paragraphs = message
    .split('\n')
    .map(text => withoutAddresses(text, operatorEmail))
    .filter(Boolean)
  const isOptional = group === 'booking'
  const settings = new URL('/dashboard/account', publicUrl).href
  return {
    subject: title,
    text: [
      ...paragraphs,
      `${button}: ${url}`,
      `-- \n${SHOP}, ${publicUrl}\n${reasons[group]}`,
      ...(isOptional ? [`Turn mails about bookings off: ${unsubscribeUrl}`] : []),
    ].join('\n\n'),
    html: page({
      title,
      paragraphs,
      button: { label: button, url },
      reason: reasons[group],
      links: [
        ...(isOptional ? [{ label: 'Turn mails about bookings off', url: unsubscribeUrl }] : []),
        { label: 'Your account', url: settings },
      ],
    }),
    ...(isOptional && { unsubscribeUrl }),
  }
}

interface Link {
  label: string
  url: string
}

interface Page {
  title: string
  paragraphs: string[]
  button: Link
  reason: string
  links: Link[]
}

// Colours have the same contrast when a mail program turns them dark; the sizes are those of a narrow screen.
function page({ title, paragraphs, button, reason, links }: Page): string {
  const font = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,sans-serif'
  const small = links.map(
    ({ label, url }) => `<a href="${escapeHtml(url)}" style="color:inherit">${escapeHtml(label)}</a>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>:root { color-scheme: light dark }</style>
</head>
<body style="margin:0;padding:24px 16px;${font};font-size:16px;line-height:1.5">
<main style="max-width:560px;margin:0 auto">
<p style="margin:0 0 24px;font-weight:bold">${SHOP}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;overflow-wrap:anywhere">${escapeHtml(title)}</h1>
${paragraphs.map(text => `<p style="margin:0 0 16px;overflow-wrap:anywhere">${escapeHtml(text)}</p>`).join('\n')}
<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1d4ed8;color:#ffffff;text-decoration:none;font-weight:bold">${escapeHtml(button.label)}</a></p>
<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #888888;font-size:14px">${escapeHtml(reason)} ${small.join(' · ')}</p>
</main>
</body>
</html>
`
}

// Mail programs make a link of each. Names have none, but for those of older posts.
function withoutAddresses(text: string, kept: string | null = null): string {
  const line = inOneLine(text)
  const parts = kept === null ? [line] : line.split(kept)
  return parts.map(part => withoutWebAddresses(part, '(web address)')).join(kept ?? '')
}

/** A text without line breaks and other control characters, in which a header's reader finds no encoded word (RFC 2047). */
function inOneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .replace(/ {2,}/g, ' ')
    .trim()
}
