import type { Role } from '@second-ring/contracts/accounts/account'
import type { ListedUser } from '@second-ring/contracts/accounts/manage-users'
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SearchX, Users } from 'lucide-react'
import { useRef, useState } from 'react'
import toast from 'react-hot-toast'
import { messageOf } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { Button } from '#ui/button.tsx'
import { byCursor } from '#ui/pages.ts'
import { QueryList } from '#ui/query-list.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { shownName } from '#ui/shown-name.ts'
import { EmptyState } from '#ui/state-panel.tsx'
import { type AskedRemoval, askedRemoval, ListedRemoval } from './listed-removal.tsx'
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
  const verify = useVerification()
  const [asked, setAsked] = useState<AskedRemoval>()
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
            onVerify={who === 'SELLER' ? verify : undefined}
            onDelete={who === 'ADMIN' ? undefined : person => setAsked(askedRemoval(person, people))}
          />
        )}
      </QueryList>
      {asked && <ListedRemoval who={who} search={search} asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function useVerification() {
  const call = useMutation(useTRPC().accounts.verifySeller.mutationOptions())
  return async ({ id, name }: ListedUser) => {
    try {
      await call.mutateAsync({ userId: id, name })
      toast.success(`Seller ${shownName(name)} verified successfully`)
    } catch (error) {
      toast.error(messageOf(error))
    }
  }
}
