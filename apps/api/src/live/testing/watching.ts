import { isDeepStrictEqual } from 'node:util'
import type { News, WatchNewsInput } from '@second-ring/contracts/live/news'
import type { Market } from '@second-ring/testkit'
import { createTRPCClient, httpSubscriptionLink } from '@trpc/client'
import { EventSource } from 'eventsource'
import type { AppRouter } from '#trpc-api/app-router.ts'

/** Watches over HTTP as the browser does, and gives what is told as it comes. */
export function watchingOf(marketOf: () => Market) {
  return (input: Partial<WatchNewsInput>, { userId }: { userId?: string } = {}) => {
    const market = marketOf()
    const authorization = userId && `Bearer ${market.platform.accessTokens.issue(userId).accessToken}`
    const client = createTRPCClient<AppRouter>({
      links: [
        httpSubscriptionLink({
          url: `${market.url}/trpc`,
          EventSource,
          eventSourceOptions: {
            fetch: (address: string | URL, init: RequestInit) =>
              fetch(address, { ...init, headers: { ...init.headers, ...(authorization && { authorization }) } }),
          },
        }),
      ],
    })
    const told: News[] = []
    const waiting: { news: unknown; resolve: () => void }[] = []
    const settled = Promise.withResolvers<string>()
    const subscription = client.live.news.subscribe(input, {
      onData: news => {
        told.push(news)
        for (const each of waiting) if (isDeepStrictEqual(each.news, news)) each.resolve()
      },
      onError: error => settled.resolve(error.data?.code ?? 'ERROR'),
      onComplete: () => settled.resolve('COMPLETE'),
    })
    return {
      told,
      ends: settled.promise,
      stop: () => subscription.unsubscribe(),
      /** Resolves once this was told. */
      until: (news: unknown) =>
        told.some(each => isDeepStrictEqual(each, news))
          ? Promise.resolve()
          : new Promise<void>(resolve => {
              waiting.push({ news, resolve })
            }),
    }
  }
}
