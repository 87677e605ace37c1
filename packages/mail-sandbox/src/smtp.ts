import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Mailbox } from './mailbox.ts'

/** What a session is about to do. */
export interface SmtpStep {
  step: 'connect' | 'recipient' | 'data'
  /** The recipient, or the first of them; empty at 'connect'. */
  to: string
}

export interface SmtpOptions {
  mailbox: Mailbox
  port: number
  host: string
  /** What each step goes through: it may wait, or throw an `SmtpFault`. */
  disturb?: ((step: SmtpStep) => Promise<void>) | undefined
}

/** An answer of the server other than that it takes the mail. */
export class SmtpFault extends Error {
  readonly responseCode: number

  /** @param responseCode such as 550 for good, or 451 for now */
  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

const MAIL_MAX_BYTES = 1024 * 1024
const CLOSE_MS = 50

/**
 * Listens for mails by SMTP, in plain and with any user name and password.
 * @throws Error of one line when the port is taken
 */
export async function listenSmtp({
  mailbox,
  port,
  host,
  disturb,
}: SmtpOptions): Promise<{ port: number; stop(): Promise<void> }> {
  const pass = async (step: SmtpStep['step'], to: string) => disturb?.({ step, to })
  const server = new SMTPServer({
    name: 'mail-sandbox',
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    size: MAIL_MAX_BYTES,
    closeTimeout: CLOSE_MS,
    logger: false,
    onAuth: ({ username }, _session, callback) => callback(null, { user: username ?? '' }),
    onConnect: (_session, callback) => settle(pass('connect', ''), callback),
    onRcptTo: ({ address }, _session, callback) => settle(pass('recipient', address), callback),
    onData(stream, { envelope, user }, callback) {
      const to = envelope.rcptTo.map(({ address }) => address.toLowerCase())
      const take = async () => {
        const raw = await buffer(stream)
        if (stream.sizeExceeded) throw new SmtpFault(552, 'The mail is too large')
        const { headers, subject = '', text, html } = await PostalMime.parse(raw)
        const from = headers.find(({ key }) => key === 'from')?.value ?? ''
        await pass('data', to[0] ?? '')
        mailbox.add({
          user: user ?? '',
          to,
          from,
          subject,
          text: text ?? null,
          html: html ?? null,
          headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
        })
      }
      settle(take(), callback)
    },
  })
  // A client that goes away in the middle is no fault of the server.
  server.on('error', () => undefined)
  const listening = server.listen(port, host)
  try {
    await once(listening, 'listening')
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    throw isTaken ? new Error(`Port ${port} is taken.`, { cause: error }) : error
  }
  const address = listening.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    stop: () => new Promise(resolve => server.close(() => resolve())),
  }
}

function settle(work: Promise<unknown>, callback: (error?: Error | null) => void): void {
  work.then(
    () => callback(null),
    error => callback(error instanceof Error ? error : new Error(String(error))),
  )
}
