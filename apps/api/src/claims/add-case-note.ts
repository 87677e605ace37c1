import { type AddCaseNoteInput, CASE_NOTES_MAX } from '@second-ring/contracts/claims/case'
import { DomainError } from '@second-ring/contracts/errors'
import { authorize, type Caller } from '#identity/caller.ts'
import { lockOrder } from '#orders/lock-order.ts'
import { partyOf } from '#orders/order-rules.ts'
import { recordAction } from '#platform/audit.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { readHandoverCase } from './read-handover-case.ts'

/**
 * Writes an admin's note about a case, which admins alone read.
 * @throws DomainError FORBIDDEN, NOT_FOUND (no such order, no case about it, or the admin's own deal), CONFLICT (no room for more)
 */
export async function addCaseNote(
  { database }: Platform,
  caller: Caller,
  { orderId, text }: AddCaseNoteInput,
): Promise<{ noteId: string }> {
  authorize(caller, 'order.decide-claim')
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      // The lock serializes notes, so that they are counted.
      const order = await lockOrder(tx, caller, orderId)
      const isCase = order.claimState !== null || (await readHandoverCase(tx, orderId)) !== null
      if (!isCase || partyOf(caller, order) !== 'admin') {
        throw new DomainError('NOT_FOUND', 'There is no such case.')
      }
      if ((await tx.caseNote.count({ where: { orderId } })) >= CASE_NOTES_MAX) {
        throw new DomainError('CONFLICT', `There are ${CASE_NOTES_MAX} notes, as many as fit.`)
      }
      const { id } = await tx.caseNote.create({ data: { orderId, authorId: caller.id, text }, select: { id: true } })
      const subject = { type: 'order', id: orderId } as const
      await recordAction(tx, { actorId: caller.id, action: 'order.note-case', subject })
      return { noteId: id }
    }),
  )
}
