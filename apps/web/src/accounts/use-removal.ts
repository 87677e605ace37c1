import type { Role } from '@second-ring/contracts/accounts/account'
import type { ListedUser } from '@second-ring/contracts/accounts/manage-users'
import { useState } from 'react'
import toast from 'react-hot-toast'
import { domainCode, messageOf } from '../app/errors.ts'
import { shownName } from '../app/shown-name.ts'
import { trpc } from '../app/trpc.ts'
import type { RemovalReasons } from './removal-dialog.tsx'
import { usersQuery } from './user-search.ts'

/** Removes people of a list, says in a toast how it went, and keeps the list up to date. */
export function useRemoval(who: Role, search: string | undefined) {
  const utils = trpc.useUtils()
  const call = trpc.accounts.removeUser.useMutation()
  const [busy, setBusy] = useState(false)

  /** Takes someone off the list at once, and has the list read again. */
  async function dropFromList(id: string) {
    await utils.accounts.list.cancel()
    utils.accounts.list.setInfiniteData(
      usersQuery(who, search),
      data =>
        data && {
          ...data,
          pages: data.pages.map(page => ({ ...page, items: page.items.filter(person => person.id !== id) })),
        },
    )
    void utils.accounts.list.invalidate()
  }

  /** Someone is not there any more, whoever removed them. */
  async function giveUp(person: ListedUser, error: unknown) {
    toast.error(messageOf(error))
    await dropFromList(person.id)
  }

  async function decide(person: ListedUser, reasons: RemovalReasons): Promise<boolean> {
    try {
      await call.mutateAsync({ userId: person.id, ...reasons })
    } catch (error) {
      const isGone = domainCode(error) === 'NOT_FOUND'
      if (isGone) await giveUp(person, error)
      else toast.error(messageOf(error))
      return isGone
    }
    // The specification says so of sellers too.
    toast.success(`Buyer ${shownName(person.name)} removed successfully`)
    await dropFromList(person.id)
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
