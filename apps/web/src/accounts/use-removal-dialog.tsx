import type { Role } from '@second-ring/contracts/accounts/account'
import type { ListedUser } from '@second-ring/contracts/accounts/manage-users'
import { useRef, useState } from 'react'
import { focusDeleteButton } from './delete-button.tsx'
import { RemovalDialog } from './removal-dialog.tsx'
import { useRemoval } from './use-removal.ts'

interface Asked {
  person: ListedUser
  /** Who stands beside them in the list, the next first. */
  neighbours: (string | undefined)[]
}

/** Removes people of a list: `open` asks about one of them, `dialog` is to be put on the page. */
export function useRemovalDialog(who: Role, search: string | undefined) {
  const [asked, setAsked] = useState<Asked>()
  const isGone = useRef(false)
  const removal = useRemoval(who, search)

  function open(person: ListedUser, people: readonly ListedUser[]) {
    const index = people.findIndex(({ id }) => id === person.id)
    isGone.current = false
    setAsked({ person, neighbours: [people[index + 1]?.id, people[index - 1]?.id] })
  }

  function close(personIsGone: boolean) {
    isGone.current = personIsGone
    setAsked(undefined)
  }

  const dialog = asked && (
    <RemovalDialog
      who={who}
      person={asked.person}
      busy={removal.busy}
      onConfirm={reasons => void removal.remove(asked.person, reasons).then(close)}
      onCancel={() => close(false)}
      onGone={error => void removal.giveUp(asked.person, error).then(() => close(true))}
      onClosed={() => focusDeleteButton(isGone.current ? asked.neighbours : [asked.person.id, ...asked.neighbours])}
    />
  )
  return { open, dialog }
}
