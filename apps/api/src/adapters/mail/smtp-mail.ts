import { createTransport } from 'nodemailer'
import type { MailOutcome, MailServer, OutgoingMail } from '#platform/mail.ts'

interface SmtpOptions {
  /** Such as `smtps://user:password@mail.example`. */
  url: string
  /** Whom mails are from, such as `Second Ring <no-reply@shop.example>`. */
  from: string
  /** Whether a server that offers no TLS gets nothing. */
  requiresTls: boolean
  /** How long the server may be silent, in milliseconds; 10 s by default. */
  silenceMs?: number
  /** How long one mail may take, in milliseconds; 30 s by default. */
  timeoutMs?: number
}

const SILENCE_MS = 10_000
const TIMEOUT_MS = 30_000
const PROBLEM_MAX_LENGTH = 300

/** Mails by SMTP, each on a connection of its own, so that a broken one costs one mail. */
export function createSmtpMail(options: SmtpOptions): MailServer {
  const { url, from, requiresTls, silenceMs = SILENCE_MS, timeoutMs = TIMEOUT_MS } = options
  const transport = createTransport({
    url,
    requireTLS: requiresTls,
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    dnsTimeout: silenceMs,
    // What a mail is made of comes from the templates alone: no path and no address is ever read for one.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, unsubscribeUrl, ...mail }: OutgoingMail): Promise<MailOutcome> {
      try {
        await transport.sendMail({
          ...mail,
          from,
          // As parts: an address that has a comma in it is not two.
          to: { name: '', address: to },
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribeUrl !== undefined && {
              'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
          // A server that answers a byte at a time is not waited for either.
          signal: AbortSignal.timeout(timeoutMs),
        })
        return { result: 'sent' }
      } catch (error) {
        return outcomeOf(error)
      }
    },
  }
}

/** The commands whose refusal is about this one mail; any other is about the connection or the sender. */
const aboutThisMail = ['RCPT TO', 'DATA']

function outcomeOf(error: unknown): MailOutcome {
  const problem = (error instanceof Error ? error.message : String(error)).slice(0, PROBLEM_MAX_LENGTH)
  const { responseCode, command } = partsOf(error)
  if (!aboutThisMail.includes(command)) return { result: 'unreachable', problem }
  return responseCode >= 500 ? { result: 'rejected', problem } : { result: 'failed', problem }
}

function partsOf(error: unknown): { responseCode: number; command: string } {
  const parts = { responseCode: 0, command: '' }
  if (typeof error !== 'object' || error === null) return parts
  if ('responseCode' in error && typeof error.responseCode === 'number') parts.responseCode = error.responseCode
  if ('command' in error && typeof error.command === 'string') parts.command = error.command
  return parts
}
