import { WATCHED_MAX } from '@second-ring/contracts/live/bounds'
import type { Standing } from '@second-ring/contracts/live/news'
import { httpSubscriptionLink } from '@trpc/client?live'
import { EventSource } from 'eventsource'
import type { Session } from '../app/session.ts'
import { signedFetch } from '../app/signed-fetch.ts'
import { trpc } from '../app/trpc.ts'
import type { OpenStream } from './keep-stream.ts'
import { nearestListings } from './nearest-listings.ts'
import type { Standings } from './standings.ts'

/** How long what is on the screen has to stay the same before the stream is opened anew for it, in milliseconds. */
export const SETTLE_MS = 300
/** How far one may scroll before other cards are the nearest. */
const FAR_PX = 1000

interface Screen {
  standings: Standings
  /** Told of listings, before the standings are. */
  onListings: (listings: readonly Standing[]) => void
}

/**
 * The tab's one stream: unread notices and changes of their orders for whoever is signed in, and where the listings on the screen stand. It is opened
 * anew when others come onto the screen. The bearer goes in a header, as each connection begins; the browser's own
 * EventSource could only put it into the address.
 */
export function streamOf(session: Session, { standings, onListings }: Screen): OpenStream {
  const client = trpc.createClient({
    links: [httpSubscriptionLink({ url: '/trpc', EventSource, eventSourceOptions: { fetch: signedFetch(session) } })],
  })
  return ({ onConnected, onCount, onOrders, onTrouble, onEnd }) => {
    let watched: ReadonlySet<string> = new Set()
    let stream: { unsubscribe: () => void } | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let scrolledAt = window.scrollY

    function open() {
      clearTimeout(timer)
      stream?.unsubscribe()
      standings.release()
      const listingIds = [...nearestListings(standings.shown(), WATCHED_MAX)]
      const notices = session.get().status === 'signed-in'
      watched = new Set(listingIds)
      standings.keep(watched)
      stream = undefined
      if (!notices && listingIds.length === 0) return
      stream = client.live.news.subscribe(
        { listingIds, notices },
        {
          onConnectionStateChange: ({ state }) => {
            if (state === 'pending') onConnected()
            if (state !== 'connecting') return
            standings.release()
            onTrouble()
          },
          onData: ({ unread, orders, listings }) => {
            if (unread !== undefined) onCount(unread)
            if (orders) onOrders()
            if (listings) onListings(listings)
          },
          onError: () => end('refused'),
          onComplete: () => end('finished'),
        },
      )
    }
    function end(how: 'refused' | 'finished') {
      leave()
      // What a query says is newer from here on.
      if (how === 'refused') standings.keep(new Set())
      onEnd(how)
    }
    /** What has left the screen goes on to be watched until something else comes. */
    function follow() {
      const shown = standings.shown()
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
    const stopFollowing = standings.subscribe(follow)
    window.addEventListener('scroll', follow, { passive: true })
    function leave() {
      clearTimeout(timer)
      stopFollowing()
      window.removeEventListener('scroll', follow)
    }

    open()
    return {
      unsubscribe() {
        leave()
        stream?.unsubscribe()
        standings.release()
      },
    }
  }
}
