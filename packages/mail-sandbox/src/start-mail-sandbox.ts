import { createServer } from 'node:http'
import { closeServer, listen, reachableHost } from '@second-ring/server-process/listen'
import { createMailbox } from './mailbox.ts'
import { listenSmtp, type SmtpStep } from './smtp.ts'
import { answerWeb } from './web.ts'

export interface MailSandboxOptions {
  /** Of the mailbox's pages; 0, the default, picks a free one. */
  port?: number
  /** Of the SMTP server, likewise. */
  smtpPort?: number
  host?: string
  /** How many mails are stored; 500 by default. */
  most?: number
  /** Another page of mails that the mailbox links to. */
  more?: { title: string; url: string } | undefined
  /** What each step of an SMTP session goes through: it may wait, or throw an `SmtpFault`. */
  disturb?: (step: SmtpStep) => Promise<void>
}

export interface MailSandbox {
  /** The mailbox in the browser, and its JSON at `/mails.json`. */
  url: string
  /** For a client of SMTP, such as nodemailer. */
  smtpUrl: string
  stop(): Promise<void>
}

const MOST = 500

/**
 * Starts an SMTP server that takes every mail, and a mailbox that shows them. Mails live in memory.
 * @throws Error of one line when a port is taken
 */
export async function startMailSandbox(options: MailSandboxOptions = {}): Promise<MailSandbox> {
  const { port = 0, smtpPort = 0, host = '127.0.0.1', most = MOST, more, disturb } = options
  const mailbox = createMailbox(most)
  const server = createServer(answerWeb({ mailbox, more }))
  const chosen = await listen(server, port, host)
  const smtp = await listenSmtp({ mailbox, port: smtpPort, host, disturb }).catch(async error => {
    await closeServer(server)
    throw error
  })
  return {
    url: `http://${reachableHost(host)}:${chosen}`,
    smtpUrl: `smtp://${reachableHost(host)}:${smtp.port}`,
    async stop() {
      await Promise.all([closeServer(server), smtp.stop()])
    },
  }
}
