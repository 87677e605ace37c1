import { createMarket, type Market } from '@second-ring/testkit'
import { createTRPCClient, httpSubscriptionLink } from '@trpc/client'
import { EventSource } from 'eventsource'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppRouter } from '../rpc/app-router.ts'
import { tell } from './tell.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

/** Watches over HTTP as the browser does, and gives the counts as they come. */
function watching(userId: string) {
  const { accessToken } = market.platform.accessTokens.issue(userId)
  const client = createTRPCClient<AppRouter>({
    links: [
      httpSubscriptionLink({
        url: `${market.url}/trpc`,
        EventSource,
        eventSourceOptions: {
          fetch: (input: string | URL, init: RequestInit) =>
            fetch(input, { ...init, headers: { ...init.headers, authorization: `Bearer ${accessToken}` } }),
        },
      }),
    ],
  })
  const counts: number[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  const settled = Promise.withResolvers<string>()
  const subscription = client.notices.live.subscribe(undefined, {
    onData: ({ unread }) => {
      counts.push(unread)
      for (const { count, resolve } of waiting) if (count === unread) resolve()
    },
    onError: error => settled.resolve(error.data?.code ?? 'ERROR'),
    onComplete: () => settled.resolve('COMPLETE'),
  })
  return {
    ends: settled.promise,
    stop: () => subscription.unsubscribe(),
    until: (count: number) =>
      counts.includes(count)
        ? Promise.resolve()
        : new Promise<void>(resolve => {
            waiting.push({ count, resolve })
          }),
  }
}

const news = (userId: string) =>
  market.database.$transaction(tx => tell(tx, { userId, kind: 'paid', message: 'It is paid.' }))

describe('watching one’s notices', () => {
  it('gives the count at once, and each time it changes', async () => {
    const { id } = await market.user()
    const watch = watching(id)
    await watch.until(0)
    await news(id)
    await watch.until(1)
    await Promise.all([news(id), news(id)])
    await watch.until(3)
    watch.stop()
  })

  it('hears nothing of others', async () => {
    const [one, other] = [await market.user(), await market.user()]
    const watch = watching(one.id)
    await watch.until(0)
    await news(other.id)
    await news(one.id)
    await watch.until(1)
    watch.stop()
  })

  it('tells nobody who is not signed in, and ends for a removed person', async () => {
    const { id } = await market.user()
    const watch = watching(id)
    await watch.until(0)
    await (await market.asAdmin()).accounts.removeUser({ userId: id })
    await news(id)
    await market.database.$executeRaw`SELECT pg_notify('second_ring', ${`notices:${id}`})`
    expect(await watch.ends).toBe('COMPLETE')
    expect(await watching(id).ends).toBe('UNAUTHORIZED')
  })

  it('goes on after the database was away', async () => {
    const { id } = await market.user()
    const watch = watching(id)
    await watch.until(0)
    await market.database.$queryRaw`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'second-ring-events' AND datname = current_database()`
    await news(id)
    await watch.until(1)
    watch.stop()
  })
})
