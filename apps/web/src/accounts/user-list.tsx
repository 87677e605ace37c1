import type { ListedUser } from '@second-ring/contracts/accounts/manage-users'
import { Trash2 } from 'lucide-react'
import { useAct } from '#ui/acts.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Moment } from '#ui/moment.tsx'
import { type Column, ResponsiveTable, rowHeading } from '#ui/responsive-table.tsx'
import { shownName } from '#ui/shown-name.ts'
import { TickedName } from '#ui/ticked-name.tsx'
import { UserBadges } from './user-badges.tsx'
import { UserLink } from './user-link.tsx'

interface UserListProps {
  people: readonly ListedUser[]
  /** Verifies a seller; resolves when the list is up to date. Undefined where there is nothing to verify. */
  onVerify: ((seller: ListedUser) => Promise<unknown>) | undefined
  /** Asks to remove someone. Undefined for admins, whose removal takes two others: their own page has it. */
  onDelete: ((person: ListedUser) => void) | undefined
}

/** People as an admin sees them. */
export function UserList({ people, onVerify, onDelete }: UserListProps) {
  const columns: Column<ListedUser>[] = [
    {
      head: 'Name',
      card: 'title',
      className: 'lg:w-1/4',
      cell: person => (
        <>
          <Name person={person} />
          <UserBadges {...person} />
        </>
      ),
    },
    { head: 'Email', card: 'line', cell: ({ email }) => <Email address={email} /> },
    {
      head: 'Joined',
      card: 'line',
      className: 'text-muted lg:w-38 lg:whitespace-nowrap',
      cell: ({ joinedAt }) => <Moment at={joinedAt} />,
    },
  ]
  if (onVerify) {
    const cell = (seller: ListedUser) => <SellerStatus seller={seller} verify={onVerify} />
    columns.push({ head: 'Status', card: 'foot', className: 'lg:w-32', cell })
  }
  if (onDelete) {
    const cell = (person: ListedUser) => (
      <button
        type="button"
        aria-label={`Delete ${shownName(person.name)}`}
        title="Delete"
        onClick={() => onDelete(person)}
        className="inline-grid size-11 place-items-center rounded-full text-muted transition-colors hover:bg-danger-soft hover:text-danger"
      >
        <Trash2 aria-hidden="true" className="size-5" />
      </button>
    )
    columns.push({ head: 'Delete', hidesHead: true, card: 'side', className: 'lg:w-20 lg:text-right', cell })
  }
  return <ResponsiveTable rows={people} keyOf={({ id }) => id} columns={columns} />
}

function Name({ person }: { person: ListedUser }) {
  const name = shownName(person.name)
  return (
    // A long name is cut off.
    <h2 tabIndex={-1} title={name} className={rowHeading}>
      <UserLink userId={person.id}>
        <TickedName name={name} tick={person.verified ? 'Verified seller' : undefined} />
      </UserLink>
    </h2>
  )
}

/** Whether a seller is verified; the button that verifies one who is not. */
function SellerStatus({ seller, verify }: { seller: ListedUser; verify: (seller: ListedUser) => Promise<unknown> }) {
  const { busy, run } = useAct()
  if (seller.verified) return <Badge tone="good">Verified</Badge>
  const name = shownName(seller.name)
  return (
    <Button
      variant="secondary"
      size="small"
      busy={busy}
      onClick={() => void run(() => verify(seller), `Seller ${name} verified successfully`)}
    >
      verify
      <span className="sr-only">: {name}</span>
    </Button>
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
