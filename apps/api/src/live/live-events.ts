import { DomainError } from '@second-ring/contracts/errors'
import { ACCESS_TOKEN_TTL_S } from '@second-ring/contracts/limits'
import { STREAM_PING_MS } from '@second-ring/contracts/live/bounds'
import type { LiveEvent, LiveStatus, WatchInput } from '@second-ring/contracts/live/events'
import { type Authentication, requireCaller } from '#identity/authenticate.ts'
import { authorize, type Caller } from '#identity/caller.ts'
import { countUnread } from '#notifications/list-notifications.ts'
import type { Platform } from '#platform/platform.ts'
import { countStream } from './count-stream.ts'
import { readLiveStatuses } from './read-live-statuses.ts'
import { watchListings } from './watch-listings.ts'

interface Watching {
  input: WatchInput
  /** Where the call came from. */
  address: string
  /** Whether an earlier stream was cut, so that something may have been missed. */
  isResumed: boolean
}

interface LiveStream {
  /** Yields null after a silence. Ends after `end`, when the access token expires, and with the caller's session. */
  events: AsyncGenerator<LiveEvent | null, void, void>
  /** Call it also when the stream is closed. */
  end(): void
}

/**
 * Streams what a screen shows, now and after each change. While nobody consumes the events nothing is read; the changes
 * meanwhile become one event.
 * @throws DomainError UNAUTHENTICATED or SESSION_ENDED for notifications without a caller; INVALID_INPUT; TOO_MANY_REQUESTS
 */
export function watchLive(platform: Platform, authentication: Authentication, watching: Watching): LiveStream {
  const { input, address, isResumed } = watching
  const { caller } = authentication
  const reader = input.notices ? readerOf(authentication) : null
  if (!reader && input.listingIds.length === 0) throw new DomainError('INVALID_INPUT', 'There is nothing to watch.')
  // Ids are the same in capitals; events name them as the database does.
  const ids = [...new Set(input.listingIds.map(id => id.toLowerCase()))]
  const changes = createChanges({ ids, notices: reader !== null, orders: reader !== null && isResumed })
  const giveWay = changes.end
  const closed = countStream(platform, { userId: caller?.id, address, listings: ids.length, giveWay })
  return {
    events: readEvents(platform, { reader, ids, changes }),
    end() {
      closed()
      changes.end()
    },
  }
}

function readerOf(authentication: Authentication): Caller {
  const caller = requireCaller(authentication, 'Sign in to go on.')
  authorize(caller, 'notice.read')
  return caller
}

interface Stream {
  reader: Caller | null
  ids: string[]
  changes: ReturnType<typeof createChanges>
}

async function* readEvents(platform: Platform, { reader, ids, changes }: Stream): LiveStream['events'] {
  let isFirst = true
  const sent = new Map<string, LiveStatus>()
  const isNew = (status: LiveStatus) => {
    const before = sent.get(status.id)
    sent.set(status.id, status)
    return before?.state !== status.state || before.resalePriceCents !== status.resalePriceCents
  }
  const stops = [watchListings(platform.events, ids, changes.listing)]
  if (reader) {
    stops.push(platform.events.watch(`notices:${reader.id}`, changes.notice))
    stops.push(platform.events.watch(`orders:${reader.id}`, changes.order))
    stops.push(platform.events.watch(`session:${reader.sessionId}`, changes.session))
  }
  const expiry = setTimeout(changes.end, ACCESS_TOKEN_TTL_S * 1000)
  try {
    while (!changes.isOver()) {
      const more = changes.more()
      const own = changes.takeOwnChanges()
      if (reader && (own.notices || own.orders || own.session)) {
        if (!(await isSessionOpen(platform, reader))) return
        if (own.orders) yield { orders: 'changed' }
        if (own.notices) yield await countUnread(platform, reader)
      }
      const listings = changes.hasListings() ? await readLiveStatuses(platform, changes.takeListings) : []
      const changed = listings.filter(isNew)
      // The first event is sent even when empty: it confirms that the stream watches.
      if (changed.length > 0 || (isFirst && ids.length > 0)) yield { listings: changed }
      isFirst = false
      if ((await more) === 'silence') yield null
    }
  } finally {
    clearTimeout(expiry)
    for (const stop of stops) stop()
  }
}

async function isSessionOpen({ database }: Platform, { id, sessionId }: Caller): Promise<boolean> {
  const where = { id: sessionId, endedAt: null, user: { id, deletedAt: null } }
  return (await database.session.count({ where })) > 0
}

/** The changes that were not sent yet: at first everything that is watched. */
function createChanges(first: { ids: readonly string[]; notices: boolean; orders: boolean }) {
  let { notices, orders } = first
  let session = false
  let listings = new Set(first.ids)
  let isOver = false
  let wake = () => {}
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
    session() {
      session = true
      wake()
    },
    end() {
      isOver = true
      wake()
    },
    isOver: () => isOver,
    hasListings: () => listings.size > 0,
    takeListings() {
      const changed = [...listings]
      listings = new Set()
      return changed
    },
    takeOwnChanges() {
      const changed = { notices, orders, session }
      notices = false
      orders = false
      session = false
      return changed
    },
    /** Resolves when there is more than now, at the end, or after a silence. */
    more() {
      const { promise, resolve } = Promise.withResolvers<'change' | 'silence'>()
      const timer = setTimeout(() => resolve('silence'), STREAM_PING_MS)
      wake = () => {
        clearTimeout(timer)
        resolve('change')
      }
      return promise
    },
  }
}
