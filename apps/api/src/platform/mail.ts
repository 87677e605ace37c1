/** A mail as the mail server gets it. */
export interface OutgoingMail {
  /** One address. */
  to: string
  subject: string
  text: string
  html: string
  /** The same whenever the mail is sent, so that a server which has it can drop it. */
  messageId: string
  /** The link by which one request turns such mails off (RFC 8058); absent for those that always come. */
  unsubscribeUrl?: string
}

/**
 * What became of a mail: `rejected` for good by the server, which refuses this address or this mail; `failed` for now;
 * `unreachable` when the server does not answer or lets nobody in, so that the next mail would fare no better.
 */
export type MailOutcome =
  | { result: 'sent' }
  | { result: 'rejected'; problem: string }
  | { result: 'failed' | 'unreachable'; problem: string }

/** The server that takes mails. */
export interface MailServer {
  /** Sends one mail; never throws, and ends in half a minute. */
  send(mail: OutgoingMail): Promise<MailOutcome>
}
