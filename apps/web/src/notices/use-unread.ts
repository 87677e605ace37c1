import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { trpc } from '#api-client/trpc.ts'
import { keepStream, type OpenStream } from '#live/keep-stream.ts'

const POLL_MS = 60_000

interface NewsListeners {
  onNews: () => void
  onOrders: () => void
}

/**
 * How many notices are unread: as the server tells it, or asked for every minute while it cannot. `onNews` is called
 * when there is a new one, `onOrders` when orders may have changed.
 */
export function useUnread(openStream: OpenStream, { onNews, onOrders }: NewsListeners): number {
  const [isLive, setIsLive] = useState(false)
  const utils = trpc.useUtils()
  const { data } = trpc.notices.unread.useQuery(undefined, {
    refetchInterval: isLive ? false : POLL_MS,
    ...(isLive && { staleTime: Number.POSITIVE_INFINITY }),
  })
  const unread = data?.unread
  const last = useRef<number>(undefined)

  const take = useEffectEvent((count: number, isNews: boolean) => {
    const hasGrown = last.current !== undefined && count > last.current
    last.current = count
    if (isNews || hasGrown) onNews()
  })
  const takeOrders = useEffectEvent(onOrders)
  const keep = useEffectEvent(async (count: number) => {
    // An answer that is on its way knows less.
    await utils.notices.unread.cancel()
    utils.notices.unread.setData(undefined, { unread: count })
  })

  useEffect(() => {
    if (unread !== undefined) take(unread, false)
  }, [unread])
  useEffect(
    () =>
      keepStream(openStream, {
        onCount: (count, isNews) => {
          take(count, isNews)
          void keep(count)
        },
        onOrders: () => takeOrders(),
        onLive: setIsLive,
      }),
    [openStream],
  )

  return unread ?? 0
}
