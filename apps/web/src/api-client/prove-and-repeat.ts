import type { TRPCLink } from '@trpc/client'
import type { AnyRouter } from '@trpc/server'
import { observable } from '@trpc/server/observable'
import { askForFactor } from './ask-for-factor.ts'
import { domainCode } from './errors.ts'

/** A call that asks for the second factor is made once more, as it was, when the user has proven it. */
export function proveAndRepeat<Router extends AnyRouter>(ask = askForFactor): TRPCLink<Router> {
  return () =>
    ({ op, next }) =>
      observable(observer => {
        let stopped = false
        const call = (isSecond: boolean) =>
          next(op).subscribe({
            next: value => observer.next(value),
            complete: () => observer.complete(),
            error: error => {
              if (isSecond || domainCode(error) !== 'FACTOR_REQUIRED') return observer.error(error)
              void ask().then(isProven => {
                if (stopped) return
                if (isProven) inner = call(true)
                else observer.error(error)
              })
            },
          })
        let inner = call(false)
        return () => {
          stopped = true
          inner.unsubscribe()
        }
      })
}
