import { useInfiniteQuery } from '@tanstack/react-query'
import { LastUsed, nameOfDevice } from '#accounts/sessions-section.tsx'
import { useTRPC } from '#api-client/trpc.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Moment } from '#ui/moment.tsx'
import { byCursor } from '#ui/pages.ts'
import { QueryList } from '#ui/query-list.tsx'

/** Where a user is signed in. */
export default function UserSessions({ userId }: { userId: string }) {
  const query = useInfiniteQuery(useTRPC().accounts.sessionsOf.infiniteQueryOptions({ userId }, byCursor))
  return (
    <QueryList
      query={query}
      what="the sessions"
      noneFound="Nothing found"
      empty={<EmptyState title="They are signed in nowhere" />}
    >
      {sessions => (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface px-5 shadow-card">
          {sessions.map(session => (
            <li key={session.id} className="py-3">
              <p className="font-semibold wrap-anywhere">{nameOfDevice(session.device)}</p>
              <p className="text-sm wrap-anywhere text-muted">
                <LastUsed at={session.renewedAt} />
                {session.network !== null && `, from ${session.network}`}. Signed in <Moment at={session.begunAt} />.
              </p>
            </li>
          ))}
        </ul>
      )}
    </QueryList>
  )
}
