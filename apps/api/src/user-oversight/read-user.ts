import type { ReadUserInput, UserDetails } from '@second-ring/contracts/accounts/user-details'
import { DomainError } from '@second-ring/contracts/errors'
import type { Database, Prisma } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { recordRead } from '#identity/record-read.ts'
import { readPayoutState } from '#payouts/read-payout-account.ts'
import { lastDecision, readPayoutFreeze } from '#platform/last-decision.ts'
import type { Platform } from '#platform/platform.ts'
import { readProposal } from '#user-removal/propose-removal.ts'
import { countSessions } from './list-user-sessions.ts'

const select = {
  id: true,
  name: true,
  email: true,
  setAsideEmail: true,
  emailVerifiedAt: true,
  role: true,
  verifiedAt: true,
  createdAt: true,
  suspendedAt: true,
  setAsideAt: true,
  deletesAt: true,
  deletedAt: true,
} as const satisfies Prisma.UserSelect

/**
 * A user as an admin sees them, also one who was removed: of them little is left.
 * @throws DomainError FORBIDDEN, NOT_FOUND
 */
export async function readUser(
  { database }: Platform,
  caller: Caller,
  { userId }: ReadUserInput,
): Promise<UserDetails> {
  authorize(caller, 'user.read')
  const user = await database.user.findUnique({ where: { id: userId }, select })
  if (!user) throw new DomainError('NOT_FOUND', 'There is no such user.')
  await recordRead(database, caller, { action: 'read.user', subject: { type: 'user', id: userId } })
  const [verification, suspension, payoutFreeze, payoutAccount, removalProposal, counts] = await Promise.all([
    lastDecision(database, userId, ['account.verify', 'account.unverify']),
    user.suspendedAt ? lastDecision(database, userId, ['account.suspend']) : null,
    readPayoutFreeze(database, userId),
    readPayoutState(database, userId),
    user.role === 'ADMIN' ? readProposal(database, userId) : null,
    countAll(database, userId),
  ])
  return {
    id: user.id,
    name: user.name,
    email: user.email ?? user.setAsideEmail ?? '',
    emailVerified: user.emailVerifiedAt !== null,
    role: user.role,
    verified: user.verifiedAt !== null,
    joinedAt: user.createdAt.toISOString(),
    suspension,
    payoutFreeze,
    payoutAccount,
    verification,
    setAsideAt: user.setAsideAt?.toISOString() ?? null,
    deletesAt: user.deletesAt?.toISOString() ?? null,
    removedAt: user.deletedAt?.toISOString() ?? null,
    removalProposal: removalProposal && {
      ...removalProposal,
      proposedAt: removalProposal.proposedAt.toISOString(),
      expiresAt: removalProposal.expiresAt.toISOString(),
    },
    counts,
  }
}

async function countAll(database: Database, userId: string): Promise<UserDetails['counts']> {
  const [listings, bought, sold, sessions] = await Promise.all([
    database.listing.count({ where: { sellerId: userId } }),
    database.order.count({ where: { buyerId: userId } }),
    database.order.count({ where: { listing: { sellerId: userId } } }),
    countSessions(database, userId),
  ])
  return { listings, bought, sold, sessions }
}
