import type { TRPCLink } from '@trpc/client'
import type { AnyRouter } from '@trpc/server'
import { observable } from '@trpc/server/observable'
import { isUnauthenticated } from './errors.ts'
import type { TokenSource } from './token-source.ts'

/** A call that the server refuses for its bearer is made once more with a new one; a second error ends the session. */
export function renewOnUnauthorized<Router extends AnyRouter>(session: TokenSource): TRPCLink<Router> {
  return () =>
    ({ op, next }) =>
      observable(observer => {
        let inner: { unsubscribe(): void } | undefined
        let stopped = false
        const attempt = (isSecond: boolean, used: string | null) => {
          inner = next(op).subscribe({
            next: value => observer.next(value),
            complete: () => observer.complete(),
            error: error => {
              if (!used || !isUnauthenticated(error)) return observer.error(error)
              if (isSecond) {
                void session.end('lost')
                return observer.error(error)
              }
              session.renewRefused(used, error).then(
                async () => {
                  const renewed = await session.accessToken()
                  if (stopped) return
                  if (renewed) attempt(true, renewed)
                  else observer.error(error)
                },
                () => observer.error(error),
              )
            },
          })
        }
        session.accessToken().then(
          used => !stopped && attempt(false, used),
          () => !stopped && attempt(false, null),
        )
        return () => {
          stopped = true
          inner?.unsubscribe()
        }
      })
}
