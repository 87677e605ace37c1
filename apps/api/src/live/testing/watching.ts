import { isDeepStrictEqual } from 'node:util'
import { LIVE_PATH } from '@second-ring/contracts/live/bounds'
import { LiveEvent } from '@second-ring/contracts/live/events'
import type { Market } from '@second-ring/testkit'
import { EventSource } from 'eventsource'

interface Watched {
  listingIds?: readonly string[]
  notices?: boolean
}

/** Where a stream of these is. */
export function liveUrl(origin: string, { listingIds = [], notices = false }: Watched): string {
  const query = new URLSearchParams({ listingIds: listingIds.join(), notices: `${notices}` })
  return `${origin}${LIVE_PATH}?${query}`
}

/** Watches over HTTP as the browser does, and gives the events as they come. */
export function watchingOf(marketOf: () => Market) {
  return (watched: Watched, { userId, lastEventId }: { userId?: string; lastEventId?: string } = {}) => {
    const market = marketOf()
    const own = {
      ...(userId && { authorization: `Bearer ${market.tokenOf(userId)}` }),
      ...(lastEventId && { 'last-event-id': lastEventId }),
    }
    const stream = new EventSource(liveUrl(market.url, watched), {
      fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, ...own } }),
    })
    const events: LiveEvent[] = []
    const ids: string[] = []
    const waiting: { event: unknown; resolve: () => void }[] = []
    const ended = Promise.withResolvers<number | 'cut'>()
    stream.onmessage = ({ data, lastEventId: id }) => {
      const event = LiveEvent.parse(JSON.parse(data))
      events.push(event)
      ids.push(id)
      for (const each of waiting) if (isDeepStrictEqual(each.event, event)) each.resolve()
    }
    stream.onerror = ({ code }) => {
      stream.close()
      ended.resolve(code ?? 'cut')
    }
    return {
      events,
      ids,
      /** Resolves with the status that it is rejected with, or once it is cut. */
      ends: ended.promise,
      stop: () => stream.close(),
      /** Resolves once this has come. */
      until: (event: unknown) =>
        events.some(each => isDeepStrictEqual(each, event))
          ? Promise.resolve()
          : new Promise<void>(resolve => {
              waiting.push({ event, resolve })
            }),
    }
  }
}
