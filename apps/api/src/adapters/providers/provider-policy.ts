import { DomainError } from '@second-ring/contracts/errors'
import {
  bulkhead,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  isBrokenCircuitError,
  isBulkheadRejectedError,
  isTaskCancelledError,
  TimeoutStrategy,
  timeout,
  wrap,
} from 'cockatiel'

export interface ProviderLimits {
  /** How many calls wait for the provider at once; the next is rejected at once. */
  atOnce: number
  /** How long one call may take, its retries included, in milliseconds. */
  timeoutMs: number
  /** After so many failures in a row the provider is left alone for a while; never when it is infinite. */
  failuresInARow: number
  /** How long it is left alone until one call tries it, in milliseconds. */
  restMs: number
  /** What is said to people meanwhile. */
  message: string
}

/** What every call of one outside provider goes through, so that one that hangs takes nothing else along. */
export interface ProviderPolicy {
  /** @throws what the call throws; DomainError PROVIDER_UNAVAILABLE when it is not made, or takes too long */
  run<T>(call: () => Promise<T>): Promise<T>
  /** False while calls are rejected: as many wait as may, or the provider is left alone. */
  isAnswering(): boolean
}

const RETRY_AFTER_S = 5

export function createProviderPolicy(limits: ProviderLimits): ProviderPolicy {
  const { atOnce, timeoutMs, failuresInARow, restMs, message } = limits
  const places = bulkhead(atOnce)
  const breaker = circuitBreaker(handleWhen(isFailure), {
    breaker: new ConsecutiveBreaker(failuresInARow),
    halfOpenAfter: restMs,
  })
  let restsUntil = 0
  breaker.onBreak(() => {
    restsUntil = Date.now() + restMs
  })
  // It is open until somebody asks, which may be long after its rest.
  const isLeftAlone = () =>
    breaker.state === CircuitState.HalfOpen || (breaker.state === CircuitState.Open && Date.now() < restsUntil)
  const policy = wrap(places, breaker, timeout(timeoutMs, TimeoutStrategy.Aggressive))
  return {
    async run(call) {
      try {
        return await policy.execute(call)
      } catch (cause) {
        if (!isOfPolicy(cause)) throw cause
        throw new DomainError('PROVIDER_UNAVAILABLE', message, { cause, retryAfterS: RETRY_AFTER_S })
      }
    },
    isAnswering: () => places.executionSlots > 0 && !isLeftAlone(),
  }
}

function isOfPolicy(error: unknown): boolean {
  return isBulkheadRejectedError(error) || isBrokenCircuitError(error) || isTaskCancelledError(error)
}

function isFailure(error: unknown): boolean {
  return isTaskCancelledError(error) || (error instanceof DomainError && error.code === 'PROVIDER_UNAVAILABLE')
}

/**
 * The same provider, each call by its policy.
 * @param plain the methods that ask nobody
 */
export function guarded<Provider extends object>(
  provider: Provider,
  policy: ProviderPolicy,
  plain: readonly (keyof Provider)[] = [],
): Provider {
  return new Proxy(provider, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function' || plain.some(key => key === name)) return method
      return (...given: unknown[]) => policy.run(async () => Reflect.apply(method, target, given))
    },
  })
}
