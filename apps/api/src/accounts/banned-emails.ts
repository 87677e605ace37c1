import { createHmac } from 'node:crypto'
import { DomainError } from '@second-ring/contracts/errors'
import type { Transaction } from '@second-ring/database'
import type { Platform } from '#platform/platform.ts'

type Keys = Pick<Platform, 'bannedEmailKeys'>

/** An email's hashes under today's key, which is stored, and under those before it. */
export function hashesOfEmail({ bannedEmailKeys }: Keys, email: string): [string, ...string[]] {
  const address = email.trim().toLowerCase()
  const [key, ...older] = bannedEmailKeys
  return [hashOf(key, address), ...older.map(before => hashOf(before, address))]
}

// The same key may sign access tokens: what is hashed here begins like none of them.
function hashOf(key: string, address: string): string {
  return createHmac('sha256', key).update(`banned-email:${address}`).digest('base64url')
}

/**
 * Keeps a banned email from being proven of any account. To be called after the proof was written, in the same transaction: a
 * removal that bans the email has then committed, or waits for this one.
 * @throws DomainError FORBIDDEN
 */
export async function rejectBannedEmail(tx: Transaction, platform: Keys & Support, email: string): Promise<void> {
  const hash = { in: hashesOfEmail(platform, email) }
  if ((await tx.bannedEmail.count({ where: { hash } })) === 0) return
  const whom = platform.operatorEmail ?? 'whoever runs this market'
  throw new DomainError('FORBIDDEN', `No account may have this email here. If you object, write to ${whom}.`)
}

type Support = Pick<Platform, 'operatorEmail'>

interface Ban {
  userId: string
  email: string
  reason: string
  bannedById: string | null
}

/** Bans an email that was proven to be its user's. A second time nothing changes. */
export async function banEmail(
  tx: Transaction,
  platform: Keys,
  { email, userId, reason, bannedById }: Ban,
): Promise<void> {
  const [hash, ...older] = hashesOfEmail(platform, email)
  if ((await tx.bannedEmail.count({ where: { hash: { in: [hash, ...older] } } })) > 0) return
  await tx.bannedEmail.create({ data: { hash, userId, reason, bannedById }, select: { id: true } })
}
