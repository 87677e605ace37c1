import type { ProposeRemovalInput, ProposeRemovalOutput } from '@second-ring/contracts/accounts/manage-users'
import { DomainError } from '@second-ring/contracts/errors'
import { type Database, query, run, type Transaction } from '@second-ring/database'
import { requireFreshFactor } from '#factor/require-fresh-factor.ts'
import { authorize, type Caller } from '#identity/caller.ts'
import { isPresent, presentUser } from '#identity/present-user.ts'
import { recordAction } from '#platform/audit.ts'
import { ago, now } from '#platform/database-clock.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { lockBoth } from './lock-both.ts'

const OPEN_HOURS = 24
const HOUR_MS = 3_600_000

/**
 * Proposes to remove another admin. A third one confirms it within 24 hours, by removing them; all other admins are told.
 * @throws DomainError FORBIDDEN, FACTOR_REQUIRED, NOT_FOUND, CONFLICT (themselves, no admin, or proposed by another one)
 */
export async function proposeRemoval(
  platform: Platform,
  caller: Caller,
  { userId }: ProposeRemovalInput,
): Promise<ProposeRemovalOutput> {
  authorize(caller, 'user.remove')
  if (userId === caller.id) throw new DomainError('CONFLICT', 'You cannot remove your own account.')
  return platform.database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const { role } = await lockBoth(tx, { caller, userId })
      await requireFreshFactor(tx, platform, caller)
      if (role !== 'ADMIN') throw new DomainError('CONFLICT', 'They are no admin: you may remove them alone.')
      const open = await openProposal(tx, userId)
      if (open && open.proposedById !== caller.id) {
        throw new DomainError('CONFLICT', 'Another admin has proposed this: remove them to confirm it.')
      }
      const proposedAt = open?.proposedAt ?? (await propose(tx, caller, userId))
      return { userId, expiresAt: expiryOf(proposedAt).toISOString() }
    }),
  )
}

/**
 * Takes the open proposal of another admin to remove this one.
 * @throws DomainError SECOND_ADMIN_REQUIRED when there is none
 */
export async function confirmProposal(tx: Transaction, caller: Caller, userId: string): Promise<void> {
  const open = await openProposal(tx, userId)
  if (!open || open.proposedById === caller.id) {
    throw new DomainError(
      'SECOND_ADMIN_REQUIRED',
      `One admin alone removes no other: a second one has to remove them too, within ${OPEN_HOURS} hours.`,
    )
  }
}

/** The proposal to remove a user that is at most 24 hours old, of somebody who is an admin still; locked. */
async function openProposal(tx: Transaction, userId: string) {
  const [open] = await run(tx, selectProposal(userId).forUpdate('removal_proposals'))
  return open
}

/** The same with its end, for whoever only reads. */
export async function readProposal(database: Database, userId: string) {
  const [open] = await run(database, selectProposal(userId).select('users.name as proposedByName'))
  return open ? { ...open, expiresAt: expiryOf(open.proposedAt) } : null
}

function selectProposal(userId: string) {
  return query
    .selectFrom('removal_proposals')
    .innerJoin('users', 'users.id', 'removal_proposals.proposed_by_id')
    .where('removal_proposals.user_id', '=', userId)
    .where('removal_proposals.proposed_at', '>', ago(`${OPEN_HOURS} hours`))
    .where('users.role', '=', 'ADMIN')
    .where(isPresent)
    .select(['removal_proposals.proposed_by_id as proposedById', 'removal_proposals.proposed_at as proposedAt'])
}

function expiryOf(proposedAt: Date): Date {
  return new Date(proposedAt.getTime() + OPEN_HOURS * HOUR_MS)
}

async function propose(tx: Transaction, caller: Caller, userId: string): Promise<Date> {
  const made = { proposed_by_id: caller.id, proposed_at: now }
  const proposing = query
    .insertInto('removal_proposals')
    .values({ user_id: userId, ...made })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(made))
    .returning('proposed_at as proposedAt')
  const [proposal] = await run(tx, proposing)
  if (!proposal) throw new Error('No proposal was made')
  const subject = { type: 'user', id: userId } as const
  await recordAction(tx, { actorId: caller.id, action: 'account.propose-removal', subject })
  const removed = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { name: true } })
  const others = { role: 'ADMIN', ...presentUser, id: { not: caller.id } } as const
  const admins = await tx.user.findMany({ where: others, select: { id: true } })
  const message = `${caller.name} proposes to remove the admin ${removed.name}. Another admin has ${OPEN_HOURS} hours to confirm it.`
  await tx.notice.createMany({ data: admins.map(({ id }) => ({ userId: id, kind: 'removal-proposed', message })) })
  return proposal.proposedAt
}
