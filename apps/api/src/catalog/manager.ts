import type { Transaction } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { lockName } from '#platform/advisory-lock.ts'
import { type CategoryAction, recordAction } from '#platform/audit.ts'

/** Who may change the categories: an admin, or whoever runs the command line. */
export type Manager = Caller | 'COMMAND_LINE'

/** @throws DomainError FORBIDDEN */
export function authorizeManager(manager: Manager): void {
  if (manager !== 'COMMAND_LINE') authorize(manager, 'category.manage')
}

/** Categories change one at a time, so that each change sees the names and the order that the one before has left. */
export async function lockCategories(tx: Transaction): Promise<void> {
  await lockName(tx, 'second-ring/categories')
}

interface CategoryChange {
  action: CategoryAction
  categoryId: string
  /** What the action changed, for readers of the audit. */
  detail?: string
}

export async function recordCategoryAction(tx: Transaction, manager: Manager, change: CategoryChange): Promise<void> {
  const isCommandLine = manager === 'COMMAND_LINE'
  const reason = [change.detail, isCommandLine && 'on the command line'].filter(Boolean).join(', ')
  await recordAction(tx, {
    actorId: isCommandLine ? null : manager.id,
    action: change.action,
    subject: { type: 'category', id: change.categoryId },
    ...(reason && { reason }),
  })
}

/** Whose attempt a write is; the command line makes none. */
export function callerOf(manager: Manager): Pick<Caller, 'id' | 'attempt'> {
  return manager === 'COMMAND_LINE' ? { id: '' } : manager
}

/** Whose uploads a category may take: an admin's own; the command line takes anybody's. */
export function uploaderOf(manager: Manager): string | null {
  return manager === 'COMMAND_LINE' ? null : manager.id
}
