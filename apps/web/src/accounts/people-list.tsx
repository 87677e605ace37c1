import type { ListedUser } from '@second-ring/contracts/accounts/manage-users'
import { Moment } from '../ui/moment.tsx'
import { TickedName } from '../ui/ticked-name.tsx'
import { useWideScreen } from '../ui/use-wide-screen.ts'
import { SellerStanding } from './seller-standing.tsx'

interface PeopleListProps {
  people: readonly ListedUser[]
  /** Verifies a seller; resolves when the list is up to date. Undefined where there is nothing to verify. */
  onVerify: ((seller: ListedUser) => Promise<void>) | undefined
}

/** People as an admin sees them: a table where there is room, cards on phones. */
export function PeopleList(props: PeopleListProps) {
  return useWideScreen() ? <PeopleTable {...props} /> : <PeopleCards {...props} />
}

const head = 'px-5 py-3 font-semibold'
const cell = 'px-5 py-3.5'

function PeopleTable({ people, onVerify }: PeopleListProps) {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
      <table className="w-full table-fixed text-left">
        <thead className="bg-sunken text-sm text-muted">
          <tr>
            <th scope="col" className={head}>
              Name
            </th>
            <th scope="col" className={head}>
              Email
            </th>
            <th scope="col" className={`${head} w-40`}>
              Joined
            </th>
            {onVerify && (
              <th scope="col" className={`${head} w-36 text-right`}>
                Status
              </th>
            )}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {people.map(person => (
            <tr key={person.id} className="h-16">
              <td className={`${cell} font-semibold`}>
                <Name person={person} />
              </td>
              <td className={`${cell} break-words text-muted`}>{person.email}</td>
              <td className={`${cell} text-muted`}>
                <Moment at={person.joinedAt} />
              </td>
              {onVerify && (
                <td className={`${cell} text-right`}>
                  <SellerStanding seller={person} onVerify={onVerify} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function PeopleCards({ people, onVerify }: PeopleListProps) {
  return (
    <ul className="grid grid-cols-1 gap-3 md:grid-cols-2">
      {people.map(person => (
        <li
          key={person.id}
          className="flex items-center justify-between gap-3 rounded-card border border-line bg-surface p-4 shadow-card"
        >
          <div className="min-w-0">
            <h2 className="font-semibold tracking-normal">
              <Name person={person} />
            </h2>
            <p className="text-sm break-words text-muted">{person.email}</p>
            <p className="text-sm text-muted">
              Joined <Moment at={person.joinedAt} />
            </p>
          </div>
          {onVerify && (
            <div className="shrink-0">
              <SellerStanding seller={person} onVerify={onVerify} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

function Name({ person }: { person: ListedUser }) {
  return <TickedName name={person.name} tick={person.verified ? 'Verified seller' : undefined} />
}
