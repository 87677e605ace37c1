import type { TRPCLink } from '@trpc/client'
import type { AnyRouter } from '@trpc/server'
import { observable } from '@trpc/server/observable'

// Another process of the server may hear of a change a moment later than the one that made it.
const ANEW_MS = 2000

/** Knows for how long after a change what is read must not come from what the server has kept from before it. */
export function createReadAnew(now = () => performance.now()) {
  let until = Number.NEGATIVE_INFINITY
  let changing = 0
  return {
    /** Watches for changes. */
    link<Router extends AnyRouter>(): TRPCLink<Router> {
      return () =>
        ({ op, next }) =>
          observable(observer => {
            if (op.type !== 'mutation') return next(op).subscribe(observer)
            changing += 1
            const inner = next(op).subscribe(observer)
            // Also when it failed: it may have been done all the same.
            return () => {
              changing -= 1
              until = now() + ANEW_MS
              inner.unsubscribe()
            }
          })
    },
    headers(): Record<string, string> {
      return changing > 0 || now() < until ? { 'cache-control': 'no-cache' } : {}
    },
  }
}
