import type { Role } from '@second-ring/contracts/accounts/account'
import type { ListedUser } from '@second-ring/contracts/accounts/manage-users'
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SearchX, Users } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTRPC } from '#api-client/trpc.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { byCursor } from '#ui/pages.ts'
import { QueryList } from '#ui/query-list.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { shownName } from '#ui/shown-name.ts'
import { RemovalDialog } from './removal-slot.ts'
import { UserList } from './user-list.tsx'
import { cleanSearch, usersQuery } from './user-search.ts'

const words: Record<Role, string> = { SELLER: 'sellers', BUYER: 'buyers', ADMIN: 'admins' }

const whoComes: Record<Role, string> = {
  SELLER: 'Whoever signs up as a seller appears here.',
  BUYER: 'Whoever signs up as a buyer appears here.',
  ADMIN: 'Whoever is made an admin on the command line appears here.',
}

interface PeopleProps {
  who: Role
  search: string | undefined
  onSearch: (search: string | undefined) => void
}

/** Everyone of a role, searchable by name and email. Sellers can be verified here, and all but admins removed. */
export function People({ who, search, onSearch }: PeopleProps) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-2">
        <div className="w-full max-w-md">
          <SearchField
            label="Search by name or email"
            value={search ?? ''}
            maxLength={100}
            inputRef={field}
            onSearch={text => onSearch(cleanSearch(text))}
          />
        </div>
        <Link
          to="/dashboard/bannedEmails"
          className="inline-flex min-h-11 items-center font-medium text-accent-ink hover:underline"
        >
          Banned emails
        </Link>
      </div>
      <Found
        who={who}
        search={search}
        onClear={() => {
          onSearch(undefined)
          field.current?.focus()
        }}
      />
    </div>
  )
}

function Found({ who, search, onClear }: Omit<PeopleProps, 'onSearch'> & { onClear: () => void }) {
  const query = useInfiniteQuery(
    useTRPC().accounts.list.infiniteQueryOptions(usersQuery(who, search), {
      ...byCursor,
      // What was found before stays while the next letter is looked up.
      placeholderData: keepPreviousData,
    }),
  )
  const verify = useMutation(useTRPC().accounts.verifySeller.mutationOptions())
  const [toRemove, setToRemove] = useState<ListedUser>()
  return (
    <>
      <QueryList
        query={query}
        what={`the ${words[who]}`}
        errors="silent"
        noneFound="Nobody found"
        empty={
          search ? (
            <EmptyState
              icon={<SearchX />}
              title={`Nobody matches “${search}”`}
              text="Try a part of the name, or of the email."
              action={
                <Button variant="secondary" onClick={onClear}>
                  Clear the search
                </Button>
              }
            />
          ) : (
            <EmptyState icon={<Users />} title={`No ${words[who]} yet`} text={whoComes[who]} />
          )
        }
        byPress
      >
        {people => (
          <UserList
            people={people}
            onVerify={who === 'SELLER' ? ({ id: userId, name }) => verify.mutateAsync({ userId, name }) : undefined}
            onDelete={who === 'ADMIN' ? undefined : setToRemove}
          />
        )}
      </QueryList>
      {toRemove && (
        <RemovalDialog
          who={who}
          person={toRemove}
          // The specification says so of sellers too.
          done={`Buyer ${shownName(toRemove.name)} removed successfully`}
          onClose={() => setToRemove(undefined)}
        />
      )}
    </>
  )
}
