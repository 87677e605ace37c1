import { LIVE_PATH, PING_EVENT, STREAM_SILENCE_MS, WATCHED_MAX } from '@second-ring/contracts/live/bounds'
import type { LiveEvent, LiveStatus } from '@second-ring/contracts/live/events'
import type { QueryClient } from '@tanstack/react-query'
import { EventSource } from 'eventsource'
import { signedFetch } from '#api-client/signed-fetch.ts'
import type { Session } from '#session/session.ts'
import { shownListings, showsListings } from './cached-listings.ts'
import type { OpenStream } from './keep-stream.ts'
import type { LatestEvents } from './latest-events.ts'
import { nearestListings } from './nearest-listings.ts'

/** How long what is on the screen has to stay the same before another stream is opened for it, in milliseconds. */
export const SETTLE_MS = 300
/** How far one may scroll before other cards are the nearest. */
const FAR_PX = 1000

interface Screen {
  queryClient: QueryClient
  events: Pick<LatestEvents, 'release' | 'keep'>
  /** Called with what the stream says of listings. */
  onListings: (listings: readonly LiveStatus[]) => void
}

/**
 * The tab's one stream: unread notices and changes of their orders for whoever is signed in, and where the listings on the
 * screen stand. Another one is opened when others come onto the screen, or when it is silent. The bearer goes in a header,
 * as each connection begins; the browser's own EventSource could only put it into the URL.
 */
export function streamOf(session: Session, { queryClient, events, onListings }: Screen): OpenStream {
  return ({ onConnected, onCount, onOrders, onTrouble, onEnd }) => {
    let watched: ReadonlySet<string> = new Set()
    let stream: EventSource | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let silence: ReturnType<typeof setTimeout> | undefined
    let scrolledAt = window.scrollY

    function open() {
      clearTimeout(timer)
      clearTimeout(silence)
      stream?.close()
      events.release()
      const listingIds = [...nearestListings(shownListings(queryClient), WATCHED_MAX)]
      const notices = session.get().status === 'signed-in'
      watched = new Set(listingIds)
      events.keep(watched)
      stream = undefined
      if (!notices && listingIds.length === 0) return
      const query = new URLSearchParams({ listingIds: listingIds.join(), notices: `${notices}` })
      stream = new EventSource(`${LIVE_PATH}?${query}`, { fetch: signedFetch(session) })
      listenTo(stream)
    }
    function listenTo(opened: EventSource) {
      opened.onopen = () => {
        waitForMore()
        onConnected()
      }
      opened.addEventListener(PING_EVENT, waitForMore)
      opened.onmessage = ({ data }) => {
        waitForMore()
        const { unread, orders, listings }: LiveEvent = JSON.parse(data)
        if (unread !== undefined) onCount(unread)
        if (orders) onOrders()
        if (listings) onListings(listings)
      }
      opened.onerror = () => {
        if (opened.readyState === opened.CLOSED) end()
        else cut()
      }
    }
    /** A connection may be cut without a word; then nothing comes, not even that nothing has happened. */
    function waitForMore() {
      clearTimeout(silence)
      silence = setTimeout(() => {
        cut()
        open()
      }, STREAM_SILENCE_MS)
    }
    function cut() {
      clearTimeout(silence)
      events.release()
      onTrouble()
    }
    function end() {
      leave()
      // What a query says is newer from here on.
      events.keep(new Set())
      onEnd()
    }
    /** What has left the screen goes on to be watched until something else comes. */
    function follow() {
      const shown = shownListings(queryClient)
      if (shown.length > WATCHED_MAX ? isNear(shown) : shown.every(id => watched.has(id))) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        scrolledAt = window.scrollY
        open()
      }, SETTLE_MS)
    }
    function isNear(shown: readonly string[]) {
      const all = new Set(shown)
      const isAsBefore = watched.size === WATCHED_MAX && [...watched].every(id => all.has(id))
      return isAsBefore && Math.abs(window.scrollY - scrolledAt) < FAR_PX
    }
    const stopFollowing = queryClient.getQueryCache().subscribe(({ type, query }) => {
      if (type !== 'observerResultsUpdated' && showsListings(query)) follow()
    })
    window.addEventListener('scroll', follow, { passive: true })
    function leave() {
      clearTimeout(timer)
      clearTimeout(silence)
      stopFollowing()
      window.removeEventListener('scroll', follow)
    }

    open()
    return {
      unsubscribe() {
        leave()
        stream?.close()
        events.release()
      },
    }
  }
}
