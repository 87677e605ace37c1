import { MAX_AGE_HEADER } from '@second-ring/contracts/shared-reads'
import type { TRPCLink } from '@trpc/client'
import type { AnyRouter } from '@trpc/server'
import { observable } from '@trpc/server/observable'

/** Longer than an answer is cached by any process of the server, some of which may hear of a change a moment later. */
const REMEMBERED_MS = 2000

/** Knows how long ago the user changed something, so that no shared read shows what was cached before. */
export function createOwnChanges(now = () => performance.now()) {
  let changedAt = Number.NEGATIVE_INFINITY
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
              changedAt = now()
              inner.unsubscribe()
            }
          })
    },
    /** For a shared read: how old its answer may be. */
    headers(): Record<string, string> {
      const age = changing > 0 ? 0 : Math.floor(now() - changedAt)
      return age < REMEMBERED_MS ? { [MAX_AGE_HEADER]: `${age}` } : {}
    },
  }
}
