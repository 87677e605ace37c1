import { onlineManager } from '@tanstack/react-query'

/** What a stream says of unread notices, of one's orders, and of itself. */
interface StreamEvents {
  onConnected: () => void
  onCount: (unread: number) => void
  onOrders: () => void
  /** It is cut, and connects again by itself. */
  onTrouble: () => void
  /** It is rejected, and over. */
  onEnd: () => void
}

/** Opens a stream; `unsubscribe` closes it. */
export type OpenStream = (on: StreamEvents) => { unsubscribe: () => void }

interface Watcher {
  /** @param isNews whether something was told just now, not merely before the stream began */
  onCount: (unread: number, isNews: boolean) => void
  /** An order of one's own may have changed: it has, or nothing was heard for a while. */
  onOrders: () => void
  /** Whether the counts come by themselves. */
  onLive: (isLive: boolean) => void
}

/** How long until another try, in milliseconds; half of it more or less, so that not everyone comes back at once. */
export const RETRY_MS = 60_000

/**
 * Keeps a stream open until the function that it gives is called. A hidden tab has none: browsers
 * allow few connections at once, and nobody looks. Nor has one without a connection.
 */
export function keepStream(open: OpenStream, { onCount, onOrders, onLive }: Watcher): () => void {
  let stream: { unsubscribe: () => void } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function start() {
    clearTimeout(timer)
    let isFirst = true
    // Of a stream that was left, what comes late is not listened to.
    let isMine = true
    const ifMine =
      <Args extends unknown[]>(act: (...args: Args) => void) =>
      (...args: Args) => {
        if (isMine) act(...args)
      }
    const opened = open({
      onConnected: ifMine(() => {
        isFirst = true
        onOrders()
        onLive(true)
      }),
      onCount: ifMine((unread: number) => {
        onCount(unread, !isFirst)
        isFirst = false
      }),
      onOrders: ifMine(onOrders),
      onTrouble: ifMine(() => onLive(false)),
      onEnd: ifMine(() => {
        isMine = false
        stream = undefined
        onLive(false)
        timer = setTimeout(start, RETRY_MS * (0.5 + Math.random()))
      }),
    })
    if (!isMine) return
    stream = {
      unsubscribe: () => {
        isMine = false
        opened.unsubscribe()
      },
    }
  }

  function stop() {
    clearTimeout(timer)
    stream?.unsubscribe()
    stream = undefined
    onLive(false)
  }

  function follow() {
    if (document.visibilityState === 'hidden' || !onlineManager.isOnline()) stop()
    else if (!stream) start()
  }

  document.addEventListener('visibilitychange', follow)
  const unsubscribe = onlineManager.subscribe(follow)
  follow()
  return () => {
    unsubscribe()
    document.removeEventListener('visibilitychange', follow)
    stop()
  }
}
