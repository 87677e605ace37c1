import type { MailFilter, SandboxMail } from './mailbox.ts'

/**
 * A mailbox for tests.
 * @param url the sandbox's `url`
 */
export function mailboxClient(url: string) {
  const at = ({ user, to }: MailFilter) => {
    const address = new URL('/mails.json', url)
    if (user != null) address.searchParams.set('user', user)
    if (to != null) address.searchParams.set('to', to)
    return address
  }
  return {
    /** The mails, newest first. */
    async list(filter: MailFilter = {}): Promise<SandboxMail[]> {
      const response = await fetch(at(filter))
      return (await response.json()) as SandboxMail[]
    },
    async clear(filter: MailFilter = {}): Promise<void> {
      await fetch(at(filter), { method: 'DELETE' })
    },
  }
}
