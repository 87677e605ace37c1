import type { Role } from '@second-ring/contracts/accounts/account'
import type { ListedUser } from '@second-ring/contracts/accounts/manage-users'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import toast from 'react-hot-toast'
import { domainCode, messageOf } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { shownName } from '#ui/shown-name.ts'
import type { RemovalReasons } from './removal-dialog.tsx'
import { usersQuery } from './user-search.ts'

/** Removes people of a list, says in a toast how it went, and keeps the list up to date. */
export function useRemoval(who: Role, search: string | undefined) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const call = useMutation(trpc.accounts.removeUser.mutationOptions({ meta: { inBackground: true } }))
  const [busy, setBusy] = useState(false)

  /** Takes someone off the list at once. */
  function dropFromList(id: string) {
    queryClient.setQueryData(
      trpc.accounts.list.infiniteQueryKey(usersQuery(who, search)),
      data =>
        data && {
          ...data,
          pages: data.pages.map(page => ({ ...page, items: page.items.filter(person => person.id !== id) })),
        },
    )
  }

  /** Someone is not there any more, as the dialog has found out. */
  async function giveUp(person: ListedUser, error: unknown) {
    toast.error(messageOf(error))
    await queryClient.cancelQueries(trpc.accounts.list.pathFilter())
    dropFromList(person.id)
    void queryClient.invalidateQueries(trpc.accounts.list.pathFilter())
  }

  async function decide(person: ListedUser, reasons: RemovalReasons): Promise<boolean> {
    try {
      await call.mutateAsync({ userId: person.id, ...reasons })
    } catch (error) {
      toast.error(messageOf(error))
      const isGone = domainCode(error) === 'NOT_FOUND'
      if (isGone) dropFromList(person.id)
      return isGone
    }
    // The specification says so of sellers too.
    toast.success(`Buyer ${shownName(person.name)} removed successfully`)
    dropFromList(person.id)
    return true
  }

  /** Resolves to whether the person is on the list no more. */
  async function remove(person: ListedUser, reasons: RemovalReasons): Promise<boolean> {
    setBusy(true)
    const isGone = await decide(person, reasons)
    setBusy(false)
    return isGone
  }

  return { remove, giveUp, busy }
}
