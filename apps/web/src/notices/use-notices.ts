import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { messageOf } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { byCursor } from '#ui/pages.ts'
import { toast } from '#ui/toast.ts'

/** The notices of whoever is signed in, for a panel that shows them: once they were shown they count as read. */
export function useNotices(unread: number) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const query = useInfiniteQuery(trpc.notices.list.infiniteQueryOptions({}, { ...byCursor, staleTime: 0 }))
  const read = useMutation(
    trpc.notices.readAll.mutationOptions({
      // There may be a new one already, which nobody waits for.
      meta: { inBackground: true },
      onSuccess: () => void queryClient.setQueryData(trpc.notices.unread.queryKey(), { unread: 0 }),
    }),
  )

  const isShown = query.isSuccess && !query.isFetching
  const markRead = useEffectEvent(() => {
    if (unread > 0) read.mutate()
  })
  // By the time of the answer, so that what comes while the panel is open is read too, and a failure is not repeated.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is shown once
  useEffect(() => {
    if (isShown) markRead()
  }, [isShown, query.dataUpdatedAt])

  /** Takes the marks off those that are shown. */
  function unmark() {
    queryClient.setQueryData(
      trpc.notices.list.infiniteQueryKey({}),
      data =>
        data && {
          ...data,
          pages: data.pages.map(page => ({ ...page, items: page.items.map(item => ({ ...item, read: true })) })),
        },
    )
  }

  /** What is marked as unread is only shown so until the panel is closed. */
  const leave = useEffectEvent(() => {
    if (read.isSuccess) unmark()
  })
  useEffect(() => () => leave(), [])

  const notices = query.data?.pages.flatMap(page => page.items)
  return {
    query,
    notices,
    hasMarks: notices?.some(notice => !notice.read) ?? false,
    busy: read.isPending,
    /** Marks all of them as read now. */
    readAll: () =>
      read.mutate(undefined, {
        onSuccess: unmark,
        onError: error => toast.error(messageOf(error)),
      }),
  }
}
