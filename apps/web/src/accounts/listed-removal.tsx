import type { Role } from '@second-ring/contracts/accounts/account'
import type { ListedUser } from '@second-ring/contracts/accounts/manage-users'
import { useRef } from 'react'
import { focusDeleteButton } from './delete-button.tsx'
import { RemovalDialog } from './removal-dialog.tsx'
import { useRemoval } from './use-removal.ts'

/** Somebody of a list whose removal was asked for. */
export interface AskedRemoval {
  person: ListedUser
  /** Who stands beside them in the list, the next first. */
  neighbours: (string | undefined)[]
}

export function askedRemoval(person: ListedUser, people: readonly ListedUser[]): AskedRemoval {
  const index = people.findIndex(({ id }) => id === person.id)
  return { person, neighbours: [people[index + 1]?.id, people[index - 1]?.id] }
}

interface ListedRemovalProps {
  who: Role
  search: string | undefined
  asked: AskedRemoval
  onClose: () => void
}

/** Removes somebody of a list once it is confirmed; the focus stays near where they stood. */
export function ListedRemoval({ who, search, asked: { person, neighbours }, onClose }: ListedRemovalProps) {
  const isGone = useRef(false)
  const removal = useRemoval(who, search)

  function close(personIsGone: boolean) {
    isGone.current = personIsGone
    onClose()
  }

  return (
    <RemovalDialog
      who={who}
      person={person}
      busy={removal.busy}
      onConfirm={reasons => void removal.remove(person, reasons).then(close)}
      onCancel={() => close(false)}
      onGone={error => void removal.giveUp(person, error).then(() => close(true))}
      onClosed={() => focusDeleteButton(isGone.current ? neighbours : [person.id, ...neighbours])}
    />
  )
}
