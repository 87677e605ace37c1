import { randomUUID } from 'node:crypto'

/** A mail that arrived. */
export interface SandboxMail {
  id: string
  /** The user name of the SMTP session, so that several senders can share a mailbox; empty without one. */
  user: string
  /** Whom the SMTP session named, in lower case. */
  to: string[]
  from: string
  subject: string
  /** The plain text; null for a mail without that part. */
  text: string | null
  html: string | null
  /** By their names in lower case; of several with one name, the last. */
  headers: Record<string, string>
  receivedAt: string
  /** How often it came: a server that gets one Message-ID twice shows the mail once. */
  deliveries: number
}

/** Which mails: all by default. */
export interface MailFilter {
  user?: string | null | undefined
  to?: string | null | undefined
}

export interface Mailbox {
  /** Stores a mail, or counts it when its Message-ID is there for the same user and recipients. */
  add(mail: Omit<SandboxMail, 'id' | 'receivedAt' | 'deliveries'>): void
  /** The stored mails, newest first. */
  list(filter?: MailFilter): SandboxMail[]
  find(id: string): SandboxMail | undefined
  clear(filter?: MailFilter): void
}

/**
 * A mailbox in memory.
 * @param most how many mails it stores; the oldest are dropped
 */
export function createMailbox(most: number, now: () => Date = () => new Date()): Mailbox {
  let mails: SandboxMail[] = []
  const isMeant = ({ user, to }: SandboxMail, filter: MailFilter) =>
    (filter.user == null || filter.user === user) && (filter.to == null || to.includes(filter.to.toLowerCase()))
  const isSame = (one: Pick<SandboxMail, 'user' | 'to' | 'headers'>, other: SandboxMail) =>
    one.headers['message-id'] !== undefined &&
    one.headers['message-id'] === other.headers['message-id'] &&
    one.user === other.user &&
    one.to.join() === other.to.join()
  return {
    add(mail) {
      const known = mails.find(each => isSame(mail, each))
      if (known) known.deliveries += 1
      else
        mails = [
          { ...mail, id: randomUUID(), receivedAt: now().toISOString(), deliveries: 1 },
          ...mails.slice(0, most - 1),
        ]
    },
    list: (filter = {}) => mails.filter(mail => isMeant(mail, filter)),
    find: id => mails.find(mail => mail.id === id),
    clear(filter = {}) {
      mails = mails.filter(mail => !isMeant(mail, filter))
    },
  }
}
