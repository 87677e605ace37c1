import { query, run } from '@second-ring/database'
import { sql } from 'kysely'
import { fromNow, now } from '#platform/database-clock.ts'
import type { MailServer } from '#platform/mail.ts'
import type { Platform } from '#platform/platform.ts'
import { type ClaimedMail, claimMails } from './claim-mails.ts'
import { composeMail } from './compose-mail.ts'

const AT_ONCE = 5
/** After so long the next run goes on: a run ends before its job's time does. */
const RUN_MS = 40_000

/**
 * Sends the mails that are due, five at a time. Safe in any number of processes at once: each mail is claimed before it is
 * sent. A mail that was being sent when its process ended is sent again after ten minutes under the same Message-ID. When
 * the server does not answer, the rest waits for the next run.
 */
export async function sendMails(platform: Platform): Promise<void> {
  const endsAt = performance.now() + RUN_MS
  while (performance.now() < endsAt) {
    const claimed = await claimMails(platform)
    if (claimed === null || !(await sendAll(platform, claimed))) return
  }
}

/** @returns whether the server could be reached for all of them */
async function sendAll(platform: Platform, claimed: ClaimedMail[]): Promise<boolean> {
  const { mailServer } = platform
  if (mailServer === null) return false
  let isReachable = true
  const left = claimed.values()
  async function sendNext(): Promise<void> {
    for (const mail of left) {
      if (isReachable) isReachable = await sendOne(platform, mailServer, mail)
      else await release(platform, mail)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendNext))
  return isReachable
}

async function sendOne(platform: Platform, mailServer: MailServer | null, mail: ClaimedMail): Promise<boolean> {
  const { publicUrl, unsubscribeTokens, operatorEmail } = platform
  const unsubscribeUrl = new URL('/mails/unsubscribe', publicUrl)
  unsubscribeUrl.searchParams.set('token', unsubscribeTokens.sign(mail.userId))
  const composed = composeMail(mail, { publicUrl, unsubscribeUrl: unsubscribeUrl.href, operatorEmail })
  const messageId = `<${mail.id}@${new URL(publicUrl).hostname}>`
  const outcome = await mailServer?.send({ ...composed, to: mail.to, messageId })
  if (!outcome) return false
  if (outcome.result === 'sent') await settle(platform, mail, { state: 'SENT', problem: null })
  else if (outcome.result === 'rejected') await settle(platform, mail, { state: 'FAILED', problem: outcome.problem })
  else await retryLater(platform, mail, outcome)
  return outcome.result !== 'unreachable'
}

/** Of what is settled neither the text nor an address is kept. */
const blank = { message: '', address: null, settled_at: now }

async function settle(
  { database }: Platform,
  { id }: ClaimedMail,
  settled: { state: 'SENT' | 'FAILED'; problem: string | null },
): Promise<void> {
  const sending = query.updateTable('mails').where('id', '=', id).where('state', '=', 'SENDING')
  await run(database, sending.set({ ...blank, ...settled }))
}

/** Queues it again: after a minute while the server is away; else after two, four and so on up to an hour, for a day. */
async function retryLater(
  platform: Platform,
  mail: ClaimedMail,
  { result, problem }: { result: 'failed' | 'unreachable'; problem: string },
): Promise<void> {
  if (mail.isOld) return settle(platform, mail, { state: 'FAILED', problem })
  const minutes = result === 'unreachable' ? 1 : Math.min(60, 2 ** mail.attempts)
  const sending = query.updateTable('mails').where('id', '=', mail.id).where('state', '=', 'SENDING')
  await run(platform.database, sending.set({ state: 'QUEUED', due_at: fromNow(`${minutes} minutes`), problem }))
}

/** Puts back what was claimed and not tried. */
async function release({ database }: Platform, { id }: ClaimedMail): Promise<void> {
  const sending = query.updateTable('mails').where('id', '=', id).where('state', '=', 'SENDING')
  await run(database, sending.set({ state: 'QUEUED', attempts: sql`attempts - 1` }))
}
