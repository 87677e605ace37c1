import type { Transaction } from '@second-ring/database'
import { notifyUserOfLatest } from '#notifications/notify-user.ts'
import { type AuditedAction, recordAction } from '#platform/audit.ts'

const changes = {
  'account.add-passkey': 'A passkey was added to your account.',
  'account.remove-passkey': 'A passkey was removed from your account.',
  'account.use-recovery-code': 'A recovery code of your account was used.',
  'account.renew-recovery-codes': 'Your recovery codes were replaced by new ones.',
  'account.make-token': 'A token for other clients was made for your account. It holds for 24 hours.',
  'account.grant-admin': 'You are an admin now.',
  'account.revoke-admin': 'You are no admin any more.',
  'account.reset-factor': 'Your passkeys, recovery codes and tokens have ended.',
} as const satisfies Partial<Record<AuditedAction['action'], string>>

interface AccessChange {
  userId: string
  action: keyof typeof changes
  /** Of what the command line does, which acts as nobody. */
  reason?: string
}

/** Records what changes how an admin gets in, and tells them, by a mail too: somebody else may have done it. */
export async function recordAccessChange(tx: Transaction, { userId, action, reason }: AccessChange): Promise<void> {
  const subject = { type: 'user', id: userId } as const
  const byWhom = reason === undefined ? { actorId: userId } : { actorId: null, reason }
  await recordAction(tx, { action, subject, ...byWhom })
  const advice =
    reason === undefined
      ? 'If that was not you, remove what you do not know on your account’s page and sign out everywhere else.'
      : 'It was done on the command line.'
  const message = `${changes[action]} ${advice}`
  await notifyUserOfLatest(tx, { userId, kind: 'account-security', message, mailKind: 'admin-access-changed' })
}
