import { DomainError } from '@second-ring/contracts/errors'
import { ACCESS_TOKEN_TTL_S } from '@second-ring/contracts/limits'
import type { News, Standing, WatchNewsInput } from '@second-ring/contracts/live/news'
import { type Actor, authorize } from '#identity/actor.ts'
import { countUnread } from '#notifications/list-notices.ts'
import type { Platform } from '#platform/platform.ts'
import { countStreams } from './count-streams.ts'
import { readStandings } from './read-standings.ts'
import { watchListings } from './watch-listings.ts'

interface Watching {
  input: WatchNewsInput
  /** Where the call came from; undefined within the process. */
  address: string | undefined
  signal: AbortSignal
}

/**
 * What a screen shows, now and each time it has changed, until `signal` or the end of the process. One with notices ends
 * for a person who was removed, and after the life of a token, so that it goes on with a new one.
 * @throws DomainError UNAUTHENTICATED for notices of nobody; INVALID_INPUT; TOO_MANY_REQUESTS
 */
export function watchNews(platform: Platform, actor: Actor | null, { input, address, signal }: Watching) {
  const reader = input.notices ? readerOf(actor) : null
  if (!reader && input.listingIds.length === 0) throw new DomainError('INVALID_INPUT', 'There is nothing to watch.')
  const streams = countStreams(platform, { userId: actor?.id, address })
  const ends = [signal, platform.events.closing, AbortSignal.timeout(ACCESS_TOKEN_TTL_S * 1000)]
  // Ids are the same in capitals; events name them as the database does.
  const ids = [...new Set(input.listingIds.map(id => id.toLowerCase()))]
  return tellNews(platform, { reader, ids, end: AbortSignal.any(ends), streams })
}

function readerOf(actor: Actor | null): Actor {
  if (!actor) throw new DomainError('UNAUTHENTICATED', 'Sign in to go on.')
  authorize(actor, 'notice.read')
  return actor
}

interface Stream {
  reader: Actor | null
  ids: string[]
  end: AbortSignal
  streams: ReturnType<typeof countStreams>
}

async function* tellNews(platform: Platform, { reader, ids, end, streams }: Stream): AsyncGenerator<News, void, void> {
  const heard = createHeard({ end, ids, notices: reader !== null })
  let isFirst = true
  const told = new Map<string, Standing>()
  const isNew = (standing: Standing) => {
    const before = told.get(standing.id)
    told.set(standing.id, standing)
    return before?.state !== standing.state || before.resalePriceCents !== standing.resalePriceCents
  }
  const stops = [watchListings(platform.events, ids, heard.listing)]
  if (reader) {
    stops.push(platform.events.watch(`notices:${reader.id}`, heard.notice))
    stops.push(platform.events.watch(`orders:${reader.id}`, heard.order))
  }
  streams.opened()
  try {
    while (!end.aborted) {
      const more = heard.more()
      const own = heard.takeOwn()
      if (reader && (own.notices || own.orders)) {
        if ((await platform.database.user.count({ where: { id: reader.id, deletedAt: null } })) === 0) return
        if (own.orders) yield { orders: 'changed' }
        if (own.notices) yield await countUnread(platform, reader)
      }
      const listings = heard.hasListings() ? await readStandings(platform, () => heard.takeListings()) : []
      const news = listings.filter(isNew)
      // At the start also that there are none: whoever waits for the first news knows that it is watched.
      if (news.length > 0 || (isFirst && ids.length > 0)) yield { listings: news }
      isFirst = false
      await more
    }
  } finally {
    for (const stop of stops) stop()
    streams.closed()
  }
}

/** What was heard of and not yet told: at first everything. What happens often while nobody reads is kept once. */
function createHeard({ end, ids, notices }: { end: AbortSignal; ids: readonly string[]; notices: boolean }) {
  let listings = new Set(ids)
  let orders = false
  let wake = () => {}
  end.addEventListener('abort', () => wake(), { once: true })
  return {
    listing(id: string) {
      listings.add(id)
      wake()
    },
    notice() {
      notices = true
      wake()
    },
    order() {
      orders = true
      wake()
    },
    hasListings: () => listings.size > 0,
    takeListings() {
      const taken = [...listings]
      listings = new Set()
      return taken
    },
    takeOwn() {
      const taken = { notices, orders }
      notices = false
      orders = false
      return taken
    },
    /** Resolves when there is more than now, or at the end. */
    more: () =>
      new Promise<void>(resolve => {
        wake = resolve
      }),
  }
}
