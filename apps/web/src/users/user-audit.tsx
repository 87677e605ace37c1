import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTRPC } from '#api-client/trpc.ts'
import { AuditEntries } from '#audit/audit-entries.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { byCursor } from '#ui/pages.ts'
import { QueryList } from '#ui/query-list.tsx'

/** What a user did, and what was done to them, their products, orders and payments. */
export default function UserAudit({ userId }: { userId: string }) {
  const query = useInfiniteQuery(useTRPC().audit.list.infiniteQueryOptions({ involving: userId }, byCursor))
  const navigate = useNavigate()
  return (
    <QueryList
      query={query}
      what="the audit"
      noneFound="Nothing found"
      empty={<EmptyState title="Nothing that involves them was written down" />}
    >
      {entries => (
        <AuditEntries
          entries={entries}
          onInvolving={involving => void navigate({ to: '/dashboard/audit', search: { involving } })}
        />
      )}
    </QueryList>
  )
}
