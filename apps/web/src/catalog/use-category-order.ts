import type { ManagedCategory } from '@second-ring/contracts/catalog/manage-categories'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { toast } from '#ui/toast.ts'

/** Moves categories at once on the screen, then at the server; `announcement` says where the last one is now. */
export function useCategoryOrder() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [announcement, setAnnouncement] = useState('')
  const call = useMutation(
    trpc.catalog.place.mutationOptions({
      // One after the other, in the order of the presses.
      scope: { id: 'category-order' },
      onError: error => void toast.error(messageOf(error)),
    }),
  )

  async function place({ id, name }: ManagedCategory, to: number) {
    void queryClient.cancelQueries(trpc.catalog.managed.pathFilter())
    const before = queryClient.getQueryData(trpc.catalog.managed.queryKey()) ?? []
    queryClient.setQueryData(trpc.catalog.managed.queryKey(), moved(before, id, to))
    const open = before.filter(({ retiredAt }) => retiredAt === null).length
    setAnnouncement(`${name} is now ${to} of ${open}`)
    call.mutate({ categoryId: id, place: to })
  }

  return { place, announcement }
}

/** The list with one of its items at another place, counted from 1. */
function moved<Item extends { id: string }>(items: readonly Item[], id: string, place: number): Item[] {
  const others = items.filter(item => item.id !== id)
  const item = items.find(other => other.id === id)
  return item ? others.toSpliced(place - 1, 0, item) : others
}
