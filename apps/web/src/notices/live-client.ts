import { httpSubscriptionLink } from '@trpc/client?live'
import { EventSource } from 'eventsource'
import type { Session } from '../app/session.ts'
import { signedFetch } from '../app/signed-fetch.ts'
import { trpc } from '../app/trpc.ts'
import type { OpenStream } from './watch-unread.ts'

/**
 * Opens the stream of unread notices. The bearer goes in a header, as each connection begins; the browser's own
 * EventSource could only put it into the address.
 */
export function streamOf(session: Session): OpenStream {
  const client = trpc.createClient({
    links: [httpSubscriptionLink({ url: '/trpc', EventSource, eventSourceOptions: { fetch: signedFetch(session) } })],
  })
  return ({ onConnected, onCount, onTrouble, onEnd }) =>
    client.notices.live.subscribe(undefined, {
      onConnectionStateChange: ({ state }) => {
        if (state === 'pending') onConnected()
        if (state === 'connecting') onTrouble()
      },
      onData: ({ unread }) => onCount(unread),
      onError: () => onEnd('refused'),
      onComplete: () => onEnd('finished'),
    })
}
