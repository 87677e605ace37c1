import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { useTRPC } from '#api-client/trpc.ts'
import { ExportButton } from '#session/export-button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { byCursor } from '#ui/pages.ts'
import { QueryList } from '#ui/query-list.tsx'
import { AuditEntries } from './audit-entries.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { type AuditSearch, auditFile, auditQuery } from './audit-search.ts'

interface AuditLogProps {
  search: AuditSearch
  onSearch: (search: AuditSearch) => void
  /** Looks for all that involves a person or a subject. */
  onInvolving: (id: string) => void
}

/** All that was done here, newest first, to be looked through and exported. */
export function AuditLog({ search, onSearch, onInvolving }: AuditLogProps) {
  // What is no id narrows nothing: an export would be of everybody.
  const [hasNoId, setHasNoId] = useState(false)
  return (
    <div className="grid grid-cols-1 gap-5">
      <AuditFilters search={search} onSearch={onSearch} onNoId={setHasNoId} />
      {hasNoId ? (
        <p className="text-muted">To export what is found, correct the id or take it out.</p>
      ) : (
        <ExportButton address={auditFile(search)} name="second-ring-audit.csv" />
      )}
      <Found search={search} onInvolving={onInvolving} />
    </div>
  )
}

function Found({ search, onInvolving }: Omit<AuditLogProps, 'onSearch'>) {
  const query = useInfiniteQuery(
    useTRPC().audit.list.infiniteQueryOptions(auditQuery(search), {
      ...byCursor,
      // What was found before stays while the next filter is looked up.
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <QueryList
      query={query}
      what="the audit"
      noneFound="Nothing found"
      empty={<EmptyState icon={<ScrollText />} title="Nothing of this was done" text="Another filter may find more." />}
    >
      {entries => <AuditEntries entries={entries} onInvolving={onInvolving} />}
    </QueryList>
  )
}
