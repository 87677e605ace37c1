import { removeIdentity } from '../accounts/remove-identity.ts'
import { closePayments } from '../payments/close-payments.ts'
import type { JobHandlers } from '../platform/job-queue.ts'
import type { Platform } from '../platform/platform.ts'

/** Which verb does the work of each job. */
export function handlersOf(platform: Platform): JobHandlers {
  return {
    'identity.remove': data => removeIdentity(platform, data),
    'payments.close': data => closePayments(platform, data),
  }
}
