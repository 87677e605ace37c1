import type { BannedEmail } from '@second-ring/contracts/accounts/moderation'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { useTRPC } from '#api-client/trpc.ts'
import { DialogButton, useKeyedMutation } from '#ui/acts.tsx'
import { ActDialog } from '#ui/dialogs-on-demand.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Moment } from '#ui/moment.tsx'
import { byCursor } from '#ui/pages.ts'
import { QueryList } from '#ui/query-list.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { shownName } from '#ui/shown-name.ts'
import { UserLink } from './user-link.tsx'
import { cleanSearch } from './user-search.ts'

interface BannedEmailsProps {
  /** The email to look for; anything else finds nothing. */
  search: string | undefined
  onSearch: (search: string | undefined) => void
}

/** The emails that no account may have, with who banned each and why; an admin lifts a ban. */
export function BannedEmails({ search, onSearch }: BannedEmailsProps) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="max-w-md">
        <SearchField
          label="Search by the whole email"
          value={search ?? ''}
          maxLength={100}
          onSearch={text => onSearch(cleanSearch(text))}
        />
      </div>
      {search && !isEmail(search) ? (
        <EmptyState icon={<Ban />} title="Enter a whole email" text="A part of one finds nothing here." />
      ) : (
        <Found search={search} />
      )}
    </div>
  )
}

function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
}

function Found({ search }: { search: string | undefined }) {
  const query = useInfiniteQuery(
    useTRPC().accounts.bannedEmails.infiniteQueryOptions({ ...(search && { email: search }) }, byCursor),
  )
  return (
    <QueryList
      query={query}
      what="the banned emails"
      empty={
        <EmptyState
          icon={<Ban />}
          title={search ? 'This email is not banned' : 'No email is banned'}
          text="An email is banned when its account is deleted."
        />
      }
    >
      {bans => <Bans bans={bans} />}
    </QueryList>
  )
}

function Bans({ bans }: { bans: readonly BannedEmail[] }) {
  const liftBan = useKeyedMutation(useTRPC().accounts.liftBan.mutationOptions())
  return (
    <ul className="grid grid-cols-1 gap-3">
      {bans.map(ban => (
        <li
          key={ban.id}
          className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-surface p-4 shadow-card"
        >
          <div className="min-w-0">
            <p className="font-semibold wrap-anywhere">“{ban.reason}”</p>
            <p className="text-sm text-muted">
              Banned <Moment at={ban.bannedAt} />, by{' '}
              {ban.bannedById ? (
                <UserLink userId={ban.bannedById}>{shownName(ban.bannedByName)}</UserLink>
              ) : (
                'the product itself'
              )}
              , with{' '}
              <UserLink userId={ban.userId} className="text-accent-ink underline">
                this account
              </UserLink>
            </p>
          </div>
          <DialogButton
            variant="secondary"
            size="small"
            dialog={close => (
              <ActDialog
                title="Lift this ban?"
                text="Whoever has the email can sign up with it again."
                confirmLabel="Lift the ban"
                variant="primary"
                done="The ban is lifted"
                act={() => liftBan({ banId: ban.id })}
                onClose={close}
              />
            )}
          >
            Lift the ban
            <span className="sr-only">: {ban.reason}</span>
          </DialogButton>
        </li>
      ))}
    </ul>
  )
}
