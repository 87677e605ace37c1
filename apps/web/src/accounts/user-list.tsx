import type { ListedUser } from '@second-ring/contracts/accounts/manage-users'
import { Moment } from '#ui/moment.tsx'
import { shownName } from '#ui/shown-name.ts'
import { TickedName } from '#ui/ticked-name.tsx'
import { useWideScreen } from '#ui/use-wide-screen.ts'
import { DeleteButton } from './delete-button.tsx'
import { SellerStatus } from './seller-status.tsx'
import { UserBadges } from './user-badges.tsx'
import { UserLink } from './user-link.tsx'

interface UserListProps {
  people: readonly ListedUser[]
  /** Verifies a seller; resolves when the list is up to date. Undefined where there is nothing to verify. */
  onVerify: ((seller: ListedUser) => Promise<void>) | undefined
  /** Asks to remove someone. Undefined for admins, whose removal takes two others: their own page has it. */
  onDelete: ((person: ListedUser) => void) | undefined
}

/** People as an admin sees them: a table where there is room, cards on phones. */
export function UserList(props: UserListProps) {
  return useWideScreen() ? <PeopleTable {...props} /> : <PeopleCards {...props} />
}

const head = 'px-4 py-3 font-semibold'
const cell = 'px-4 py-2.5'

function PeopleTable({ people, onVerify, onDelete }: UserListProps) {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
      <table className="w-full table-fixed text-left">
        <thead className="bg-sunken text-sm text-muted">
          <tr>
            <th scope="col" className={`${head} w-1/4`}>
              Name
            </th>
            <th scope="col" className={head}>
              Email
            </th>
            <th scope="col" className={`${head} w-38`}>
              Joined
            </th>
            {onVerify && (
              <th scope="col" className={`${head} w-28`}>
                Status
              </th>
            )}
            {onDelete && (
              <th scope="col" className={`${head} w-18`}>
                <span className="sr-only">Delete</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {people.map(person => (
            <tr key={person.id} className="h-16">
              <td className={`${cell} font-semibold`}>
                <Name person={person} />
                <UserBadges {...person} />
              </td>
              <td className={cell}>
                <Email address={person.email} />
              </td>
              <td className={`${cell} whitespace-nowrap text-muted`}>
                <Moment at={person.joinedAt} />
              </td>
              {onVerify && (
                <td className={cell}>
                  <SellerStatus seller={person} onVerify={onVerify} />
                </td>
              )}
              {onDelete && (
                <td className={`${cell} text-right`}>
                  <DeleteButton person={person} onDelete={onDelete} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function PeopleCards({ people, onVerify, onDelete }: UserListProps) {
  return (
    <ul className="grid grid-cols-1 gap-3 md:grid-cols-2">
      {people.map(person => (
        <li
          key={person.id}
          className="flex items-start justify-between gap-2 rounded-card border border-line bg-surface p-4 shadow-card"
        >
          <div className="min-w-0">
            <h2 className="font-semibold tracking-normal">
              <Name person={person} />
            </h2>
            <Email address={person.email} />
            <UserBadges {...person} />
            <p className="text-sm text-muted">
              Joined <Moment at={person.joinedAt} />
            </p>
            {onVerify && (
              <div className="mt-3 flex min-h-11 items-center">
                <SellerStatus seller={person} onVerify={onVerify} />
              </div>
            )}
          </div>
          {onDelete && (
            <div className="-mt-2 -mr-2 shrink-0">
              <DeleteButton person={person} onDelete={onDelete} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

function Name({ person }: { person: ListedUser }) {
  const name = shownName(person.name)
  return (
    // A long name is cut off.
    <span title={name}>
      <UserLink userId={person.id}>
        <TickedName name={name} tick={person.verified ? 'Verified seller' : undefined} />
      </UserLink>
    </span>
  )
}

/** Breaks before the domain first, when it must. */
function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <p className="text-sm wrap-anywhere text-muted">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </p>
  )
}
