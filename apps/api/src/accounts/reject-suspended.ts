import { DomainError } from '@second-ring/contracts/errors'
import { describeSuspension } from '#identity/suspended.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * Keeps a suspended user from signing in.
 * @throws DomainError ACCOUNT_SUSPENDED, with the reason and whom to write to
 */
export function rejectSuspended(
  platform: Pick<Platform, 'operatorEmail'>,
  { suspensionReason }: { suspensionReason: string | null },
): void {
  if (suspensionReason === null) return
  throw new DomainError('ACCOUNT_SUSPENDED', describeSuspension(platform, suspensionReason))
}
