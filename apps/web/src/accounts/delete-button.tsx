import type { ListedUser } from '@second-ring/contracts/accounts/manage-users'
import { Trash2 } from 'lucide-react'
import { focusPageTitle } from '#ui/page-title.tsx'
import { shownName } from '#ui/shown-name.ts'

interface DeleteButtonProps {
  person: ListedUser
  onDelete: (person: ListedUser) => void
}

/** Asks to remove a person of a list. */
export function DeleteButton({ person, onDelete }: DeleteButtonProps) {
  return (
    <button
      type="button"
      id={buttonId(person.id)}
      aria-label={`Delete ${shownName(person.name)}`}
      title="Delete"
      onClick={() => onDelete(person)}
      className="inline-grid size-11 place-items-center rounded-full text-muted transition-colors hover:bg-danger-soft hover:text-danger"
    >
      <Trash2 aria-hidden="true" className="size-5" />
    </button>
  )
}

/** Puts the focus on the button of the first of these people who is listed, or on the heading of the page. */
export function focusDeleteButton(personIds: readonly (string | undefined)[]): void {
  const buttons = personIds.map(id => id && document.getElementById(buttonId(id)))
  const button = buttons.find(found => found)
  if (button) button.focus()
  else focusPageTitle()
}

function buttonId(personId: string): string {
  return `delete-${personId}`
}
