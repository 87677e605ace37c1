import type { DomainError } from '@second-ring/contracts/errors'

const OUTAGE_S = 30

/** The seconds of an error's `Retry-After`; null when there is nothing to wait for. */
export function retryAfterOf({ code, retryAfterS }: DomainError): number | null {
  return retryAfterS ?? (code === 'PROVIDER_UNAVAILABLE' || code === 'UNAVAILABLE' ? OUTAGE_S : null)
}
