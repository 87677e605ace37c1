import { shownName } from '../app/shown-name.ts'

/** A user's name, for admins. */
export function UserLink({ user }: { user: { id: string; name: string } }) {
  return <span className="wrap-anywhere">{shownName(user.name)}</span>
}
