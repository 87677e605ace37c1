import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTRPC } from '#api-client/trpc.ts'
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
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const { data } = useQuery(
    trpc.notices.unread.queryOptions(undefined, {
      refetchInterval: isLive ? false : POLL_MS,
      ...(isLive && { staleTime: Number.POSITIVE_INFINITY }),
    }),
  )
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
    await queryClient.cancelQueries(trpc.notices.unread.pathFilter())
    queryClient.setQueryData(trpc.notices.unread.queryKey(), { unread: count })
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
